//! Tests of `--from`, `--list-id`, `--since`, `--until` and `--message-id` in each command that reads mail.

use super::program;
use std::fs;
use std::path::Path;

const FROM_LINE: &str = "From a@example.org Tue Jan  2 03:04:05 2024\n";

/// Returns a mailbox with three messages in Latin-1: one of Ann from 2003, one of Bob from 2004, and one of Ann
/// without a date.
fn mbox() -> Vec<u8> {
    let message = |header: &str| {
        let mut octets =
            format!("{FROM_LINE}{header}Content-Type: text/plain; charset=iso-8859-1\n\n").into_bytes();
        octets.extend_from_slice(b"caf\xE9\n\n");
        octets
    };
    [
        message("From: Ann <Ann@example.org>\nDate: Mon, 3 Mar 2003 10:00 +0000\nMessage-ID: <1@x>\n"),
        message(
            "From: Bob <bob@example.org>\nDate: Wed, 31 Dec 2004 23:30 -0500\nList-Id: <l.example.org>\n",
        ),
        message("From: ann@example.org\nDate: soon\n"),
    ]
    .concat()
}

fn run(args: &[&str], input: &[u8], status: i32) -> (Vec<u8>, String) {
    let mut command = program::assert_command();
    let assert = command.args(args).write_stdin(input.to_vec()).assert().code(status);
    let output = assert.get_output();
    (output.stdout.clone(), String::from_utf8(output.stderr.clone()).unwrap())
}

/// Returns for each message whether it is in UTF-8. Each message starts with `FROM_LINE`.
fn converted(mbox: &[u8]) -> Vec<bool> {
    let text = String::from_utf8_lossy(mbox).into_owned();
    let messages = text.split(FROM_LINE).skip(1);
    messages.map(|message| message.contains("café") && message.contains("utf-8")).collect()
}

const UNDATED: &str = "mailutf: 1 message has no readable date, so --since and --until left it out\n";

#[test]
fn only_the_selected_messages_are_converted() {
    let mbox = mbox();
    for (conditions, expected, said) in [
        (&["--from", "ANN@example.org"][..], [true, false, true], ""),
        (&["--from", "*@example.org"], [true, true, true], ""),
        (&["--from", "bob@*", "--from", "x@y"], [false, true, false], ""),
        (&["--list-id", "l.example.org"], [false, true, false], ""),
        (&["--message-id", "<1@x>"], [true, false, false], ""),
        (&["--since", "2003", "--until", "2003"], [true, false, false], UNDATED),
        (&["--since", "2004-12-31"], [false, true, false], UNDATED),
        (&["--until", "2003-03-02"], [false, false, false], UNDATED),
        (&["--from", "bob@example.org", "--since", "2004"], [false, true, false], ""),
        (&["--from", "bob@example.org", "--until", "2003"], [false, false, false], ""),
    ] {
        let (output, errors) = run(&[&["normalize"], conditions].concat(), &mbox, 0);
        assert_eq!((converted(&output), &*errors), (expected.to_vec(), said), "{conditions:?}");
        let whole = run(&["normalize"], &mbox, 0).0;
        let pieces = |octets: &[u8]| {
            let starts =
                memchr::memmem::find_iter(octets, FROM_LINE).chain([octets.len()]).collect::<Vec<_>>();
            starts.windows(2).map(|pair| octets[pair[0]..pair[1]].to_vec()).collect::<Vec<_>>()
        };
        let (before, after) = (pieces(&mbox), pieces(&whole));
        let wanted = expected.iter().zip(before.iter().zip(&after));
        let wanted: Vec<u8> = wanted
            .flat_map(|(is_new, (before, after))| if *is_new { after } else { before })
            .copied()
            .collect();
        assert!(output == wanted, "{conditions:?}: {}", output.escape_ascii());
    }
}

