//! Outputs never replace an input or another output, and nothing at all is replaced if an input was not read
//! to its end (guarantee G28).

use super::program;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
const OLD: &str = "Message-ID: <1@example.org>\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n\n";
const NEW: &str = "Message-ID: <1@example.org>\nSubject: café\n\nbody\n\n";

fn mbox(message: &str) -> String {
    format!("{FROM_LINE}{message}")
}

/// Runs the program in `dir`; its status, standard output and standard error.
fn run(dir: &TempDir, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = program::command();
    command.args(arguments).current_dir(dir);
    finished(command.stdout(Stdio::piped()), input)
}

fn finished(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A run that ends early does not read all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A directory with two mailboxes, a gzip file that is truncated near its start, a Maildir, and an existing
/// output.
fn place() -> TempDir {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, octets: &str| fs::write(dir.path().join(name), octets).unwrap();
    write("a.mbox", &mbox(OLD));
    write("b.mbox", &mbox(OLD));
    write("good.mbox", "good\n");
    write("report.jsonl", "{}\n");
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("Mail").join(folder)).unwrap();
    }
    write("Mail/cur/1.host:2,S", OLD);
    let input = mbox(&OLD.repeat(50));
    assert_eq!(run(&dir, &["normalize", "-o", "whole.gz"], &input), (Some(0), String::new(), String::new()));
    let whole = fs::read(dir.path().join("whole.gz")).unwrap();
    fs::write(dir.path().join("cut.gz"), &whole[..12]).unwrap();
    fs::write(dir.path().join("half.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(dir.path().join("start.gz"), &whole[..2]).unwrap();
    write("empty.gz", "");
    fs::remove_file(dir.path().join("whole.gz")).unwrap();
    dir
}

fn names(dir: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(dir.path()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every name below the directory, with the content of each file.
fn snapshot(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut directories = vec![dir.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let octets = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            files.push((path.to_str().unwrap().to_owned(), octets));
            if metadata.is_dir() {
                directories.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Asserts that the run ends with status 2, prints `words`, and changes no file.
fn refused(dir: &TempDir, arguments: &[&str], words: &[&str]) {
    let before = snapshot(dir.path());
    let (status, _, said) = run(dir, arguments, "");
    assert_eq!(status, Some(2), "{arguments:?}: {said}");
    assert!(words.iter().all(|word| said.contains(word)), "{arguments:?}: {said}");
    assert!(snapshot(dir.path()) == before, "{arguments:?}: {said}\n{:?}", names(dir));
}

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
            for output in ["good.mbox", "new.mbox"] {
                let arguments = [&[command, "-o", output, "--report", "report.jsonl"], inputs].concat();
                refused(&dir, &arguments, &[named, output, "the file is unchanged"]);
            }
        }
        refused(&dir, &[command, "--files-from", "-", "-o", "good.mbox"], &["names no file", "good.mbox"]);
    }
}

/// As in `false | mailutf normalize -o good.mbox`.
#[test]
fn an_empty_pipe_replaces_nothing() {
    let dir = place();
    for command in ["normalize", "to-utf7"] {
        refused(
            &dir,
            &[command, "-o", "good.mbox"],
            &["standard input: cannot read: it is empty", "good.mbox"],
        );
    }
    assert_eq!(run(&dir, &["normalize", "-o", "new.mbox"], ""), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read(dir.path().join("new.mbox")).unwrap(), b"");
    // An empty mailbox is valid.
    for arguments in [&["new.mbox", "-o", "good.mbox"][..], &["-o", "a.mbox"]] {
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
fn no_output_is_an_input_by_any_name() {
    let dir = place();
    let path = |name: &str| dir.path().join(name);
    symlink("b.mbox", path("link")).unwrap();
    fs::hard_link(path("b.mbox"), path("other")).unwrap();
    symlink(".", path("here")).unwrap();
    fs::write(path("list"), "b.mbox\n").unwrap();
    for name in ["b.mbox", "./b.mbox", "link", "other", "here/b.mbox", "Mail/../b.mbox"] {
        for arguments in [
            &["normalize", "b.mbox", "-o", "x", "--report", name][..],
            &["normalize", "b.mbox", "-n", "--report", name],
            &["normalize", "b.mbox", "-o", "out/", "--report", name],
            &["normalize", "b.mbox", "--diff", "--report", name],
            &["normalize", "b.mbox", "-i", "--report", name],
            &["to-utf7", "b.mbox", "-o", "x", "--report", name],
            &["to-utf7", "b.mbox", "-i", "--report", name],
            &["normalize", "--files-from", "list", "-i", "--report", name],
            &["normalize", "b.mbox", "-o", name],
            &["to-utf7", "a.mbox", "b.mbox", "-o", name],
            &["normalize", "--files-from", "list", "-o", name],
        ] {
            refused(&dir, arguments, &["it is also an input"]);
        }
    }
    refused(&dir, &["normalize", "--files-from", "list", "-o", "list"], &["it is also an input"]);
    refused(&dir, &["normalize", "--files-from", "list", "-i", "--report", "list"], &["it is also an input"]);
    let mut command = program::command();
    let stdin = fs::File::open(path("a.mbox")).unwrap();
    let output = command.args(["normalize", "-o"]).arg(path("a.mbox")).stdin(stdin).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && said.contains("it is also an input, as standard input"),
        "{said}"
    );
}

#[test]
fn no_output_is_a_message_below_an_input() {
    let dir = place();
    fs::write(dir.path().join("Mail/mbox"), mbox(OLD)).unwrap();
    fs::write(dir.path().join("Mail/notes.txt"), "notes\n").unwrap();
    symlink("Mail/cur", dir.path().join("current")).unwrap();
    let reports = [
        "Mail/cur/1.host:2,S",
        "Mail/cur/2.host",
        "current/3.host",
        "Mail/tmp/r",
        "Mail/mbox",
        "Mail/notes.txt",
    ];
    for report in reports {
        for mode in [&["-i"][..], &["-n"], &["--diff"], &["-o", "out"]] {
            let arguments = [&["normalize", "Mail", "--report", report], mode].concat();
            refused(&dir, &arguments, &["it is inside Mail, which is an input"]);
        }
    }
    // Mail is not a report; a report beside it is, and the next one may replace it.
    for _ in 0..2 {
        assert_eq!(run(&dir, &["normalize", "Mail", "-n", "--report", "Mail/found.jsonl"], "").0, Some(0));
    }
    assert_eq!(fs::read_to_string(dir.path().join("Mail/found.jsonl")).unwrap().lines().count(), 2);
}

#[test]
fn no_output_is_another_output() {
    let dir = place();
    let fifo = dir.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for (output, report) in [("x", "x"), ("x", "./x"), ("good.mbox", "good.mbox"), ("fifo", "fifo")] {
        let arguments = ["normalize", "a.mbox", "-o", output, "--report", report];
        refused(&dir, &arguments, &["-o and --report name the same file"]);
    }
    refused(
        &dir,
        &["normalize", "a.mbox", "-o", "Mail/", "--report", "Mail/a.mbox"],
        &["converted form of a.mbox"],
    );
    refused(&dir, &["normalize", "Mail", "-o", "out", "--report", "out/Mail/r"], &["converted form of Mail"]);
    refused(&dir, &["normalize", "a.mbox", "-o", ".x.mailutf"], &["temporary files"]);
    // A report that would replace the backup that the run makes.
    let (status, _, said) = run(&dir, &["normalize", "a.mbox", "-i", "--backup", "--report", "a.mbox~"], "");
    assert!(status == Some(2) && said.contains("created in the meantime"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("a.mbox~")).unwrap(), mbox(OLD));
    // A device may receive any number of outputs.
    let arguments = ["normalize", "b.mbox", "-o", "/dev/null", "--report", "/dev/null"];
    assert_eq!(run(&dir, &arguments, "").0, Some(0));
    let stdout = Path::new("/proc/self/fd/1");
    if stdout.exists() {
        let (status, written, said) = run(&dir, &["normalize", "b.mbox", "--report", "/proc/self/fd/1"], "");
        assert!(
            status == Some(2) && written.is_empty() && said.contains("standard output already receives"),
            "{said}"
        );
        let arguments = ["normalize", "b.mbox", "-o", "/proc/self/fd/1", "--report", "-"];
        let (status, written, said) = run(&dir, &arguments, "");
        assert!(status == Some(2) && written.is_empty() && said.contains("receives the report"), "{said}");
    }
}

#[test]
fn two_inputs_have_two_outputs() {
    let dir = place();
    for name in ["d1", "d2", "p/Mail/cur", "p/Mail/tmp", "q/Mail/cur", "q/Mail/tmp", "out", "Mail/sub"] {
        fs::create_dir_all(dir.path().join(name)).unwrap();
    }
    for name in ["d1/k.eml", "d2/k.eml", "p/Mail/cur/1", "q/Mail/cur/1", "Mail/sub/k.eml", "k.eml"] {
        fs::write(dir.path().join(name), OLD).unwrap();
    }
    symlink("../Mail", dir.path().join("out/Mail")).unwrap();
    symlink("Mail", dir.path().join("m")).unwrap();
    let both = "would both be written there";
    for (arguments, words) in [
        (&["d1/k.eml", "d2/k.eml", "-o", "dir/"][..], &["d1/k.eml and d2/k.eml", both][..]),
        (&["d1", "d2/k.eml", "d1/k.eml", "-o", "dir"], &["d2/k.eml and d1/k.eml", both]),
        (&["p/Mail", "q/Mail", "-o", "dir"], &["p/Mail and q/Mail", both]),
        (&["p/Mail", "q/Mail/", "-o", "dir"], &["p/Mail", both]),
        (&[".", "d1/k.eml", "-o", "../dir"], &[both]),
        (&["k.eml", "k.eml", "-o", "dir/"], &["k.eml is named twice"]),
        (&["Mail", "Mail", "-o", "dir"], &["Mail is named twice"]),
        (&["Mail", "-o", "out"], &["choose another directory"]),
        (&["Mail", "-o", "Mail/new"], &["choose another directory"]),
        (&["Mail", "-o", "m"], &["choose another directory"]),
        (&["Mail", "-o", "."], &["choose another directory"]),
        (&["Mail/sub/k.eml", "Mail", "-o", "Mail/sub"], &["choose another directory"]),
        (&["d1/k.eml", "k.eml", "-o", "."], &["k.eml", both]),
        (&["d1/k.eml", "-o", "d1"], &["choose another directory"]),
        (&["-", "-o", "out"], &["standard input has no file name"]),
    ] {
        for command in ["normalize", "to-utf7"] {
            refused(&dir, &[&[command], arguments].concat(), words);
        }
    }
    assert_eq!(run(&dir, &["normalize", "d1", "d2/k.eml", "-o", "dir"], "").0, Some(0));
    assert_eq!(fs::read_to_string(dir.path().join("dir/d1/k.eml")).unwrap(), NEW);
    assert_eq!(fs::read_to_string(dir.path().join("dir/k.eml")).unwrap(), NEW);
}

#[test]
fn a_file_named_twice_in_place_keeps_its_backup() {
    let dir = place();
    let arguments = ["normalize", "-i", "--backup", "a.mbox", "a.mbox", "Mail", "Mail/cur/1.host:2,S"];
    assert_eq!(run(&dir, &arguments, ""), (Some(0), String::new(), String::new()));
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!((read("a.mbox"), read("a.mbox~")), (mbox(NEW), mbox(OLD)));
    assert_eq!((&*read("Mail/cur/1.host:2,S"), &*read("Mail/cur~/1.host:2,S")), (NEW, OLD));
}

#[test]
fn a_dash_is_standard_output() {
    let dir = place();
    assert_eq!(run(&dir, &["normalize", "a.mbox", "-o", "-"], ""), (Some(0), mbox(NEW), String::new()));
    for arguments in [&["a.mbox", "-n"][..], &["a.mbox", "-o", "x"], &["Mail", "-n"], &["a.mbox", "-i"]] {
        let (status, report, said) = run(&dir, &[&["normalize", "--report", "-"], arguments].concat(), "");
        // A dry run has a summary.
        assert_eq!((status, report.lines().count()), (Some(0), 1), "{arguments:?}");
        assert_eq!(said.is_empty(), !arguments.contains(&"-n"), "{said}");
        assert!(report.starts_with("{\"edits\""), "{report}");
    }
    for arguments in
        [&["b.mbox", "-o", "-"][..], &["b.mbox"], &["b.mbox", "--diff"], &["b.mbox", "--diff", "-n"]]
    {
        refused(
            &dir,
            &[&["normalize", "--report", "-"], arguments].concat(),
            &["--report -: ", "standard output"],
        );
    }
    refused(&dir, &["normalize", "-i", "-"], &["--in-place: standard input cannot be replaced"]);
    for command in ["normalize", "text", "check"] {
        refused(&dir, &[command, "-", "-"], &["standard input: cannot read: standard input is named twice"]);
    }
    refused(&dir, &["man", "--output", "-"], &["directory"]);
    assert!(!dir.path().join("-").exists());
}

#[test]
fn a_directory_is_not_created_under_the_name_of_a_mail_file() {
    let dir = place();
    for name in ["archive.mbox", "x.eml", "x.EML", "Mail.tar.gz", "m.zst", "m.Xz", "m.bz2"] {
        let slash = format!("-o {name}/");
        refused(&dir, &["normalize", "Mail", "-o", name], &["Mail is a directory", &slash]);
    }
    refused(&dir, &["normalize", "Mail", "-o", "a.mbox"], &["it is a file, and Mail is a directory"]);
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "archive.mbox/"], "").0, Some(0));
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "archive.mbox"], "").0, Some(0));
    assert!(dir.path().join("archive.mbox/Mail/cur/1.host:2,S").exists());
}

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
    // A reader who closes standard output early still gets the whole report.
    let many = mbox(OLD).repeat(20_000);
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
        refused(&dir, &arguments, &["good.mbox: ", "it is not a report"]);
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
    fs::write(dir.path().join("many.mbox"), mbox(OLD).repeat(20_000)).unwrap();
    let reader = std::thread::spawn(move || drop(fs::File::open(fifo).unwrap()));
    let (status, _, said) = run(&dir, &["normalize", "many.mbox", "-o", "fifo"], "");
    reader.join().unwrap();
    assert!(status == Some(2) && said.contains("fifo: cannot write"), "{said}");
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

#[test]
fn no_backup_has_the_name_of_a_lock_or_of_an_unfinished_file() {
    let dir = place();
    for suffix in ["--backup=.lock", "--backup=.LOCK", "--backup=.mailutf"] {
        refused(&dir, &["normalize", "-i", "a.mbox", suffix], &["locks and unfinished files"]);
    }
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
