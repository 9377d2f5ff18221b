//! Guarantee G28 (docs/guarantees.md): nothing is replaced if an input is not read to its end, or if an input grows
//! because it is also the output.

use super::{NEW, OLD, mbox, place, refused, run};
use crate::program;
use std::fs::{self, OpenOptions};
use std::process::Stdio;

#[test]
fn an_input_that_is_missing_or_cut_off_replaces_nothing() {
    let dir = place();
    for command in ["normalize", "to-utf7"] {
        for (inputs, named) in [
            (&["missing"][..], "missing: cannot open"),
            (&["missing", "a.mbox"], "missing: cannot open"),
            (&["a.mbox", "missing"], "missing: cannot open"),
            (&["a.mbox", "missing", "b.mbox", "none"], "none: cannot open"),
            (&["cut.gz"], "cut.gz: cannot read"),
            (&["a.mbox", "cut.gz"], "cut.gz: cannot read"),
            (&["half.gz", "a.mbox"], "half.gz: cannot read"),
            (&["start.gz"], "start.gz: cannot read"),
            (&["empty.gz"], "empty.gz: cannot read"),
            (&["a.mbox", "Mail/cur/1.host:2,S"], "1.host:2,S: cannot read: it is not an mbox"),
        ] {
            for (output, left) in
                [("good.mbox", "the old file is unchanged"), ("new.mbox", "no file was created")]
            {
                let arguments = [&[command, "-o", output, "--report", "report.jsonl"], inputs].concat();
                refused(&dir, &arguments, &[named, output, left]);
            }
        }
        refused(
            &dir,
            &[command, "--files-from", "-", "-o", "good.mbox"],
            &["the list in --files-from is empty", "good.mbox"],
        );
    }
}

/// If a pipe brings no input, nothing is replaced. The input may be empty because the command before the pipe has
/// failed, as in `false | mailutf normalize -o good.mbox`.
#[test]
fn an_empty_pipe_replaces_nothing() {
    let dir = place();
    for command in ["normalize", "to-utf7"] {
        refused(
            &dir,
            &[command, "-o", "good.mbox"],
            &["standard input: cannot read: the input is empty", "good.mbox"],
        );
    }
    assert_eq!(run(&dir, &["normalize", "-o", "new.mbox"], ""), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read(dir.path().join("new.mbox")).unwrap(), b"");
    // An empty file is a valid mailbox, so it replaces the output.
    for arguments in [&["new.mbox", "-o", "good.mbox"][..], &["-o", "a.mbox", "--force"]] {
        let mut command = program::command();
        command.arg("normalize").args(arguments).current_dir(&dir);
        let stdin = fs::File::open(dir.path().join("new.mbox")).unwrap();
        assert_eq!(command.stdin(stdin).output().unwrap().status.code(), Some(0), "{arguments:?}");
    }
    assert_eq!(fs::metadata(dir.path().join("good.mbox")).unwrap().len(), 0);
}

#[test]
fn an_empty_compressed_file_is_named_by_every_command() {
    let dir = place();
    for command in ["normalize", "to-utf7", "text", "check", "census", "inspect", "detect"] {
        for name in ["empty.gz", "start.gz"] {
            let (status, _, said) = run(&dir, &[command, name], "");
            assert!(
                status == Some(2) && said.contains(&format!("{name}: cannot read: ")),
                "{command}: {said}"
            );
        }
    }
}

#[test]
fn a_stream_contains_what_could_be_read() {
    let dir = place();
    let (status, written, said) = run(&dir, &["normalize", "missing", "a.mbox"], "");
    assert_eq!((status, written), (Some(2), mbox(NEW)), "{said}");
    let (status, written, said) = run(&dir, &["normalize", "-o", "-", "missing", "a.mbox"], "");
    assert_eq!((status, written), (Some(2), mbox(NEW)), "{said}");
    assert_eq!(run(&dir, &["normalize", "--files-from", "-"], ""), (Some(0), String::new(), String::new()));
}

#[test]
fn in_a_directory_each_file_succeeds_or_fails_alone() {
    let dir = place();
    let (status, _, said) = run(&dir, &["normalize", "missing", "half.gz", "a.mbox", "-o", "out/"], "");
    assert!(status == Some(2) && said.contains("missing") && said.contains("half.gz"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("out/a.mbox")).unwrap(), mbox(NEW));
    assert_eq!(fs::read_dir(dir.path().join("out")).unwrap().count(), 1);
}

#[test]
fn standard_output_is_not_read() {
    let dir = place();
    let content = mbox(OLD).repeat(3_000);
    let commands: [&[&str]; 8] = [
        &["normalize"],
        &["normalize", "--diff"],
        &["text"],
        &["inspect"],
        &["detect"],
        &["check"],
        &["decode", "-c", "koi8-r"],
        &["encode", "-c", "utf-7"],
    ];
    for command in commands {
        let path = dir.path().join("grows.mbox");
        fs::write(&path, &content).unwrap();
        let appended = || OpenOptions::new().append(true).open(&path).unwrap();
        let by_name = program::command()
            .args(command)
            .arg(&path)
            .stdout(appended())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let stdin = fs::File::open(&path).unwrap();
        let by_stream = program::command().args(command).stdin(stdin).stdout(appended()).output().unwrap();
        for output in [by_name, by_stream] {
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            assert!(said.contains("standard output goes to the same file"), "{command:?}: {said}");
        }
        assert!(fs::read_to_string(&path).unwrap() == content, "{command:?}");
    }
}

#[test]
fn an_mbox_in_a_tree_is_not_read_while_standard_output_appends_to_it() {
    let dir = place();
    let path = dir.path().join("Mail/archive");
    fs::write(&path, mbox(OLD)).unwrap();
    let appended = OpenOptions::new().append(true).open(&path).unwrap();
    let output =
        program::command().args(["text", "Mail"]).current_dir(&dir).stdout(appended).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("Mail/archive: cannot read"), "{said}");
}
