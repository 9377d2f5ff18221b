//! Guarantee G34 (docs/guarantees.md): the digests that a run reports are those of the messages. Tests of
//! `--manifest` and `mailutf verify-manifest`.

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

fn message(n: usize) -> String {
    format!("Message-ID: <{n}@example.org>\nSubject: =?koi8-r?B?8NLJ18XU?= {n}\n\nFrom me\n")
}

fn in_mbox(message: &str) -> String {
    format!("{FROM_LINE}{}\n", message.replace("\nFrom ", "\n>From "))
}

/// Returns a directory with a Maildir, an mbox and a compressed mbox of two messages each, and with one message
/// that needs no change.
fn place() -> TempDir {
    let dir = TempDir::new().unwrap();
    let write = |name: &str, octets: &[u8]| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, octets).unwrap();
    };
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(dir.path().join("Mail").join(folder)).unwrap();
    }
    write("Mail/cur/1700000001.M1.host:2,S", message(1).as_bytes());
    write(&format!("Mail/new/1700000002.M2.host,S={}", message(2).len()), message(2).as_bytes());
    write("Mail/cur/1700000003.M3.host:2,", b"Subject: 3\n\nnothing to convert\n");
    write("Mail/all.mbox", [in_mbox(&message(3)), in_mbox(&message(4))].concat().as_bytes());
    let mut gz = GzEncoder::new(Vec::new(), Compression::default());
    gz.write_all([in_mbox(&message(5)), in_mbox(&message(6))].concat().as_bytes()).unwrap();
    write("Mail/old.mbox.gz", &gz.finish().unwrap());
    dir
}

