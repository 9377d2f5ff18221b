//! Tests of runs for which the system starts fewer threads than there are jobs, or none. A limit on processes can be
//! the reason. Such a limit must not stop a mail filter.
//!
//! strace makes the start of a thread fail, either from the first thread on or from a later one. The tests are
//! skipped if strace is missing or not permitted.

use super::g31_durability::{can_trace, strace};
use super::sample::{FROM_LINE, OLD};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Returns a mailbox that several threads read together.
fn mailbox() -> String {
    let text = "text\n".repeat(300);
    format!("{FROM_LINE}{OLD}{text}\n").repeat(150)
}

/// Runs a command in `dir`. Returns its output, and the content of `out.gz` if the command wrote this file.
fn run(dir: &Path, mut command: Command, arguments: &str) -> (Output, Option<Vec<u8>>) {
    let _ = fs::remove_file(dir.join("out.gz"));
    let output = command.current_dir(dir).args(arguments.split(' ')).output().unwrap();
    (output, fs::read(dir.join("out.gz")).ok())
}

#[test]
fn each_command_does_its_work_with_the_threads_that_there_are() {
    if !can_trace() {
        return;
    }
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    fs::write(dir.join("mailbox"), mailbox()).unwrap();
    let program = || Command::new(cargo_bin("mailutf"));
    run(dir, program(), "normalize mailbox -o mailbox.gz --quiet");
    for arguments in [
        "normalize -j4 mailbox",
        "normalize -j4 mailbox.gz -o out.gz --quiet",
        "normalize -j4 mailbox -o out.gz --progress always",
        "text mailbox",
        "text mailbox.gz",
        "census mailbox",
        "grep -c caf mailbox",
        "inspect mailbox",
    ] {
        let (expected, file) = run(dir, program(), arguments);
        assert!(expected.status.success(), "{arguments}: {expected:?}");
        for first in 1..=4 {
            let mut traced = strace("/dev/null");
            traced.arg("-etrace=clone,clone3");
            traced.arg(format!("-einject=clone,clone3:error=EAGAIN:when={first}+")).arg(cargo_bin("mailutf"));
            let (output, written) = run(dir, traced, arguments);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{arguments}, from thread {first} on: {said}");
            assert!(
                output.stdout == expected.stdout && written == file,
                "{arguments}, from thread {first} on"
            );
        }
    }
}

#[test]
fn no_number_of_jobs_is_too_large() {
    let dir = TempDir::new().unwrap();
    let dir = dir.path();
    fs::write(dir.join("mailbox"), mailbox()).unwrap();
    let most = format!("-j{}", NonZeroUsize::MAX);
    for arguments in ["normalize mailbox", "text mailbox", "normalize mailbox -o out.gz --quiet"] {
        let one = run(dir, Command::new(cargo_bin("mailutf")), &format!("{arguments} -j1"));
        let many = run(dir, Command::new(cargo_bin("mailutf")), &format!("{arguments} {most}"));
        assert!(
            many.0.status.success() && many == one,
            "{arguments}: {}",
            String::from_utf8_lossy(&many.0.stderr)
        );
    }
}
