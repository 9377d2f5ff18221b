//! `mailutf check`.

use super::program;
use std::fs;

const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
const NORMAL: &str = "Message-ID: <1@example.org>\nSubject: caf\u{e9}\n\nbody\n";
const OTHER: &str = "Message-ID: <2@example.org>\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nbody\n";
const UNREADABLE: &str = "Message-ID: <3@example.org>\nContent-Transfer-Encoding: x-none-such\n\n???\n";

fn check(args: &[&str], input: &str, status: i32) -> (String, String) {
    let mut command = program::assert_command();
    let assert = command.arg("check").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn utf8_mail_passes_without_output() {
    assert_eq!(check(&[], NORMAL, 0), (String::new(), String::new()));
    assert_eq!(check(&["-"], &format!("{FROM_LINE}{NORMAL}\n"), 0), (String::new(), String::new()));
}

#[test]
fn messages_that_are_not_utf8_are_listed_with_their_place() {
    let mbox = [NORMAL, OTHER, UNREADABLE].map(|message| format!("{FROM_LINE}{message}\n")).concat();
    for jobs in ["1", "3"] {
        let (list, errors) = check(&["--jobs", jobs], &mbox, 1);
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 2, "{list}");
        assert_eq!(
            lines[0],
            "standard input: message 2 at octet 98 <2@example.org>: would change: 1 header text"
        );
        assert!(lines[1].starts_with("standard input: message 3 at octet "), "{list}");
        assert!(lines[1].contains("<3@example.org>: transfer-unknown at octet 68: x-none-such"), "{list}");
        assert_eq!(errors, "");
    }
    assert_eq!(check(&["--quiet"], &mbox, 1), (String::new(), String::new()));
}

#[test]
fn a_missing_file_is_a_failure_and_the_others_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("1.eml"), OTHER).unwrap();
    let (list, errors) = check(&[&path("0.eml"), &path("1.eml")], "", 2);
    assert_eq!(list, format!("{}: would change: 1 header text\n", path("1.eml")));
    assert!(errors.contains(&path("0.eml")), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_directory_is_checked_and_not_changed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("1.eml"), OTHER).unwrap();
    fs::write(dir.path().join("2.eml"), NORMAL).unwrap();
    let (list, _) = check(&[dir.path().to_str().unwrap()], "", 1);
    assert_eq!(list, format!("{}: would change: 1 header text\n", dir.path().join("1.eml").display()));
    assert_eq!(fs::read_to_string(dir.path().join("1.eml")).unwrap(), OTHER);
}

#[test]
fn a_file_that_is_not_mail_is_listed() {
    let expected = "standard input: not mail: it has no header field\n";
    assert_eq!(check(&[], "\u{7f}ELF, or some other file\n", 1), (expected.to_owned(), String::new()));
    assert_eq!(check(&[], "", 0), (String::new(), String::new()));
    assert_eq!(check(&[], "\na body alone\n", 0), (String::new(), String::new()));
}

#[test]
fn a_message_that_would_be_left_in_place_is_listed_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("1.eml");
    // mail-parser takes the second line for a field; we do not.
    fs::write(&path, b"Subject: x\nInval\xEFd: y\n\ncaf\xE9\n").unwrap();
    let name = path.to_str().unwrap();
    let before = check(&[name], "", 1).0;
    assert_eq!(before, format!("{name}: verify-failed at octet 0: its part 0: other header fields\n"));
    program::assert_command().args(["normalize", "--in-place", name]).assert().code(1);
    assert_eq!(check(&[name], "", 1).0, before);
}

#[test]
fn a_message_beyond_a_limit_is_listed() {
    let deep = "Content-Type: message/rfc822\n\n".repeat(4);
    assert_eq!(check(&[], &deep, 0).0, "");
    let (list, _) = check(&["--limit-depth=2"], &deep, 1);
    assert!(list.contains("limit-reached") && list.contains("(`--limit-depth`)"), "{list}");
    let (_, said) = check(&["--limit-field=10 flies"], &deep, 2);
    assert!(said.contains("as 10M or 1GiB"), "{said}");
}