/// Runs the program in `dir`. Returns its exit status, standard output and standard error.
fn run(dir: &TempDir, args: &str) -> (i32, String, String) {
    let assert = program::assert_command().args(args.split(' ')).current_dir(dir).assert();
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// Checks that the run succeeds and prints nothing.
fn quietly(dir: &TempDir, args: &str) {
    assert_eq!(run(dir, args), (0, String::new(), String::new()), "{args}");
}

fn lines(dir: &TempDir, manifest: &str) -> Vec<Value> {
    let text = fs::read_to_string(dir.path().join(manifest)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn copy(dir: &TempDir, from: &str, to: &str) {
    let status = Command::new("cp").args(["-r", from, to]).current_dir(dir).status().unwrap();
    assert!(status.success());
}

const SAME: &str = "mailutf: 7 messages as recorded in the manifest\n";

#[test]
fn an_archive_is_verified_before_and_after_the_conversion() {
    for command in ["normalize", "to-utf7"] {
        let dir = place();
        copy(&dir, "Mail", "Old");
        quietly(&dir, &format!("{command} -i Mail --manifest m.jsonl"));
        assert_eq!(lines(&dir, "m.jsonl").len(), 7);
        assert_eq!(run(&dir, "verify-manifest m.jsonl Mail"), (0, String::new(), SAME.to_owned()));
        assert_eq!(run(&dir, "verify-manifest --before m.jsonl Old"), (0, String::new(), SAME.to_owned()));
        let (status, listed, said) = run(&dir, "verify-manifest m.jsonl Old");
        assert_eq!(status, 1);
        assert_eq!(listed.lines().filter(|line| line.contains(": not converted: ")).count(), 6, "{listed}");
        assert_eq!(said, "mailutf: 1 message as recorded in the manifest, 6 not converted\n");
        let (status, _, said) = run(&dir, "verify-manifest --before m.jsonl Mail");
        assert_eq!(
            (status, said.as_str()),
            (1, "mailutf: 1 message as recorded in the manifest, 6 converted\n")
        );
        // If the converted mail is written to other files, the manifest has the same digests.
        quietly(&dir, &format!("{command} Old -o New --manifest n.jsonl"));
        let digests = |name: &str| -> Vec<_> {
            lines(&dir, name).iter().map(|line| (line["before"].clone(), line["after"].clone())).collect()
        };
        assert_eq!(digests("n.jsonl"), digests("m.jsonl"));
        quietly(&dir, "verify-manifest -q n.jsonl New");
    }
}

#[test]
fn the_digests_of_a_maildir_are_those_of_sha256sum() {
    let dir = place();
    copy(&dir, "Mail", "Old");
    quietly(&dir, "normalize -i Mail --manifest m.jsonl");
    for (side, folder) in [("before", "Old"), ("after", "Mail")] {
        let sum = "find $0/cur $0/new -type f -exec sha256sum {} + | cut -c -64 | sort";
        let Ok(output) = Command::new("sh").args(["-c", sum, folder]).current_dir(&dir).output() else {
            println!("not checked: there is no shell");
            return;
        };
        let sums = String::from_utf8(output.stdout).unwrap();
        if sums.is_empty() {
            println!("not checked: sha256sum is not installed");
            return;
        }
        let of_maildir = |line: &&Value| line["file"].as_str().unwrap().contains(".host");
        let recorded = lines(&dir, "m.jsonl");
        let recorded = recorded.iter().filter(of_maildir).map(|line| line[side].as_str().unwrap());
        let mut recorded: Vec<&str> = recorded.collect();
        recorded.sort_unstable();
        assert_eq!(sums.lines().collect::<Vec<_>>(), recorded, "{side}");
    }
}

#[test]
fn messages_may_move_to_other_files_and_formats() {
    let dir = place();
    quietly(&dir, "normalize -i Mail --manifest m.jsonl");
    let mail = dir.path().join("Mail");
    let mut all = fs::read(mail.join("all.mbox")).unwrap();
    for folder in ["cur", "new"] {
        for file in fs::read_dir(mail.join(folder)).unwrap() {
            all.extend(in_mbox(&fs::read_to_string(file.unwrap().path()).unwrap()).into_bytes());
        }
    }
    fs::write(dir.path().join("one.mbox"), all).unwrap();
    quietly(&dir, "verify-manifest -q m.jsonl one.mbox Mail/old.mbox.gz");
    // The other copies of the messages are reported as added, because the manifest has each message once.
    let (status, listed, said) = run(&dir, "verify-manifest m.jsonl Mail one.mbox");
    assert_eq!((status, said.as_str()), (1, "mailutf: 7 messages as recorded in the manifest, 5 added\n"));
    assert!(listed.contains("one.mbox: message 5: added: the message is not in the manifest\n"), "{listed}");
}

#[test]
fn what_is_missing_changed_or_added_is_named() {
    let dir = place();
    quietly(&dir, "normalize -i Mail --manifest m.jsonl");
    let mail = dir.path().join("Mail");
    let mbox = fs::read_to_string(mail.join("all.mbox")).unwrap();
    let (third, fourth) = mbox.split_at(mbox.rfind(FROM_LINE).unwrap());
    fs::write(mail.join("all.mbox"), [fourth.replace("me\n", "him\n"), in_mbox(&message(9))].concat())
        .unwrap();
    fs::rename(mail.join("cur/1700000001.M1.host:2,S"), mail.join("new/1700000001.M1.host")).unwrap();
    fs::remove_file(mail.join("cur/1700000003.M3.host:2,")).unwrap();
    assert!(third.contains("<3@"));
    let (status, listed, said) = run(&dir, "verify-manifest m.jsonl Mail");
    let mut listed: Vec<&str> = listed.lines().collect();
    listed.sort_unstable();
    let expected = [
        "Mail/all.mbox: message 1 <3@example.org>: missing",
        "Mail/all.mbox: message 2 <4@example.org>: changed; now Mail/all.mbox message 1",
        "Mail/all.mbox: message 2 <9@example.org>: added: the message is not in the manifest",
        "Mail/cur/1700000003.M3.host:2,: message 1: missing",
    ];
    assert_eq!(listed, expected);
    assert_eq!(
        (status, said.as_str()),
        (1, "mailutf: 4 messages as recorded in the manifest, 2 missing, 1 changed, 1 added\n")
    );
    assert_eq!(run(&dir, "verify-manifest -q m.jsonl Mail"), (1, String::new(), String::new()));
}

#[test]
fn several_files_and_ranges_into_one_stream() {
    let dir = place();
    quietly(&dir, "normalize Mail/all.mbox Mail/old.mbox.gz -o one.mbox.gz --manifest m.jsonl.gz");
    assert_eq!(
        run(&dir, "verify-manifest m.jsonl.gz one.mbox.gz").2,
        "mailutf: 4 messages as recorded in the manifest\n"
    );
    quietly(&dir, "verify-manifest -q m.jsonl.gz --before Mail/all.mbox Mail/old.mbox.gz");
    let split = run(&dir, "split --size 1 Mail/all.mbox").1;
    let ranges: Vec<&str> = split.lines().collect();
    assert_eq!(ranges.len(), 2);
    quietly(&dir, &format!("normalize Mail/all.mbox --range {} -o part --manifest part.jsonl", ranges[1]));
    quietly(&dir, "verify-manifest -q part.jsonl part");
    assert_eq!(lines(&dir, "part.jsonl")[0]["message"], 2);
    // If files were joined, the last message of the first file would get a line end, so that its digest would be
    // wrong.
    let mbox = fs::read_to_string(dir.path().join("Mail/all.mbox")).unwrap();
    fs::write(dir.path().join("cut.mbox"), mbox.trim_end()).unwrap();
    let (status, _, said) = run(&dir, "normalize cut.mbox Mail/all.mbox -o joined --manifest joined.jsonl");
    assert!(status == 2 && said.contains("lacks a line end"), "{said}");
    assert!(!dir.path().join("joined.jsonl").exists() && !dir.path().join("joined").exists());
    quietly(&dir, "normalize cut.mbox -o cut --manifest cut.jsonl");
    quietly(&dir, "verify-manifest -q cut.jsonl cut");
}

#[test]
fn a_file_that_was_not_converted_is_not_listed() {
    let dir = place();
    // The mailbox is so large that its first messages are reported before the program finds that its end is
    // missing.
    let mut gz = GzEncoder::new(Vec::new(), Compression::none());
    for n in 0..10 {
        gz.write_all(in_mbox(&(message(n) + &"text\n".repeat(50_000))).as_bytes()).unwrap();
    }
    let whole = gz.finish().unwrap();
    fs::write(dir.path().join("Mail/old.mbox.gz"), &whole[..whole.len() - 10]).unwrap();
    fs::hard_link(dir.path().join("Mail/cur/1700000001.M1.host:2,S"), dir.path().join("link")).unwrap();
    let (status, _, said) = run(&dir, "normalize -i Mail --manifest m.jsonl");
    assert!(status == 2 && said.contains("old.mbox.gz") && said.contains("M1.host"), "{said}");
    let files: Vec<String> =
        lines(&dir, "m.jsonl").iter().map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files.len(), 4, "{files:?}");
    assert!(!files.iter().any(|file| file.contains("old.mbox") || file.contains("M1")), "{files:?}");
    // The manifest also leaves out the damaged file if the file is named on the command line. A run that converts no
    // file does not replace the old manifest.
    let (status, _, _) = run(&dir, "normalize -i Mail/old.mbox.gz missing --manifest m.jsonl");
    assert_eq!((status, lines(&dir, "m.jsonl").len()), (2, 4));
    let (status, _, _) = run(&dir, "normalize -i Mail/all.mbox Mail/old.mbox.gz --manifest m.jsonl");
    assert_eq!((status, lines(&dir, "m.jsonl").len()), (2, 2));
}

#[test]
fn a_message_above_the_limit_is_named() {
    let dir = place();
    quietly(&dir, "normalize Mail/all.mbox -o new.mbox --manifest m.jsonl");
    let (status, _, said) =
        run(&dir, "normalize Mail/all.mbox -o new.mbox --force --manifest m.jsonl --limit-message 20");
    assert!(status == 1 && said.contains("limit-reached"), "{said}");
    assert!(lines(&dir, "m.jsonl").iter().all(|line| line["before"].is_null() && line["after"].is_null()));
    let (status, listed, said) = run(&dir, "verify-manifest m.jsonl new.mbox --limit-message 20");
    assert_eq!(status, 1);
    assert!(
        listed.contains("message 2 <4@example.org>: not compared: the message was larger than"),
        "{listed}"
    );
    assert!(said.contains("skipped: more than 20 octets"), "{said}");
}

#[test]
fn the_manifest_is_an_output_like_the_others() {
    let dir = place();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    write("letter", "a letter\n");
    write("r.jsonl", "{\"edits\":{}}\n");
    quietly(&dir, "normalize Mail/all.mbox -o new.mbox --manifest old.jsonl");
    for (args, words) in [
        (
            "normalize Mail/all.mbox -o x --manifest letter",
            "letter: cannot write to it: this file is not a manifest",
        ),
        ("normalize Mail/all.mbox -o x --manifest r.jsonl", "this file is not a manifest"),
        ("normalize Mail/all.mbox -o x --report old.jsonl", "this file is not a report"),
        ("normalize Mail/all.mbox -o x --manifest x", "-o and --manifest name the same file"),
        (
            "normalize Mail/all.mbox -o x --manifest n --report n",
            "--manifest and --report name the same file",
        ),
        ("normalize Mail/all.mbox -o x --manifest Mail/all.mbox", "it is also an input"),
        ("normalize -i Mail --manifest Mail/cur/m", "is inside Mail, which is an input"),
        ("normalize Mail/all.mbox --manifest -", "--manifest -: the messages go to standard output"),
        ("normalize Mail/all.mbox -o x --manifest - --report -", "--manifest -: the report goes"),
        ("normalize Mail/all.mbox -o x --manifest m -n", "cannot be used with '--dry-run'"),
        ("normalize Mail/all.mbox --manifest m --diff", "cannot be used with '--diff'"),
        ("to-utf7 Mail/all.mbox --manifest m --dry-run", "cannot be used with '--dry-run'"),
    ] {
        let (status, _, said) = run(&dir, args);
        assert!(status == 2 && said.contains(words), "{args}: {said}");
    }
    let (status, _, said) = run(&dir, "normalize --filter --manifest m");
    assert!(status == 75 && said.contains("--manifest"), "{said}");
    let left = ["Mail", "letter", "new.mbox", "old.jsonl", "r.jsonl"];
    let mut names: Vec<_> = fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, left);
    assert_eq!(run(&dir, "normalize Mail/all.mbox -o x --manifest -").1.lines().count(), 2);
}

#[test]
fn an_output_that_is_not_read_to_its_end_has_no_manifest() {
    let dir = place();
    fs::write(dir.path().join("large"), in_mbox(&message(1)).repeat(3_000)).unwrap();
    let mut command = program::command();
    command.args(["normalize", "large", "--manifest", "m.jsonl"]).current_dir(&dir);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("no manifest is written"), "{said}");
    assert!(!dir.path().join("m.jsonl").exists());
    // If the reader of a list of differences closes the pipe early, the exit status is right nevertheless.
    quietly(&dir, "normalize large -o new --manifest m.jsonl");
    let mut command = program::command();
    command.args(["verify-manifest", "m.jsonl", "large"]).current_dir(&dir);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
}

