//! `mailutf text`.

use assert_cmd::Command;
use std::fs;

const MESSAGE: &str = "Subject: =?iso-8859-1?Q?caf=E9?=\n =?iso-8859-1?Q?_noir?=\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=koi8-r\n\
    Content-Transfer-Encoding: quoted-printable\n\n=EB=CF=C4=\n\n\
    --b\nContent-Type: text/html; charset=utf-16be\nContent-Transfer-Encoding: base64\n\nADwAcAA+\n\
    --b\nContent-Type: text/csv; charset=iso-8859-1\nContent-Disposition: attachment\n\n\
    a;b\n--b\nContent-Type: image/png\n\n\x01\n--b--\n";

fn text(args: &[&str], input: &str, status: i32) -> (String, String) {
    let mut command = Command::cargo_bin("mailutf").unwrap();
    let assert = command.arg("text").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn says(args: &[&str], input: &str, expected: &str) {
    assert_eq!(text(args, input, 0), (expected.to_owned(), String::new()), "{args:?}");
}

#[test]
fn the_text_of_a_message() {
    says(&[], MESSAGE, "Код\n<p>\n\x0C\n");
    let header = "Subject: café noir\nContent-Type: multipart/mixed; boundary=b\n\n";
    says(&["--headers"], MESSAGE, &format!("{header}Код\n<p>\n\x0C\n"));
}

#[test]
fn one_part() {
    says(&["--part", "2"], MESSAGE, "<p>\n\x0C\n");
    says(&["-p3"], MESSAGE, "a;b\n\x0C\n");
    says(&["--part=1"], "\nbody\n", "body\n\x0C\n");
    says(&["--part=7"], MESSAGE, "\x0C\n");
    let (nothing, said) = text(&["--part=4"], MESSAGE, 1);
    assert_eq!(nothing, "\x0C\n");
    assert!(said.contains("message 1 at octet 0, part 4: it is no text"), "{said}");
}

#[test]
fn the_stream_splits_into_the_messages() {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    let mbox = format!("{from_line}\none\r\n\n{from_line}\na\n\x0C\n\x0Cb\n\n{from_line}\n\n");
    says(&["-"], &mbox, "one\n\x0C\na\n\x0C \n\x0Cb\n\x0C\n\x0C\n");
}

#[test]
fn files_one_after_the_other_and_what_is_missing_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a"), "\none\n").unwrap();
    fs::write(path("b"), "\ntwo").unwrap();
    let (said, errors) = text(&[&path("a"), &path("c"), &path("b")], "", 2);
    assert_eq!(said, "one\n\x0C\ntwo\n\x0C\n");
    assert!(errors.contains(&path("c")) && errors.contains("cannot open"), "{errors}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let (said, errors) = text(&[], "Content-Transfer-Encoding: x-none-such\n\n???\n", 1);
    assert_eq!(said, "\x0C\n");
    assert!(errors.contains("standard input: message 1 at octet 0: "), "{errors}");
}
