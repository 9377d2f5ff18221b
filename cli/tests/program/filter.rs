//! Tests of `mailutf normalize --filter`, called as delivery agents call it.

use super::program;
use std::fs::{self, File};
use std::process::{Output, Stdio};

const OLD: &[u8] =
    b"Subject: =?koi8-r?B?8NLJ18XU?=\nContent-Type: text/plain; charset=iso-8859-1\n\ncaf\xE9\n";
const NEW: &[u8] =
    "Subject: Привет\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\ncafé\n"
        .as_bytes();
const FROM_LINE: &[u8] = b"From alice@example.org Tue Jan  2 03:04:05 2024\n";

fn filter(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program::assert_command();
    command.args(["normalize", "--filter"]).args(arguments).write_stdin(input).output().unwrap()
}

/// Checks that the filter turns `input` into `expected` and prints nothing to standard error.
fn becomes(input: &[u8], expected: &[u8]) {
    let output = filter(&[], input);
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr)),
        (Some(0), "".into()),
        "{shown}"
    );
    assert!(output.stdout == expected, "{shown}");
}

#[test]
fn a_message_is_converted() {
    becomes(OLD, NEW);
    becomes(NEW, NEW);
    becomes(b"", b"");
    // procmail passes a `From ` line before the message.
    becomes(&[FROM_LINE, OLD].concat(), &[FROM_LINE, NEW].concat());
    // The `From ` line of a delivery agent may have any form.
    for line in [&b"From alice\n"[..], b"From - \n", b"From alice@example.org 2024-01-02\n"] {
        becomes(&[line, OLD].concat(), &[line, NEW].concat());
    }
    // Dovecot passes the message with CRLF.
    let crlf = |octets: &[u8]| String::from_utf8_lossy(octets).replace('\n', "\r\n").into_bytes();
    becomes(&crlf(b"Subject: =?koi8-r?B?8NLJ18XU?=\n\nx\n"), &crlf("Subject: Привет\n\nx\n".as_bytes()));
}

#[test]
fn from_lines_are_not_quoted() {
    let old =
        b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n\
        =46rom here caf=E9\n>From there\n";
    let new = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
        From here café\n>From there\n";
    let written = filter(&[], &[FROM_LINE, old].concat()).stdout;
    assert_eq!(String::from_utf8_lossy(&written), String::from_utf8_lossy(FROM_LINE).into_owned() + new);
}

#[test]
fn unreadable_text_is_kept_and_the_output_is_complete() {
    let unreadable = b"Content-Transfer-Encoding: x-none-such\n\n???\n";
    let too_deep =
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n\
        --c\nContent-Type: text/plain; charset=koi8-r\n\n\xF0\n--c--\n--b--\n";
    becomes(unreadable, unreadable);
    let output = filter(&["--limit-depth", "1"], too_deep);
    assert!(output.status.code() == Some(0) && output.stdout == too_deep && output.stderr.is_empty());
    becomes(b"\x1F\x8B\x08\x00rest", b"\x1F\x8B\x08\x00rest");
    becomes(b"no mail at all", b"no mail at all");
    let said = String::from_utf8(filter(&["-v"], unreadable).stderr).unwrap();
    assert!(
        said.contains("standard input: transfer-unknown") && said.contains("1 message: 0 converted"),
        "{said}"
    );
}

#[test]
fn input_that_may_be_several_messages_is_copied() {
    let two =
        [FROM_LINE, OLD, b"\n", FROM_LINE, b"Content-Type: text/plain; charset=koi8-r\n\n\xF0\n"].concat();
    becomes(&two, &two);
    let blank = [b"\n", &*two].concat();
    becomes(&blank, &blank);
    let said = String::from_utf8(filter(&["-v"], &two).stderr).unwrap();
    assert!(said.contains("copied unchanged"), "{said}");
}

#[test]
fn a_message_larger_than_the_limit_is_copied() {
    let large = [OLD, &b"x\n".repeat(1 << 20)].concat();
    assert!(filter(&[], &large).stdout != large);
    let output = filter(&["--limit-message", "2M"], &large);
    assert!(output.status.code() == Some(0) && output.stderr.is_empty() && output.stdout == large);
}

#[test]
fn it_contradicts_options_that_name_files() {
    for arguments in [
        &["letter.eml"][..],
        &["-"],
        &["--files-from", "-"],
        &["-o", "x"],
        &["-n"],
        &["--diff"],
        &["--report", "x"],
        &["--mbox-variant", "mboxrd"],
        &["--hedders", "utf8"],
        &["--charset", "latin1=big5", "--charset", "iso-8859-1=gbk"],
    ] {
        let output = filter(arguments, OLD);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(75), 0), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
    let help = program::assert_command().args(["normalize", "--filter", "--help"]).output().unwrap();
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--filter"));
}

#[cfg(unix)]
#[test]
fn a_failure_of_input_or_output_is_temporary() {
    let dir = tempfile::tempdir().unwrap();
    // Standard input is a directory. Reading it fails at once.
    let mut command = program::command();
    command.args(["normalize", "--filter"]).stdin(File::open(dir.path()).unwrap());
    let output = command.output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(75), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard input: cannot read"));
    let letter = dir.path().join("letter.eml");
    fs::write(&letter, OLD).unwrap();
    let to = |stdout: Stdio| {
        let mut command = program::command();
        command.args(["normalize", "--filter"]).stdin(File::open(&letter).unwrap()).stdout(stdout);
        command.stderr(Stdio::piped()).output().unwrap()
    };
    if let Ok(full) = File::options().write(true).open("/dev/full") {
        assert_eq!(to(full.into()).status.code(), Some(75));
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(to(writer.into()).status.code(), Some(75));
    let appended = File::options().append(true).open(&letter).unwrap();
    assert_eq!(to(appended.into()).status.code(), Some(75));
    assert!(fs::read(&letter).unwrap() == OLD);
    let null = || File::options().write(true).open("/dev/null").unwrap();
    let output = to(null().into());
    assert_eq!(output.status.code(), Some(75));
    assert!(String::from_utf8_lossy(&output.stderr).contains("null device"));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "\"$0\" normalize --filter >&-", env!("CARGO_BIN_EXE_mailutf")]);
    let closed = shell.stdin(File::open(&letter).unwrap()).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(closed.status.code(), Some(75));
}

/// With --filter, messages are verified. Verification must take into account that the owner has decided how
/// doubtful text is read.
#[test]
fn doubtful_text_is_read_by_the_evidence_if_the_owner_says_so() {
    let message =
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/words/label-overruled.eml")).unwrap();
    let output = filter(&["--doubtful", "evidence"], &message);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Привет! Это письмо"), "{output:?}");
}