#[test]
fn only_a_manifest_is_one() {
    let dir = place();
    let write = |name: &str, octets: &[u8]| fs::write(dir.path().join(name), octets).unwrap();
    write("empty", b"");
    write("binary", &[0xFF; 5000]);
    quietly(&dir, "normalize Mail/all.mbox -o new.mbox --manifest m.jsonl");
    let sound = fs::read_to_string(dir.path().join("m.jsonl")).unwrap();
    write("broken", sound.replace("\"schema\":1", "\"schema\":2").as_bytes());
    write("cut", &sound.as_bytes()[..sound.len() - 20]);
    for (name, words) in [
        ("Mail", "it must be a regular file"),
        ("missing", "missing: cannot open"),
        ("binary", "line 1 is not a line of a manifest"),
        ("Mail/all.mbox", "line 1 is not a line of a manifest"),
        ("broken", "line 1 is not a line of a manifest"),
        ("cut", "line 2 is not a line of a manifest"),
    ] {
        let (status, listed, said) = run(&dir, &format!("verify-manifest {name} new.mbox"));
        assert!(status == 2 && said.contains(words) && listed.is_empty(), "{name}: {said}");
    }
    let (status, _, said) = run(&dir, "verify-manifest empty new.mbox");
    assert_eq!((status, said.as_str()), (1, "mailutf: 0 messages as recorded in the manifest, 2 added\n"));
    let (status, _, said) = run(&dir, "verify-manifest m.jsonl missing");
    assert!(status == 2 && said.contains("2 missing"), "{said}");
    let input = fs::read(dir.path().join("new.mbox")).unwrap();
    let mut command = program::assert_command();
    command
        .args(["verify-manifest", "m.jsonl"])
        .current_dir(&dir)
        .write_stdin(input)
        .assert()
        .code(0)
        .stdout("");
}

