//! `mailutf inspect`.

use assert_cmd::Command;

const MESSAGE: &str = "Message-ID: <1@example.org>\n\
    Subject: =?iso-8859-1?Q?caf=E9?= =?iso-8859-1?Q?_noir?=\n\
    Content-Type: multipart/mixed; boundary=b\n\n\
    --b\nContent-Type: text/plain; charset=us-ascii\n\
    Content-Transfer-Encoding: quoted-printable\n\ngr=C3=B6=C3=9Fer\n\
    --b\nContent-Type: multipart/alternative; boundary=c\n\n\
    --c\nContent-Type: text/html; charset=utf-8\n\n<p>x\n\
    --c--\n\
    --b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n";

const PICTURE: &str = "\
standard input <1@example.org>: would change, 1 guess
multipart/mixed, 291 octets at 127
│    Subject at octet 28
│      before: =?iso-8859-1?Q?caf=E9?= =?iso-8859-1?Q?_noir?=
│      after:  café noir
├─ 1 text/plain, quoted-printable, 16 octets at 219
│       charset: declared us-ascii; read as UTF-8, being valid UTF-8
│       guess: label-mismatch at octet 219
│         The octets are not in the charset of their label; the text was read on other evidence.
│         (us-ascii read as UTF-8, being valid UTF-8)
├─ 2 multipart/alternative, 54 octets at 289
│  └─ 2.1 text/html, 7bit, 4 octets at 333
│          charset: declared utf-8; read as UTF-8, as its label says
└─ 3 image/png, base64, 4 octets at 407
";

fn inspect(args: &[&str], input: &[u8], status: i32) -> (String, String) {
    let mut command = Command::cargo_bin("mailutf").unwrap();
    let assert = command.arg("inspect").args(args).write_stdin(input).assert().code(status);
    let output = assert.get_output();
    let text = |octets: &[u8]| String::from_utf8(octets.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn mbox() -> String {
    let from_line = "From alice@example.org Tue Jan  2 03:04:05 2024\n";
    format!("{from_line}Subject: one\n\n1\n\n{from_line}{MESSAGE}\n")
}

#[test]
fn a_message_as_a_picture() {
    assert_eq!(inspect(&[], MESSAGE.as_bytes(), 0), (PICTURE.to_owned(), String::new()));
}

#[test]
fn each_message_of_an_mbox_or_one() {
    let (all, _) = inspect(&["-"], mbox().as_bytes(), 0);
    assert!(
        all.starts_with("standard input: message 1 at octet 0: normal\ntext/plain, 7bit, 2 oct"),
        "{all}"
    );
    let (second, _) = inspect(&["--message", "2"], mbox().as_bytes(), 0);
    assert!(second.contains("standard input: message 2 at octet 65 <1@example.org>: would"), "{second}");
    assert_eq!(second.lines().skip_while(|line| line.is_empty()).count(), PICTURE.lines().count());
    assert!(all.ends_with(&second), "{all}");
    let (nothing, said) = inspect(&["-m", "3"], mbox().as_bytes(), 2);
    assert_eq!(
        (nothing.as_str(), said.as_str()),
        ("", "mailutf: standard input: there is no message 3; it has 2\n")
    );
}

#[test]
fn json_says_the_same() {
    let (lines, _) = inspect(&["--json"], mbox().as_bytes(), 0);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains(r#""changes":false"#), "{}", lines[0]);
    for said in [
        r#""after":"café noir""#,
        r#""because":"being valid UTF-8","declared":"us-ascii","used":"UTF-8""#,
        r#""code":"label-mismatch""#,
        r#""message_id":"<1@example.org>""#,
        r#""transfer_encoding":"base64""#,
    ] {
        assert!(lines[1].contains(said), "{said} not in {}", lines[1]);
    }
}

#[test]
fn what_cannot_be_read_is_named_and_nothing_reaches_the_terminal() {
    let message = b"Subject: \x1b[2J=?utf-8?Q?=E2=80=AEx?=\nContent-Type: text/plain; charset=\"x\x1b[0m\"\n\ngr\xF6\xDF\n";
    let (said, _) = inspect(&[], message, 0);
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said}");
    assert!(said.contains("unreadable: no charset is known") && said.contains("text-unresolved"), "{said}");
    let (said, _) = inspect(&[], b"Content-Transfer-Encoding: x-none-such\n\n???\n", 0);
    assert!(
        said.contains("unknown transfer encoding") && said.contains("unresolved: transfer-unknown"),
        "{said}"
    );
}

#[test]
fn any_octets_can_be_looked_at() {
    for octets in [&b""[..], b"\n", b"\0\xff:", b"Content-Type: multipart/mixed; boundary=\"\"\n\n--\n"] {
        assert!(!inspect(&[], octets, 0).0.is_empty());
    }
}

#[test]
fn a_missing_file_is_an_error() {
    let (_, said) = inspect(&["/nonexistent/mail.eml"], b"", 2);
    assert!(said.contains("/nonexistent/mail.eml: cannot open"), "{said}");
}
