//! Guarantee G28 (docs/guarantees.md): tests of the names of outputs. An output must not be an input, another
//! output, or another file that must stay.

use super::{NEW, OLD, mbox, place, refused, run};
use crate::program;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

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
    // A report in a directory of mail is not mail, and the next report may replace it.
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
        &["normalize", "a.mbox", "-o", "dir/", "--report", "dir/a.mbox"],
        &["converted form of a.mbox"],
    );
    refused(&dir, &["normalize", "Mail", "-o", "out", "--report", "out/Mail/r"], &["converted form of Mail"]);
    refused(&dir, &["normalize", "a.mbox", "-o", ".x.mailutf"], &["temporary files"]);
    // The report would replace the backup that the run itself makes.
    let (status, _, said) = run(&dir, &["normalize", "a.mbox", "-i", "--backup", "--report", "a.mbox~"], "");
    assert!(status == Some(2) && said.contains("created in the meantime"), "{said}");
    assert_eq!(fs::read_to_string(dir.path().join("a.mbox~")).unwrap(), mbox(OLD));
    // Several outputs may go to the same device.
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
        (&["Mail", "d1", "-o", "out"], &["choose another directory"]),
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
fn no_output_is_a_file_among_the_messages_of_a_maildir() {
    let dir = place();
    for name in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("M").join(name)).unwrap();
    }
    symlink("M/cur", dir.path().join("link")).unwrap();
    for directory in ["M/cur", "M/new/", "M/tmp", "link"] {
        let file = format!("{directory}/file");
        for arguments in [
            &["normalize", "b.mbox", "-o", &file][..],
            &["normalize", "b.mbox", "-o", directory],
            &["to-utf7", "b.mbox", "-o", directory],
            &["normalize", "b.mbox", "--dry-run", "--report", &file],
            &["normalize", "b.mbox", "-i", "--manifest", &file],
            &["census", "b.mbox", "--html", &file],
            &["decode", "--charset", "koi8-r", "b.mbox", "-o", &file],
            &["attachments", "b.mbox", "-o", directory],
            &["man", "--output", directory],
        ] {
            refused(&dir, arguments, &["among the messages of a Maildir"]);
        }
    }
    refused(&dir, &["normalize", "b.mbox", "-o", "M"], &["no mail program would show the file"]);
    refused(&dir, &["to-utf7", "b.mbox", "a.mbox", "-o", "M"], &["no mail program would show the file"]);
    // A directory that is only called `cur` is not part of a Maildir.
    fs::create_dir(dir.path().join("cur")).unwrap();
    assert_eq!(run(&dir, &["normalize", "b.mbox", "-o", "cur/new.mbox"], "").0, Some(0));
}

#[test]
fn no_output_is_another_message_of_an_mh_folder() {
    let dir = place();
    fs::create_dir(dir.path().join("MH")).unwrap();
    fs::write(dir.path().join("MH/.mh_sequences"), "unseen: 1\n").unwrap();
    for arguments in [
        &["normalize", "b.mbox", "-o", "MH/4"][..],
        &["to-utf7", "b.mbox", "-o", "MH/4"],
        &["normalize", "b.mbox", "--dry-run", "--report", "MH/4"],
        &["normalize", "b.mbox", "-i", "--manifest", "MH/4"],
        &["census", "b.mbox", "--html", "MH/4"],
        &["decode", "--charset", "koi8-r", "b.mbox", "-o", "MH/4"],
        // The program cannot choose names that avoid those of messages, because the sender has chosen the names of
        // attachments.
        &["attachments", "b.mbox", "-o", "MH"],
    ] {
        refused(&dir, arguments, &["among the messages of an MH folder"]);
    }
    refused(&dir, &["normalize", "b.mbox", "-i", "--backup=1"], &["would be read as mail"]);
    assert_eq!(run(&dir, &["normalize", "b.mbox", "-o", "MH/new.mbox"], "").0, Some(0));
}

#[test]
fn no_attachment_is_a_file_of_a_mail_program_in_a_maildir() {
    let dir = place();
    for name in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("M").join(name)).unwrap();
    }
    refused(&dir, &["attachments", "b.mbox", "-o", "M"], &["mail programs keep files of their own"]);
    assert_eq!(run(&dir, &["attachments", "b.mbox", "-o", "M/files"], "").0, Some(0));
}

#[test]
fn no_mail_is_written_twice_into_one_output() {
    let dir = place();
    for arguments in
        [&["b.mbox", "b.mbox"][..], &["b.mbox", "b.mbox", "-o", "out"], &["b.mbox", "./b.mbox", "-o", "out"]]
    {
        for command in ["normalize", "to-utf7"] {
            refused(&dir, &[&[command], arguments].concat(), &["cannot write the mail of this file twice"]);
        }
    }
    // Mail may be named twice if it is only read.
    assert_eq!(run(&dir, &["text", "b.mbox", "b.mbox"], "").0, Some(0));
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
        // A dry run also prints a summary.
        assert_eq!((status, report.lines().count()), (Some(0), 1), "{arguments:?}");
        assert_eq!(said.is_empty(), !arguments.contains(&"-n"), "{said}");
        assert!(report.starts_with("{\"date\""), "{report}");
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
    refused(
        &dir,
        &["normalize", "Mail", "-o", "a.mbox"],
        &["it is a file, but the input Mail is a directory"],
    );
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "archive.mbox/"], "").0, Some(0));
    assert_eq!(run(&dir, &["normalize", "Mail", "-o", "archive.mbox", "--force"], "").0, Some(0));
    assert!(dir.path().join("archive.mbox/cur/1.host:2,S").exists());
}

#[test]
fn no_backup_has_the_name_of_a_lock_or_of_an_unfinished_file() {
    let dir = place();
    for suffix in ["--backup=.lock", "--backup=.LOCK", "--backup=.mailutf"] {
        refused(&dir, &["normalize", "-i", "a.mbox", suffix], &["lock files and unfinished files"]);
    }
}