/// Interrupts the run as soon as the file `unfinished` exists.
fn interrupted(dir: &TempDir, mut child: Child, unfinished: &str) {
    while !dir.path().join(unfinished).exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_stopped_run_lists_what_was_converted() {
    let dir = place();
    fs::write(dir.path().join("Mail/all.mbox"), in_mbox(&message(0)).repeat(20_000)).unwrap();
    let mut command = program::command();
    command.args(["normalize", "-i", "Mail", "--manifest", "m.jsonl"]).current_dir(&dir);
    interrupted(&dir, command.stderr(Stdio::null()).spawn().unwrap(), "Mail/.all.mbox.mailutf");
    assert_eq!(lines(&dir, "m.jsonl").len(), 3);
    let (status, listed, said) = run(&dir, "verify-manifest m.jsonl Mail/cur Mail/new");
    assert_eq!(
        (status, listed, said.as_str()),
        (0, String::new(), "mailutf: 3 messages as recorded in the manifest\n")
    );
}

#[test]
fn a_signal_leaves_the_old_manifest() {
    let dir = place();
    quietly(&dir, "normalize Mail/all.mbox -o new.mbox --manifest m.jsonl");
    let old = fs::read(dir.path().join("m.jsonl")).unwrap();
    let mut command = program::command();
    command.args(["normalize", "--manifest", "m.jsonl"]).current_dir(&dir).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let stdin = child.stdin.take();
    interrupted(&dir, child, ".m.jsonl.mailutf");
    drop(stdin);
    assert_eq!(fs::read(dir.path().join("m.jsonl")).unwrap(), old);
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 3);
}
