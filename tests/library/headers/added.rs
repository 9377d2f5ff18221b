//! Tests of the fields that a conversion adds to a header, and of duplicate fields.

use mailutf::charset::Charset;
use mailutf::structure::Structure;
use mailutf::{Code, Limits, Normalizer, Policy, normalize};
use std::io::Write;
use std::process::{Command, Stdio};

const ADDED: &str =
    "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n";

/// Headers in which a line is not a field. A bar marks the place where fields are added.
const HEADERS: &[&str] = &[
    "Subject: a\n|",
    "From x@y Fri Jul  8 12:08:34 2011\nSubject: a\n|",
    "From x@y Fri Jul  8 12:08:34 2011\nSubject: a\nTo: b\n|",
    "Subject: a\nTo: b\n c\n|From x@y\n",
    "Subject: a\n|From x@y\nTo: b\n",
    "Subject: a\n|>From x@y\n folded\nTo: b\n",
    ">From x@y\nSubject: a\n|>From x@y\nTo: b\n",
    "Subject: a\n|: no name\nTo: b\n",
    "Subject: a\n|lost fold\nTo: b\n",
];

fn messages() -> Vec<(Vec<u8>, String)> {
    let body = Charset::for_label(b"koi8-r").unwrap().encode("привет, как дела\n").unwrap();
    let message = |header: &&str| {
        let old = [header.replace('|', "").as_bytes(), b"\n", &body].concat();
        (old, format!("{}\nпривет, как дела\n", header.replace('|', ADDED)))
    };
    HEADERS.iter().map(message).collect()
}

fn normalized(message: &[u8]) -> Vec<u8> {
    let fallback = Charset::for_label(b"koi8-r");
    Normalizer::new(Policy::default().with_fallback(fallback)).plan(message).apply().into_owned()
}

#[test]
fn before_the_line_that_may_end_a_header() {
    for (old, new) in messages() {
        let once = normalized(&old);
        assert_eq!(String::from_utf8(once.clone()).unwrap(), new);
        assert_eq!(normalized(&once), once);
    }
}

#[test]
#[cfg(feature = "verify")]
fn mail_parser_sees_them() {
    use mail_parser::{MessageParser, MimeHeaders};
    for (_, new) in messages() {
        // `mail-parser` takes the `From ` line of an mbox for a field whose name ends at the next colon, so the
        // line is removed.
        let new = new.strip_prefix("From x@y Fri Jul  8 12:08:34 2011\n").unwrap_or(&new);
        let message = MessageParser::default().parse(new.as_bytes()).unwrap();
        let charset = message.content_type().and_then(|field| field.attribute("charset"));
        assert_eq!(charset, Some("utf-8"), "{new}");
    }
}

#[test]
fn python_sees_them() {
    let script = "import email, sys\n\
        for line in sys.stdin: print(email.message_from_bytes(bytes.fromhex(line)).get_content_charset())";
    let python =
        Command::new("python3").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = python else {
        println!("skipped: no python3");
        return;
    };
    // Python ends the header at a `>From ` line, and at a line without a colon before the first field. So messages
    // that start with such a line are left out.
    let seen: Vec<_> = messages().into_iter().filter(|(_, new)| !new.starts_with('>')).collect();
    let mut stdin = python.stdin.take().unwrap();
    for (_, new) in &seen {
        writeln!(stdin, "{}", new.bytes().map(|octet| format!("{octet:02x}")).collect::<String>()).unwrap();
    }
    drop(stdin);
    let said = String::from_utf8(python.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(said.lines().collect::<Vec<_>>(), vec!["utf-8"; seen.len()]);
}

/// If there are two Content-Type fields, the first field counts, and the second field is reported. A charset in the
/// second field is updated as well, for programs that read that field.
#[test]
fn the_first_of_two_content_types_counts() {
    let body = "caf\u{e9}\n";
    for (first, second, utf8) in [
        ("text/plain; charset=iso-8859-1", "text/html; charset=iso-8859-15", "text/html; charset=utf-8"),
        (
            "text/plain; charset=iso-8859-1",
            "TEXT/plain; charset*0=iso-8859; charset*1=-15",
            "TEXT/plain; charset=utf-8",
        ),
        ("text/plain; charset=iso-8859-1", "text/plain; charset=us-ascii", "text/plain; charset=utf-8"),
        ("text/plain; charset=iso-8859-1", "text/html", "text/html"),
        ("text/plain; charset=iso-8859-1", "multipart/mixed; boundary=b", "multipart/mixed; boundary=b"),
        ("text/plain; charset=iso-8859-1", "x; charset=koi8-r", "x; charset=koi8-r"),
        ("text/plain; charset=iso-8859-1", "text/plain; charset=\"utf-8\"", "text/plain; charset=\"utf-8\""),
    ] {
        let header =
            format!("Content-Type: {first}\nContent-Transfer-Encoding: 8bit\nContent-Type: {second}\n\n");
        let message = [header.as_bytes(), b"caf\xE9\n"].concat();
        let plan = normalize(&message);
        assert!(plan.findings().iter().any(|finding| finding.code == Code::FieldDuplicate));
        let header = format!(
            "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\nContent-Type: {utf8}\n\n"
        );
        let once = plan.apply();
        assert_eq!(String::from_utf8_lossy(&once), header + body);
        assert!(normalize(&once).is_noop());
    }
    let multipart = b"Content-Type: multipart/mixed; boundary=b\nContent-Type: text/plain; charset=koi8-r\n\n--b\n\nx\n--b--\n";
    assert_eq!(Structure::parse(multipart, &Limits::default()).parts.len(), 2);
    assert!(normalize(multipart).is_noop());
}

/// If a body is a different text in the charset of each of two Content-Type fields, some programs show one text and
/// others the other text. The body is left as it is.
#[test]
fn a_body_that_is_another_text_by_the_last_content_type_is_left() {
    for (first, last, octets) in [
        ("text/plain; charset=iso-8859-1", "text/html; charset=koi8-r", &b"caf\xE9\n"[..]),
        ("text/plain; charset=koi8-r", "text/plain; charset*0=iso-8859; charset*1=-1", b"\xF0\n"),
    ] {
        let header = format!("Content-Type: {first}\nX-Between: x\nContent-Type: {last}\n\n");
        let message = [header.as_bytes(), octets].concat();
        let plan = normalize(&message);
        assert!(plan.is_noop(), "{last}");
        assert!(plan.findings().iter().any(|finding| finding.code == Code::TextUnresolved), "{last}");
    }
    let ascii =
        b"Content-Type: text/plain; charset=koi8-r\nContent-Type: text/plain; charset=iso-8859-1\n\nx\n";
    assert!(!normalize(ascii).findings().iter().any(|finding| finding.code == Code::TextUnresolved));
}
