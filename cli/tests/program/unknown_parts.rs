//! Tests of three kinds of messages: a multipart whose boundary does not occur, a part with a transfer encoding
//! that its type must not have, and a message whose lines end with CR alone. Commands that show mail show their
//! text. `normalize` and `check` leave the text unchanged and name it.

use super::program::assert_command;

const FIELDS: &str =
    "From: a@example.org\nDate: Mon, 26 May 2003 10:00:00 +0200\nSubject: x\nMIME-Version: 1.0\n";

/// A text in KOI8-R.
const TEXT: &[u8] =
    b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2! \xEB\xC1\xCB \xC4\xC5\xCC\xC1 \xD3\xC5\xC7\xCF\xC4\xCE\xD1?\n";

/// Returns the exit status, and what is printed to standard output.
fn run(args: &[&str], input: &[u8]) -> (i32, Vec<u8>) {
    let output = assert_command().args(args).write_stdin(input).output().unwrap();
    (output.status.code().unwrap(), output.stdout)
}

#[test]
fn what_other_programs_hide_is_shown_and_named() {
    let part = |boundary: &str| {
        let head = format!("--{boundary}\nContent-Type: text/plain; charset=koi8-r\n\n");
        [head.as_bytes(), TEXT, format!("--{boundary}--\n").as_bytes()].concat()
    };
    let cases: [(&str, Vec<u8>, &str, &str); 8] = [
        ("multipart/mixed", TEXT.to_vec(), "read as plain text", "boundary-missing"),
        ("multipart/mixed; boundary=c", TEXT.to_vec(), "read as plain text", "boundary-missing"),
        ("multipart/mixed", part("b"), "parts guessed", "boundary-missing"),
        ("multipart/mixed; boundary=c", part("b"), "parts guessed", "boundary-missing"),
        ("multipart/mixed; boundary=\"--b\"", part("b"), "parts guessed", "boundary-missing"),
        ("multipart/mixed; boundary=\"a\\b\"", part("ab"), "parts guessed", "boundary-missing"),
        ("multipart/mixed;\nboundary=\"b\"", part("b"), "parts guessed", "boundary-missing"),
        (
            "multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64",
            mailutf::transfer::base64::encode_body(&part("b"), b"\n"),
            "read as plain text",
            "message-encoded",
        ),
    ];
    for (content_type, body, shown, code) in cases {
        let message = [format!("{FIELDS}Content-Type: {content_type}\n\n").as_bytes(), &body].concat();
        let crlf = message.split(|octet| *octet == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
        let from = b"From a@example.org Mon May 26 10:00:00 2003\n";
        let mbox = [from, &message[..], b"\n", from, FIELDS.as_bytes(), b"\nlast\n"].concat();
        for input in [message, crlf, mbox] {
            let says = input.escape_ascii();
            assert_eq!(run(&["normalize", "-q"], &input), (1, input.clone()), "{says}");
            assert_eq!(run(&["check", "-q"], &input).0, 1, "{says}");
            for args in [&["text"][..], &["text", "--plain"], &["text", "--json"], &["grep", "-F", "Привет"]]
            {
                let (status, output) = run(args, &input);
                let output = String::from_utf8(output).unwrap();
                assert!(status == 0 && output.contains("Привет, мир!"), "{args:?} {says}\n{output}");
            }
            let (_, inspected) = run(&["inspect"], &input);
            let inspected = String::from_utf8(inspected).unwrap();
            assert!(inspected.contains(shown) && inspected.contains(code), "{says}\n{inspected}");
        }
    }
}

#[test]
fn a_message_with_bare_cr_is_shown_and_named() {
    let header =
        b"From: a@example.org\rSubject: =?koi8-r?Q?=F0?=\rContent-Type: text/plain; charset=koi8-r\r\r";
    let message = [&header[..], TEXT.strip_suffix(b"\n").unwrap(), b"\r"].concat();
    let from = b"From a@example.org Mon May 26 10:00:00 2003\n";
    let mbox = [from, &message[..], b"\n\n", from, FIELDS.as_bytes(), b"\nlast\n"].concat();
    let enclosing =
        b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n";
    let enclosed = [&enclosing[..], &message, b"\n--b--\n"].concat();
    for input in [message, mbox, enclosed] {
        let says = input.escape_ascii();
        assert_eq!(run(&["normalize", "-q"], &input), (1, input.clone()), "{says}");
        assert_eq!(run(&["check", "-q"], &input).0, 1, "{says}");
        for args in [&["text", "--headers"][..], &["grep", "-F", "Привет"]] {
            let (status, output) = run(args, &input);
            let output = String::from_utf8(output).unwrap();
            assert!(status == 0 && output.contains("Привет, мир!"), "{args:?} {says}\n{output}");
        }
        for command in ["text", "inspect"] {
            let (_, output) = run(&[command, "--json"], &input);
            let output = String::from_utf8(output).unwrap();
            assert!(output.contains("structure-doubtful") && output.contains("CR alone"), "{output}");
        }
    }
}

#[test]
fn an_enclosed_message_under_a_transfer_encoding_is_shown_and_named() {
    let header =
        b"From: b@example.org\nSubject: =?koi8-r?Q?=F0?=\nContent-Type: multipart/mixed; boundary=c\n\n\
        --c\nContent-Type: text/plain; charset=koi8-r\n\n";
    let file = b"--c\nContent-Type: application/pdf; name=r.pdf\n\n%PDF\n--c--\n";
    let inner = [&header[..], TEXT, file].concat();
    for media_type in ["message/rfc822", "message/global"] {
        let start = format!(
            "{FIELDS}Content-Type: multipart/mixed; boundary=c\n\n--c\n\nsee\n\
             --c\nContent-Type: {media_type}\nContent-Transfer-Encoding: base64\n\n"
        );
        let body = mailutf::transfer::base64::encode_body(&inner, b"\n");
        let input = [start.as_bytes(), &body, b"\n--c\n\nlast\n--c--\n"].concat();
        assert_eq!(run(&["normalize", "-q"], &input), (1, input.clone()));
        let text = |args: &[&str]| {
            let (status, output) = run(args, &input);
            assert_eq!(status, 0, "{args:?}");
            String::from_utf8(output).unwrap()
        };
        assert_eq!(text(&["text"]), "see\nПривет, мир! Как дела сегодня?\nlast\n\x0C\n");
        assert!(text(&["text", "--headers"]).contains("Subject: П\n"));
        assert_eq!(text(&["text", "--part", "2.1"]), "Привет, мир! Как дела сегодня?\n\x0C\n");
        assert!(text(&["grep", "-F", "Привет, мир!"]).contains("Как дела"));
        assert!(text(&["grep", "--field", "filename", "r.pdf"]).contains("r.pdf"));
        assert!(
            text(&["attachments", "--part", "2.2"]).contains("part 2.2: r.pdf, application/pdf, 4 octets")
        );
        let json = text(&["text", "--json"]);
        let offset = start.len();
        assert!(json.contains("message-encoded") && json.contains(&format!("\"start\":{offset}")), "{json}");
    }
}
