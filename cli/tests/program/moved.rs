//! Tests with messages of a Maildir that a mail client moves while a command reads them.

use super::program;
use std::fs;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const MESSAGES: usize = 400;

#[test]
fn commands_that_read_find_each_message_once() {
    for named in [false, true] {
        let dir = TempDir::new().unwrap();
        let path = |name: &str| dir.path().join(name);
        ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir_all(path(name)).unwrap());
        let name = |n: usize| format!("new/{n}.M{n}.host");
        for n in 0..MESSAGES {
            fs::write(path(&name(n)), format!("Subject: {n}\n\n{}", "text\n".repeat(1_000))).unwrap();
        }
        let mut command = program::command();
        command.args(["text", "--headers", "--jobs", "1"]);
        match named {
            true => command.args((0..MESSAGES).map(|n| path(&name(n)))),
            false => command.arg(dir.path()),
        };
        let run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        for n in (0..MESSAGES).rev() {
            fs::rename(path(&name(n)), path(&format!("cur/{n}.M{n}.host:2,S"))).unwrap();
            thread::sleep(Duration::from_micros(100));
        }
        let Output { status, stdout, stderr } = run.wait_with_output().unwrap();
        assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(0), ""));
        let said = String::from_utf8(stdout).unwrap();
        let mut found: Vec<usize> =
            said.lines().filter_map(|line| line.strip_prefix("Subject: ")?.parse().ok()).collect();
        found.sort_unstable();
        assert_eq!(found, (0..MESSAGES).collect::<Vec<_>>());
    }
}

#[test]
fn a_message_that_was_moved_and_is_gone_is_told_from_one_that_never_was() {
    let dir = TempDir::new().unwrap();
    ["cur", "new", "tmp"].iter().for_each(|name| fs::create_dir(dir.path().join(name)).unwrap());
    fs::write(dir.path().join("cur/1.M1P1.host:2,RS"), "Subject: x\n\nseen\n").unwrap();
    let text = |name: &str| {
        let output = program::command().arg("text").arg(dir.path().join(name)).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(text("new/1.M1P1.host"), (Some(0), "seen\n\u{c}\n".into()));
    assert_eq!(text("new/2.M1P1.host"), (Some(2), String::new()));
}
