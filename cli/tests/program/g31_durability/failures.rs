//! Guarantees G19 and G31 (docs/guarantees.md): in each test, a system call fails or the run is killed at the call.
//! Each message must stay complete, and the next run must finish the work.

use super::{CALLS, Mail, available, calls, can_trace, line, logged, normalize, paths, strace, traced};
use assert_cmd::cargo::cargo_bin;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Returns the system calls of a run without failures. Each call is named by its kind and its number among the calls
/// of that kind.
fn points(dir: &Path, mail: Mail) -> Vec<(String, usize)> {
    let root = dir.join("counted");
    fs::create_dir(&root).unwrap();
    mail.write(&root);
    let (status, log) = traced(dir, &root, &[format!("-etrace={}", available(CALLS))]);
    assert_eq!(status, Some(0), "{log}");
    assert!(mail.is_done(&root) && mail.problems(&root).is_empty());
    calls(&log)
}

/// Makes each call fail in several ways. If there are too many calls for the time limit, some are left out.
fn sweep(mail: Mail) {
    const BOUND: Duration = Duration::from_secs(25);
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let points = points(dir.path(), mail);
    assert!(points.len() > 40, "{points:?}");
    let modes = ["error=EIO", "signal=SIGKILL", "error=ENOSPC"];
    // The order matters if the time limit ends the test: all calls are tried once before any call is tried again,
    // and neighbouring calls fail in different ways.
    let trials: Vec<_> = (0..modes.len())
        .flat_map(|round| {
            points.iter().enumerate().map(move |(at, point)| (modes[(at + round) % modes.len()], point))
        })
        .collect();
    let start = Instant::now();
    for (tried, &(mode, (call, n))) in trials.iter().enumerate() {
        if start.elapsed() > BOUND {
            println!("{mail:?}: {tried} of {} points were tried in time", trials.len());
            return;
        }
        let what = format!("{mail:?}: {call} {n}: {mode}");
        let root = dir.path().join("place");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        mail.write(&root);
        let (status, _) = traced(
            dir.path(),
            &root,
            &[format!("-etrace={call}"), format!("-einject={call}:{mode}:when={n}")],
        );
        assert_eq!(mail.problems(&root), [""; 0], "{what}");
        match status {
            None => assert!(mode.starts_with("signal"), "{what}"),
            Some(0) => {
                assert!(mail.is_done(&root), "{what}: exit 0, and not all is done");
                let left = |path: &std::path::PathBuf| {
                    path.to_string_lossy().ends_with(".mailutf") || path.ends_with("mail.lock")
                };
                assert_eq!(paths(&root).into_iter().find(left), None, "{what}: exit 0, and left over");
            }
            Some(status) => assert!(status == 1 || status == 2, "{what}: exit {status}"),
        }
        let [program, arguments @ ..] = &*normalize(&root) else { unreachable!() };
        let again = Command::new(program).args(arguments).output().unwrap();
        assert!(again.status.success(), "{what}: the next run: {again:?}");
        assert!(
            mail.is_done(&root) && mail.problems(&root).is_empty(),
            "{what}: the next run does not finish"
        );
    }
}

#[test]
fn an_mbox_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Mbox);
}

#[test]
fn a_maildir_survives_failures_and_kills_at_any_call() {
    sweep(Mail::Maildir);
}

#[test]
fn leftovers_that_cannot_be_removed_are_named_and_counted() {
    if !can_trace() {
        return;
    }
    for (call, name, left) in [
        ("/.mail.old.mailutf>", "_replaced\"", ".mail.old.mailutf"),
        ("\"mail.lock\"", "\"mail.lock\"", "mail.lock"),
    ] {
        let Some((_dir, log)) = logged(Mail::Mbox) else { return };
        let removals: Vec<_> = log.lines().filter(|line| line.contains("unlinkat(")).collect();
        let n = line(&removals, &[call, name]) + 1;
        let dir = TempDir::new().unwrap();
        Mail::Mbox.write(dir.path());
        let mut command = strace("/dev/null");
        command.arg("-etrace=unlinkat");
        let output =
            command.arg(format!("-einject=unlinkat:error=EIO:when={n}")).args(normalize(dir.path())).output();
        let output = output.unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("/{left}")) && said.contains(": cannot remove the"), "{said}");
        assert!(Mail::Mbox.is_done(dir.path()) && dir.path().join(left).exists());
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Runs the program on the mbox of a test while each call of `call` fails with `error`. Returns whether the mbox is
/// converted nevertheless.
fn with_failing(call: &str, error: &str, root: &Path) -> bool {
    let mut command = strace("/dev/null");
    command.arg(format!("-etrace={call}"));
    let output =
        command.arg(format!("-einject={call}:error={error}")).args(normalize(root)).output().unwrap();
    output.status.success()
        && fs::read_to_string(root.join("mail")).is_ok_and(|mbox| mbox == Mail::Mbox.mbox(true))
}

