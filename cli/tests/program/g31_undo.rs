//! Guarantees G19 and G31 (docs/guarantees.md): tests of `mailutf undo` with failing system calls and killed runs.
//! Each message stays complete, converted or restored, and the next run finishes the work. The tests are skipped if
//! strace is missing or not permitted.

use super::g31_durability::{
    CALLS, Mail, available, calls, can_trace, message, name, normalize, paths, strace,
};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn undo(root: &Path) -> [String; 3] {
    [cargo_bin("mailutf").display().to_string(), "undo".to_owned(), root.join("mail").display().to_string()]
}

fn run(command: &[String]) -> std::process::Output {
    let [program, arguments @ ..] = command else { unreachable!() };
    Command::new(program).args(arguments).output().unwrap()
}

/// Creates converted mail with its backups.
fn converted(mail: Mail, root: &Path) {
    let _ = fs::remove_dir_all(root);
    fs::create_dir(root).unwrap();
    mail.write(root);
    assert!(run(&normalize(root)).status.success());
    assert!(mail.is_done(root));
}

/// Whether all messages are as they were before their conversion, with their old names and without backups.
fn is_restored(mail: Mail, root: &Path) -> bool {
    let is = |path: &Path, octets: &str| fs::read_to_string(path).is_ok_and(|now| now == octets);
    let files = match mail {
        Mail::Mbox => 1,
        Mail::Maildir => 2,
    };
    paths(root).len() == files
        && match mail {
            Mail::Mbox => is(&root.join("mail"), &mail.mbox(false)),
            Mail::Maildir => {
                (0..2).all(|n| is(&root.join("mail").join(name(n, &message(n).0)), &message(n).0))
            }
        }
}

/// Runs `undo` under strace with `options`. Returns its exit status (`None` if it was killed) and the log of
/// strace.
fn traced(dir: &Path, root: &Path, options: &[String]) -> (Option<i32>, String) {
    let log = dir.join("log");
    let output = strace(&log).args(options).args(undo(root)).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned())
}

/// Returns the system calls of a run without failures. Each call is named by its kind and its number among the calls
/// of that kind.
fn points(dir: &Path, mail: Mail) -> Vec<(String, usize)> {
    let root = dir.join("counted");
    converted(mail, &root);
    let (status, log) = traced(dir, &root, &[format!("-etrace={}", available(CALLS))]);
    assert_eq!(status, Some(0), "{log}");
    assert!(is_restored(mail, &root) && mail.problems(&root).is_empty());
    calls(&log)
}

/// Kills the run at each call, and then makes each call fail. If there are too many calls for the time limit, some
/// are left out.
fn sweep(mail: Mail) {
    const BOUND: Duration = Duration::from_secs(15);
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let points = points(dir.path(), mail);
    assert!(points.len() > 30, "{points:?}");
    let modes = ["signal=SIGKILL", "error=EIO", "error=ENOSPC"];
    let trials: Vec<_> =
        modes.iter().flat_map(|mode| points.iter().map(move |point| (mode, point))).collect();
    let start = Instant::now();
    let root = dir.path().join("place");
    for (tried, (mode, (call, n))) in trials.iter().enumerate() {
        if start.elapsed() > BOUND {
            println!("{mail:?}: {tried} of {} points were tried in time", trials.len());
            return;
        }
        let what = format!("{mail:?}: {call} {n}: {mode}");
        converted(mail, &root);
        let options = [format!("-etrace={call}"), format!("-einject={call}:{mode}:when={n}")];
        let (status, _) = traced(dir.path(), &root, &options);
        assert_eq!(mail.problems(&root), [""; 0], "{what}");
        match status {
            None => assert!(mode.starts_with("signal"), "{what}"),
            Some(0) => assert!(is_restored(mail, &root), "{what}: exit 0, and not all is restored"),
            Some(status) => assert!(status == 1 || status == 2, "{what}: exit {status}"),
        }
        // If the killed run had already restored everything, the next run finds no backup and fails.
        let is_left = ["mail~", "mail/cur~", "mail/new~"].iter().any(|name| root.join(name).exists());
        let again = run(&undo(&root));
        assert!(
            is_restored(mail, &root)
                && mail.problems(&root).is_empty()
                && again.status.code() == Some(if is_left { 0 } else { 2 }),
            "{what}: the next run does not finish: {:?} {again:?}",
            paths(&root)
        );
    }
}

/// After a run has exchanged two files, it looks at one of them, to check that this file is the original. Returns the
/// option of strace that makes this call fail.
fn look_after_exchange(log: &str) -> Option<String> {
    let lines: Vec<_> = log.lines().collect();
    let exchange = lines.iter().position(|line| line.contains("RENAME_EXCHANGE"))?;
    let at = exchange + lines[exchange..].iter().position(|line| line.contains("newfstatat("))?;
    let n = lines[..=at].iter().filter(|line| line.contains("newfstatat(")).count();
    Some(format!("-einject=newfstatat:error=EIO:when={n}"))
}

#[test]
fn an_mbox_whose_original_cannot_be_looked_at_is_restored_by_the_next_run() {
    if !can_trace() {
        return;
    }
    let trace = "-etrace=newfstatat,renameat2".to_owned();
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("place");
    converted(Mail::Mbox, &root);
    let (_, log) = traced(dir.path(), &root, std::slice::from_ref(&trace));
    let Some(inject) = look_after_exchange(&log) else { return };
    converted(Mail::Mbox, &root);
    assert_eq!(traced(dir.path(), &root, &[trace.clone(), inject]).0, Some(2));
    let again = run(&undo(&root));
    assert!(again.status.success() && is_restored(Mail::Mbox, &root), "{again:?}");
    // If `normalize --backup` cannot look at the original, it keeps the backup.
    let convert = |options: &[String]| {
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        Mail::Mbox.write(&root);
        let log = dir.path().join("log");
        let status = strace(&log).args(options).args(normalize(&root)).output().unwrap().status.code();
        (status, fs::read_to_string(log).unwrap())
    };
    let Some(inject) = look_after_exchange(&convert(std::slice::from_ref(&trace)).1) else { return };
    assert_eq!(convert(&[trace, inject]).0, Some(2));
    assert!(run(&undo(&root)).status.success() && is_restored(Mail::Mbox, &root), "{:?}", paths(&root));
}

#[test]
fn an_mbox_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Mbox);
}

#[test]
fn a_maildir_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Maildir);
}
