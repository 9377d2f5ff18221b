//! Tests of the output of a run that a signal stopped.

use super::program;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

fn message(n: usize) -> String {
    let line = format!("caf=E9 {n}\n");
    format!(
        "From alice@example.org Tue Jan  2 03:04:05 2024\nContent-Type: text/plain; charset=iso-8859-1\n\
         Content-Transfer-Encoding: quoted-printable\n\n{}\n",
        line.repeat(300)
    )
}

/// Interrupts the run as soon as the file `unfinished` exists. Returns its exit status and its messages.
fn interrupted(dir: &TempDir, mut child: Child, unfinished: &str) -> (Option<i32>, String) {
    while !dir.path().join(unfinished).exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn finished_files_are_named() {
    let dir = TempDir::new().unwrap();
    let large: String = (0..4_000).map(message).collect();
    for (name, mbox) in [("a", &message(0)), ("b", &large), ("c", &large)] {
        fs::write(dir.path().join(name), mbox).unwrap();
    }
    let mut command = program::command();
    command.args(["normalize", "-i", "-v", "a", "missing", "b", "c"]).current_dir(&dir);
    let (status, said) = interrupted(&dir, command.stderr(Stdio::piped()).spawn().unwrap(), ".b.mailutf");
    assert_eq!(status, Some(130), "{said}");
    let words = "mailutf: stopped by SIGINT: each file is complete, in either its old or its new form\n\
                 mailutf: done: a\nmailutf: failed: missing\nmailutf: not done: b, c\n\
                 mailutf: 1 message: 1 converted, 0 unchanged, 0 unresolved\n";
    assert!(said.contains(words), "{said}");
    assert!(fs::read_to_string(dir.path().join("b")).unwrap() == large);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn the_report_is_kept() {
    let dir = TempDir::new().unwrap();
    let large: String = (0..4_000).map(message).collect();
    fs::write(dir.path().join("a"), message(0)).unwrap();
    fs::write(dir.path().join("b"), &large).unwrap();
    let mut command = program::command();
    command.args(["normalize", "-i", "a", "b", "--report", "report"]).current_dir(&dir);
    let (status, said) = interrupted(&dir, command.stderr(Stdio::piped()).spawn().unwrap(), ".b.mailutf");
    assert_eq!(status, Some(130), "{said}");
    let report = fs::read_to_string(dir.path().join("report")).unwrap();
    assert!(report.starts_with("{\"date\"") && report.ends_with("}\n"), "{report}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn an_incomplete_output_is_reported_as_unchanged() {
    for args in [&["normalize"][..], &["decode", "-c", "koi8-r"], &["encode", "-c", "koi8-r"]] {
        let dir = TempDir::new().unwrap();
        fs::write(dir.path().join("out"), "old").unwrap();
        let mut command = program::command();
        command.args(args).args(["-o", "out"]).current_dir(&dir).stdin(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let _stdin = child.stdin.take();
        let (status, said) = interrupted(&dir, child, ".out.mailutf");
        assert_eq!(status, Some(130), "{said}");
        assert!(
            said.starts_with("mailutf: stopped by a signal: ") && said.ends_with("out is unchanged\n"),
            "{said}"
        );
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{args:?}");
    }
}
