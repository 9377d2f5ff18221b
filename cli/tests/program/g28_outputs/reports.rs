//! Guarantee G28 (docs/guarantees.md): reports, manual pages and outputs to a FIFO are written completely, or else
//! the old files stay.

use super::{OLD, mbox, names, place, refused, run};
use crate::program;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::{Command, Stdio};

#[test]
fn a_report_is_kept_if_the_run_cannot_start_and_complete_if_it_ends() {
    let dir = place();
    let inode = |name: &str| fs::metadata(dir.path().join(name)).unwrap().ino();
    let report = ["--report", "report.jsonl"];
    refused(&dir, &[&["normalize", "Mail", "-o", "a.mbox"], &report[..]].concat(), &[]);
    refused(
        &dir,
        &[&["normalize", "--files-from", "none", "-i"], &report[..]].concat(),
        &["none: cannot read"],
    );
    refused(&dir, &[&["normalize", "Mail", "Mail", "-o", "x"], &report[..]].concat(), &[]);
    let old = inode("report.jsonl");
    assert_eq!(run(&dir, &[&["normalize", "-n", "a.mbox"], &report[..]].concat(), "").0, Some(0));
    assert_ne!(inode("report.jsonl"), old);
    assert_eq!(fs::read_to_string(dir.path().join("report.jsonl")).unwrap().lines().count(), 1);
    // The report is complete even if the program that reads standard output closes it early.
    let many = mbox(OLD).repeat(3_000);
    fs::write(dir.path().join("many.mbox"), &many).unwrap();
    let mut command = program::command();
    command.args(["normalize", "many.mbox", "--report", "report.jsonl"]).current_dir(&dir);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(names(&dir).iter().all(|name| !name.ends_with("mailutf")), "{:?}", names(&dir));
    let report = fs::read_to_string(dir.path().join("report.jsonl")).unwrap();
    assert!(report.is_empty() || report.ends_with("}\n"));
}

#[test]
fn a_report_replaces_only_reports() {
    let dir = place();
    for arguments in [&["a.mbox", "-o", "x"][..], &["a.mbox", "-i"], &["Mail", "-n"]] {
        let arguments = [&["normalize", "--report", "good.mbox"], arguments].concat();
        refused(&dir, &arguments, &["good.mbox: ", "this file is not a report"]);
    }
    for report in ["empty.gz", "report.jsonl", "report.gz", "report.gz"] {
        assert_eq!(run(&dir, &["normalize", "-n", "a.mbox", "--report", report], "").0, Some(0), "{report}");
    }
}

#[test]
fn a_fifo_whose_reader_leaves_is_a_failure() {
    let dir = place();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    fs::write(dir.path().join("many.mbox"), mbox(OLD).repeat(3_000)).unwrap();
    let reader = std::thread::spawn(move || drop(fs::File::open(fifo).unwrap()));
    let (status, _, said) = run(&dir, &["normalize", "many.mbox", "-o", "fifo"], "");
    reader.join().unwrap();
    assert!(status == Some(2) && said.contains("fifo: cannot write"), "{said}");
}

#[test]
fn manual_pages_are_complete_or_unchanged() {
    let dir = place();
    let pages = dir.path().join("pages");
    fs::create_dir(&pages).unwrap();
    fs::write(pages.join("mailutf.1"), "old\n").unwrap();
    let inode = || fs::metadata(pages.join("mailutf.1")).unwrap().ino();
    let old = inode();
    assert_eq!(run(&dir, &["man", "--output", "pages"], "").0, Some(0));
    assert_ne!(inode(), old);
}