#[test]
fn files_are_converted_in_place_and_into_directories_message_by_message() {
    let dir = tempfile::tempdir().unwrap();
    let (mail, file) = (dir.path().join("mail"), dir.path().join("mail/archive.mbox"));
    fs::create_dir(&mail).unwrap();
    fs::write(&file, mbox()).unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    if cfg!(unix) {
        let out = path(&dir.path().join("out"));
        run(&["normalize", "--from", "bob@example.org", &path(&mail), "-o", &out], b"", 0);
        let written = fs::read(Path::new(&out).join("archive.mbox")).unwrap();
        assert_eq!(converted(&written), [false, true, false]);
        let (_, said) = run(&["normalize", "-i", "--since", "2004", &path(&mail)], b"", 0);
        assert_eq!((converted(&fs::read(&file).unwrap()), &*said), (vec![false, true, false], UNDATED));
    }
    let (_, said) = run(&["normalize", "-q", "--since", "2004", &path(&file)], b"", 0);
    assert_eq!(said, "");
}

#[test]
fn commands_that_read_pass_over_other_messages() {
    let lines = |args: &[&str], status| {
        let (output, errors) = run(args, &mbox(), status);
        (String::from_utf8_lossy(&output).into_owned(), errors)
    };
    let bob = ["--from", "bob@example.org"];
    assert_eq!(lines(&[&["text", "--separator", "none"][..], &bob].concat(), 0).0, "café\n");
    let (shown, _) = lines(&[&["inspect", "--json"][..], &bob].concat(), 0);
    assert!(shown.lines().count() == 1 && shown.contains("\"message\":2"), "{shown}");
    let (shown, _) = lines(&[&["detect"][..], &bob].concat(), 0);
    assert!(shown.lines().count() == 1 && shown.contains("message 2 "), "{shown}");
    let (shown, _) = lines(&[&["check"][..], &bob].concat(), 1);
    assert!(shown.lines().count() == 1 && shown.contains("message 2 "), "{shown}");
    assert_eq!(lines(&["check", "--from", "nobody@x"], 0), (String::new(), String::new()));
    assert_eq!(lines(&["check", "--until", "2000"], 0).1, UNDATED);
    assert_eq!(lines(&["check", "-q", "--until", "2000"], 0).1, "");
    let (shown, said) = lines(&["census", "--csv", "--until", "2003"], 0);
    assert!(shown.lines().count() == 2 && shown.contains(",1,"), "{shown}");
    assert_eq!(said, UNDATED);
    assert_eq!(lines(&[&["attachments"][..], &bob].concat(), 0).0, "");
    assert_eq!(converted(&run(&[&["to-utf7"][..], &bob].concat(), &mbox(), 0).0), [false; 3]);
}

#[test]
fn the_number_of_a_message_counts_before_selection() {
    let (output, errors) = run(&["text", "-m2", "--from", "bob@example.org"], &mbox(), 0);
    assert_eq!((String::from_utf8(output).unwrap(), errors), ("café\n\x0C\n".to_owned(), String::new()));
    for command in ["text", "inspect", "attachments"] {
        let (output, errors) = run(&[command, "-m2", "--from", "ann@example.org"], &mbox(), 0);
        assert_eq!((output, &*errors), (Vec::new(), ""), "{command}");
        let (_, errors) = run(&[command, "-m4", "--from", "bob@example.org"], &mbox(), 2);
        assert!(errors.contains("there is no message 4; standard input has 3 messages"), "{errors}");
    }
}

#[test]
fn a_message_that_is_too_large_is_reported_only_if_it_is_selected() {
    for (from, status) in [("ann@example.org", 1), ("bob@example.org", 0)] {
        let (output, said) = run(
            &["normalize", "--limit-message", "20", "--from", from],
            b"From: ann@example.org\n\n\xE9\n",
            status,
        );
        assert_eq!(output, b"From: ann@example.org\n\n\xE9\n");
        assert_eq!(said.contains("limit-reached"), status == 1, "{said}");
    }
}

#[test]
fn wrong_conditions_are_explained() {
    for (args, why) in [
        (
            &["--since", "17.5.2003"][..],
            "expected a day, a month or a year, such as 2003-05-17, 2003-05 or 2003",
        ),
        (&["--until", "2003-02-30"], "expected a day"),
        (&["--since", "2003/2004"], "expected a day"),
        (&["--from", " "], "expected an address or identifier"),
        (&["--since", "2004", "--until", "2003"], "--until 2003-12-31 is before --since 2004-01-01"),
    ] {
        for command in ["normalize", "text", "check", "census", "inspect", "detect", "attachments", "to-utf7"]
        {
            let (_, said) = run(&[&[command], args].concat(), b"", 2);
            assert!(said.contains(why), "{command} {args:?}: {said}");
        }
    }
}