/// If the new file cannot have the group of the old file, it gets another group. The members of that group must not
/// be able to read what only members of the old group could read. The group therefore gets only the permissions that
/// all other users have.
#[test]
fn a_group_that_cannot_be_kept_loses_its_permissions() {
    const GROUP: u32 = 54_321;
    if !can_trace() {
        return;
    }
    for (before, after) in [(0o640, 0o600), (0o664, 0o644), (0o660, 0o600)] {
        let dir = TempDir::new().unwrap();
        Mail::Mbox.write(dir.path());
        let path = dir.path().join("mail");
        if std::os::unix::fs::chown(&path, None, Some(GROUP)).is_err() {
            println!("skipped: this user may not give a file to another group");
            return;
        }
        fs::set_permissions(&path, Permissions::from_mode(before)).unwrap();
        assert!(with_failing("fchown", "EPERM", dir.path()));
        let metadata = fs::metadata(&path).unwrap();
        assert_ne!(metadata.gid(), GROUP);
        assert_eq!(metadata.mode() & 0o7777, after, "{before:o}");
    }
}

#[test]
fn where_files_cannot_be_exchanged_they_are_renamed() {
    if !can_trace() || available("renameat2").is_empty() {
        return;
    }
    let dir = TempDir::new().unwrap();
    Mail::Mbox.write(dir.path());
    assert!(with_failing("renameat2", "EINVAL", dir.path()));
    assert_eq!(Mail::Mbox.problems(dir.path()), [""; 0]);
}

/// On NFS, renameat2 cannot exchange files, and there may be no leases (fcntl). Mail that arrives during the run is
/// kept nevertheless. Without a lease, the next run takes such mail from the old file.
#[test]
fn where_files_cannot_be_exchanged_mail_that_comes_late_is_carried_over() {
    const LATE: &str = "From a@example.org Sat Nov 21 10:00:00 2026\nSubject: late\n\nlate\n\n";
    if !can_trace() || available("renameat2,fcntl") != "renameat2,fcntl" {
        return;
    }
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("place");
    for has_leases in [true, false] {
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).unwrap();
        Mail::Mbox.write(&root);
        let mbox = root.join("mail");
        let mut options =
            vec!["-etrace=renameat2,fcntl".to_owned(), "-einject=renameat2:error=EINVAL".to_owned()];
        if !has_leases {
            // All calls of fcntl fail from the first call that asks for a lease.
            let (_, log) = traced(dir.path(), &root, &options);
            let calls = log.lines().filter(|line| line.contains("fcntl("));
            let Some(first) =
                calls.enumerate().find(|(_, line)| line.contains("F_SETSIG")).map(|(n, _)| n + 1)
            else {
                return;
            };
            options.push(format!("-einject=fcntl:error=EINVAL:when={first}+"));
            fs::remove_dir_all(&root).unwrap();
            fs::create_dir(&root).unwrap();
            Mail::Mbox.write(&root);
        }
        let mut writer = OpenOptions::new().append(true).open(&mbox).unwrap();
        let before = fs::metadata(&mbox).unwrap().ino();
        let status = thread::scope(|scope| {
            let run = scope.spawn(|| traced(dir.path(), &root, &options).0);
            while if has_leases { fs::metadata(&mbox).unwrap().ino() == before } else { !run.is_finished() } {
                thread::sleep(Duration::from_millis(1));
            }
            writer.write_all(LATE.as_bytes()).unwrap();
            drop(writer);
            run.join().unwrap()
        });
        assert_eq!(status, Some(0));
        let holds_late = fs::read_to_string(&mbox).unwrap().ends_with(LATE);
        assert_eq!([holds_late, !root.join(".mail.old.mailutf").exists()], [has_leases; 2]);
        assert!(Command::new(cargo_bin("mailutf")).args(&normalize(&root)[1..]).status().unwrap().success());
        let now = fs::read_to_string(&mbox).unwrap();
        assert_eq!(now.matches("Subject: late").count(), 1, "{now}");
        assert!(now.ends_with(LATE) && !root.join(".mail.old.mailutf").exists());
    }
}
