//! Guarantee G41 (docs/guarantees.md): text that no other program shows is shown. This is the text of a multipart
//! whose parts are unknown, and the text of a message, report or multipart that has a transfer encoding. Such text
//! is never changed, and a finding names it.

use mailutf::charset::Charset;
use mailutf::message::Message;
use mailutf::policy::HeaderForm;
use mailutf::transfer::{base64, quoted_printable};
use mailutf::{Normalizer, Policy, Severity};
use proptest::prelude::*;
use proptest::sample::select;

/// A charset, and a text whose characters it has.
const TEXTS: [(&str, &str); 4] = [
    ("utf-8", "Größe: 5 €, und das Übrige in der nächsten Nachricht.\n"),
    ("koi8-r", "Привет! Вчера мы говорили о делах, и я обещал прислать письмо.\n"),
    ("iso-8859-1", "Grüße aus Köln: schöne, große Straßen, und Bäume überall.\n"),
    ("iso-2022-jp", "日本語のメールです。よろしくお願いします。\n"),
];

/// The ways in which a text is hidden: the fields of its part, and the lines before and after the text in the body.
const PLACES: [(&str, &str, &str); 10] = [
    ("Content-Type: multipart/mixed\n", "", ""),
    ("Content-Type: multipart/mixed; boundary=c\n", "", ""),
    (
        "Content-Type: multipart/mixed; boundary=\"c\"\n",
        "--b\nContent-Type: text/plain; charset=CHARSET\n\n",
        "--b--\n",
    ),
    (
        "Content-Type: multipart/mixed; boundary=\"--b\"\n",
        "--b\nContent-Type: text/plain; charset=CHARSET\n\n",
        "--b--\n",
    ),
    (
        "Content-Type: multipart/mixed; boundary=\"a\\b\"\n",
        "--ab\nContent-Type: text/plain; charset=CHARSET\n\n",
        "--ab--\n",
    ),
    (
        "Content-Type: multipart/mixed;\nboundary=b\n",
        "--b\nContent-Type: text/plain; charset=CHARSET\n\n",
        "--b--\n",
    ),
    ("Content-Type: multipart/signed\n", "", ""),
    ("Content-Type: multipart/alternative; boundary=c\n", "--b\n\n--b\n\n--d\n--d--\n--b--\n", ""),
    ("Content-Type: multipart/mixed; boundary=c\nContent-Type: text/plain; charset=CHARSET\n", "", ""),
    ("Content-Type: multipart/mixed; boundary=c\nContent-Transfer-Encoding: 7bit\n", "", ""),
];

/// Media types of parts that have a transfer encoding, each with the lines before the text.
const ENCODED: [(&str, &str); 5] = [
    ("multipart/mixed; boundary=\"=b\"", "--=b\nContent-Type: text/plain; charset=CHARSET\n\n"),
    ("message/rfc822", "Subject: x\nContent-Type: text/plain; charset=CHARSET\n\n"),
    ("message/global", "Subject: x\nContent-Type: text/plain; charset=CHARSET\n\n"),
    ("message/delivery-status", "Reporting-MTA: dns; a\n\nAction: failed\nDiagnostic-Code: smtp; "),
    ("text/rfc822-headers", "From: a@example.org\nSubject: "),
];

fn octets(charset: &str, text: &str) -> Vec<u8> {
    Charset::for_label(charset.as_bytes()).unwrap().encode(text).unwrap().into_owned()
}

/// Returns a message with a part that has `fields` and `body`. Depending on `around`, the part is the whole
/// message, a part of a multipart, or an enclosed message.
fn message(fields: &str, body: &[u8], around: usize) -> Vec<u8> {
    let (before, after) = [
        ("Subject: x\nMIME-Version: 1.0\n", ""),
        ("Content-Type: multipart/mixed; boundary=o\n\n--o\n", "\n--o\n\nafter\n--o--\n"),
        ("Content-Type: message/rfc822\n\nSubject: x\n", ""),
    ][around];
    [before.as_bytes(), fields.as_bytes(), b"\n", body, after.as_bytes()].concat()
}

fn with_line_ends(message: &[u8], crlf: bool) -> Vec<u8> {
    let end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    message.split(|octet| *octet == b'\n').collect::<Vec<_>>().join(end)
}

/// Checks that readers show `text`, and that each conversion leaves the message unchanged and has a finding on it.
#[track_caller]
fn check(input: &[u8], text: &str) {
    let shown = |message: &Message<'_>| {
        let texts = message.parts().filter_map(|part| part.text().ok());
        let mut shown: String = texts.map(|text| text.text.replace("\r\n", "\n")).collect();
        let headers = message.parts().flat_map(|part| part.inner_headers().collect::<Vec<_>>());
        headers.for_each(|header| shown.extend(header.iter().map(|field| field.text())));
        shown
    };
    let found = shown(&Message::parse(input));
    assert!(found.contains(text.trim_end()), "{}\n{found}", input.escape_ascii());
    let policies = [
        Policy::default(),
        Policy::default().with_break_signatures(true).with_decode_all(true),
        Policy::default().with_headers(HeaderForm::Encoded).with_lossy(true),
    ];
    for policy in policies {
        let plan = Normalizer::new(policy).plan(input);
        assert_eq!(*plan.apply(), *input, "{}", input.escape_ascii());
        let named = plan.findings().iter().filter(|finding| finding.code.severity() == Severity::Unresolved);
        assert_eq!(named.count(), 1, "{} {:?}", input.escape_ascii(), plan.findings());
    }
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    #[test]
    fn a_multipart_whose_boundary_does_not_occur(
        (charset, text) in select(TEXTS.to_vec()),
        (fields, before, after) in select(PLACES.to_vec()),
        around in 0..3_usize,
        crlf in any::<bool>(),
    ) {
        let [fields, before] = [fields, before].map(|lines| lines.replace("CHARSET", charset));
        let body = [before.as_bytes(), &octets(charset, text), after.as_bytes()].concat();
        check(&with_line_ends(&message(&fields, &body, around), crlf), text);
    }

    #[test]
    fn what_a_transfer_encoding_hides(
        // Text that is UTF-8 already would not change, so it is left out.
        (charset, text) in select(TEXTS[1..3].to_vec()),
        (media_type, before) in select(ENCODED.to_vec()),
        quoted in any::<bool>(),
        around in 0..3_usize,
        crlf in any::<bool>(),
    ) {
        // A report has no label.
        let charset = if before.contains("CHARSET") { charset } else { "iso-8859-1" };
        let text = if before.contains("CHARSET") { text } else { "Empfänger unbekannt\n" };
        let before = before.replace("CHARSET", charset);
        let inside = [before.as_bytes(), &octets(charset, text)].concat();
        let (transfer, body) = match quoted {
            true => ("quoted-printable", quoted_printable::encode_body(&inside, b"\n")),
            false => ("base64", base64::encode_body(&inside, b"\n")),
        };
        let fields = format!("Content-Type: {media_type}\nContent-Transfer-Encoding: {transfer}\n");
        check(&with_line_ends(&message(&fields, &body, around), crlf), text);
    }
}

/// A multipart that contains no text hides nothing, so it does not count as unresolved.
#[test]
fn a_multipart_without_text_is_no_alarm() {
    for body in ["", "\n\n", "--b--\n", "--b\n--b--\n"] {
        let message = format!("Content-Type: multipart/mixed; boundary=b\n\n{body}");
        let plan = mailutf::normalize(message.as_bytes());
        assert!(plan.is_noop() && !plan.is_unresolved(), "{message}");
    }
}
