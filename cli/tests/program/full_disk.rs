//! Guarantee G19 (docs/guarantees.md): tests of a full disk. The error is clear, nothing is lost, no temporary files
//! are left behind, and the remaining files are converted.
//!
//! The disk is a file system in memory, which is mounted in a namespace of its own. The tests pass without testing
//! anything if `unshare` is missing or not permitted.

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

/// Mounts a disk of 1 MiB over the directory `disk`, puts the files of the directory `before` on it, runs the
/// program on the disk, and copies the files on it to the directory `after`.
const SCRIPT: &str = "mount -t tmpfs -o size=1m none \"$1/disk\" || exit 77
cp -R \"$1/before/.\" \"$1/disk\" && cd \"$1/disk\" || exit 78
shift
\"$@\"
status=$?
cp -R . ../after || exit 79
exit $status";

fn message(charset: &str, encoding: &str, cafe: &str, lines: usize) -> String {
    format!(
        "Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n{}",
        format!("{cafe}\n").repeat(lines),
    )
}

fn old(lines: usize) -> String {
    message("iso-8859-1", "quoted-printable", "caf=E9", lines)
}

fn new(lines: usize) -> String {
    message("utf-8", "8bit", "caf\u{e9}", lines)
}

/// Runs the program on the disk. Returns `None` if no disk can be mounted.
fn on_disk(dir: &Path, arguments: &[&str]) -> Option<Output> {
    ["disk", "after"].iter().for_each(|name| fs::create_dir_all(dir.join(name)).unwrap());
    let run = |name_space: &str| {
        let mut command = Command::new("unshare");
        command.args([name_space, "sh", "-c", SCRIPT, "sh"]).arg(dir);
        command.arg(cargo_bin("mailutf")).args(arguments);
        command
            .output()
            .ok()
            .filter(|output| !matches!(output.status.code(), Some(77) | None) && !is_refused(output))
    };
    let output = run("-rm").or_else(|| run("-m"));
    if output.is_none() {
        println!("skipped: no file system can be mounted here");
    }
    output
}

fn is_refused(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stderr).starts_with("unshare:")
}

#[test]
fn in_place_a_file_that_does_not_fit_is_kept_and_the_rest_is_done() {
    let dir = TempDir::new().unwrap();
    let before = dir.path().join("before");
    for name in ["cur", "new", "tmp"] {
        fs::create_dir_all(before.join("Maildir").join(name)).unwrap();
    }
    let mbox = |message: &str| format!("{FROM_LINE}{message}\n");
    let (large, small) = (100_000, 3);
    fs::write(before.join("a.mbox"), mbox(&old(large))).unwrap();
    fs::write(before.join("b.mbox"), mbox(&old(small))).unwrap();
    fs::write(before.join("c.eml"), old(small)).unwrap();
    fs::write(before.join("Maildir/cur/1.host:2,S"), old(small)).unwrap();
    let Some(output) = on_disk(dir.path(), &["normalize", "--in-place", "."]) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("a.mbox") && said.contains("No space left on device"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let after = dir.path().join("after");
    let read = |name: &str| fs::read_to_string(after.join(name)).unwrap();
    assert!(read("a.mbox") == mbox(&old(large)));
    assert_eq!(read("b.mbox"), mbox(&new(small)));
    assert_eq!((read("c.eml"), read("Maildir/cur/1.host:2,S")), (new(small), new(small)));
    assert_eq!(fs::read_dir(&after).unwrap().count(), 4);
    assert_eq!(fs::read_dir(after.join("Maildir/tmp")).unwrap().count(), 0);
}

/// The new files of a group are all written before any of them replaces its original. If the disk has too little room
/// for this, a smaller group replaces its originals first, which makes room on the disk.
#[test]
fn in_place_files_that_fit_one_by_one_are_all_done() {
    const LINES: usize = 16_000;
    let dir = TempDir::new().unwrap();
    let before = dir.path().join("before");
    fs::create_dir(&before).unwrap();
    let names: Vec<_> = (1..=6).map(|n| format!("{n}.eml")).collect();
    names.iter().for_each(|name| fs::write(before.join(name), old(LINES)).unwrap());
    let arguments = ["normalize", "--in-place", "--jobs", "1", "--no-verify", "."];
    let Some(output) = on_disk(dir.path(), &arguments) else { return };
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let after = dir.path().join("after");
    assert!(names.iter().all(|name| fs::read_to_string(after.join(name)).unwrap() == new(LINES)));
    assert_eq!(fs::read_dir(&after).unwrap().count(), names.len());
}

#[test]
fn a_report_that_does_not_fit_replaces_nothing_and_fails() {
    let dir = TempDir::new().unwrap();
    let before = dir.path().join("before");
    fs::create_dir(&before).unwrap();
    fs::write(before.join("in.mbox"), format!("{FROM_LINE}Subject: =?koi8-r?Q?=F0?=\n\n\n").repeat(6_000))
        .unwrap();
    fs::write(before.join("report.jsonl"), "{}\n").unwrap();
    let arguments = ["normalize", "in.mbox", "--dry-run", "--report", "report.jsonl"];
    let Some(output) = on_disk(dir.path(), &arguments) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("report.jsonl") && said.contains("No space left on device"), "{said}");
    let after = dir.path().join("after");
    assert_eq!(fs::read_to_string(after.join("report.jsonl")).unwrap(), "{}\n");
    assert_eq!(fs::read_dir(&after).unwrap().count(), 2);
}

#[test]
fn an_output_that_does_not_fit_replaces_nothing() {
    let dir = TempDir::new().unwrap();
    let before = dir.path().join("before");
    fs::create_dir(&before).unwrap();
    fs::write(before.join("in.eml"), old(100_000)).unwrap();
    fs::write(before.join("out.eml"), "old").unwrap();
    let Some(output) = on_disk(dir.path(), &["normalize", "in.eml", "-o", "out.eml"]) else { return };
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("out.eml") && said.contains("No space left on device"), "{said}");
    let after = dir.path().join("after");
    assert_eq!(fs::read_to_string(after.join("out.eml")).unwrap(), "old");
    assert_eq!(fs::read_dir(&after).unwrap().count(), 2);
}

/// A block of `ulimit -f` has 512 octets (POSIX) or 1,024, depending on the shell. Fifty blocks are too few for the
/// mailbox in both cases.
#[test]
fn a_limit_on_the_size_of_files_is_an_error_and_leaves_nothing_behind() {
    let dir = TempDir::new().unwrap();
    let mbox = format!("{FROM_LINE}{}\n", old(20_000));
    fs::write(dir.path().join("large"), &mbox).unwrap();
    fs::write(dir.path().join("small.eml"), old(1)).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 50; exec \"$@\"", "sh"]).arg(cargo_bin("mailutf"));
    command.args(["normalize", "--in-place", "--no-verify", "large", "small.eml"]).current_dir(&dir);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("large: cannot write its replacement"), "{said}");
    assert!(fs::read_to_string(dir.path().join("large")).unwrap() == mbox);
    assert_eq!(fs::read_to_string(dir.path().join("small.eml")).unwrap(), new(1));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}
