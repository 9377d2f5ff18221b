//! Messages whose lines end with CR alone (RFC 7103 section 6). Readers show such a message as if its lines ended
//! with LF, and a conversion leaves it unchanged.

use super::proptest_config;
use mailutf::edit::Edit;
use mailutf::message::{Headers, Message, OwnedMessage};
use mailutf::selection::{Pattern, Selected, Selection};
use mailutf::structure::Structure;
use mailutf::{Code, Limits, Normalizer, Plan, Policy, ToUtf7, normalize};
use proptest::prelude::*;

const HEADER: &str = "From: =?koi8-r?Q?=F0?= <a@example.org>\nSubject: =?iso-8859-1?Q?=E9t=E9?=\n folded\n";

/// Bodies, each after the MIME fields that describe it.
const BODIES: [&str; 6] = [
    "\nplain\n\nlines\n",
    "Content-Type: text/plain; charset=iso-8859-1\n\n\u{e9}t\u{e9}\n\nFrom: x\n",
    "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n=C4=\n=C1\n",
    "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nxME=\n",
    "Content-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: text/plain; charset=koi8-r\n\n\u{c4}\n\
     --c\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--c--\n",
    "Content-Type: message/rfc822\n\nFrom: b@example.org\nSubject: =?koi8-r?Q?=C4?=\n\ninside\n",
];

/// Encodes `text` in ISO-8859-1.
fn octets(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// Everything that a reader shows of a message, except the findings about its structure.
fn shown(message: &Message<'_>) -> Vec<String> {
    let mut shown = vec![format!("{:?} {:?}", message.subject(), message.from())];
    for part in message.parts() {
        shown.push(format!("{} {} {:?}", part.section(), part.media_type(), part.file_name()));
        shown.push(format!("{:?} {:?}", part.headers().subject(), part.octets()));
        shown.push(format!("{:?}", part.text().map(|text| text.text)));
    }
    shown
}

fn is_left(plan: &Plan<'_>, input: &[u8]) {
    let told = plan.findings().iter().filter(|finding| finding.code == Code::StructureDoubtful);
    assert!(plan.is_noop() && plan.is_unresolved() && told.count() == 1, "{:?}", plan.findings());
    assert_eq!(*plan.apply(), *input);
}

#[test]
fn a_message_with_bare_cr_is_read_as_with_lf_and_left() {
    for body in BODIES {
        let with_lf = octets(&format!("{HEADER}{body}"));
        let with_cr: Vec<u8> = with_lf.iter().map(|o| if *o == b'\n' { b'\r' } else { *o }).collect();
        let (read, expected) = (Message::parse(&with_cr), shown(&Message::parse(&with_lf)));
        assert_eq!(shown(&read), expected);
        assert_eq!(read.octets(), with_cr);
        assert_eq!(shown(&OwnedMessage::parse(with_cr.clone()).message()), expected);
        let structure = Structure::parse(&with_cr, &Limits::default());
        assert_eq!(shown(&structure.of(&with_cr).unwrap()), expected);
        let headers = Headers::parse(&with_cr);
        assert_eq!(headers.subject(), Headers::parse(&with_lf).subject());
        assert_eq!(headers.from()[0].name, "П");
        let from = Selection::default().with_from(vec![Pattern::new("a@example.org")]);
        assert_eq!(from.of(&with_cr), Selected::Yes);
        is_left(&normalize(&with_cr), &with_cr);
        is_left(&Normalizer::new(Policy::default().with_decode_all(true)).plan(&with_cr), &with_cr);
        is_left(&ToUtf7::default().plan(&with_cr), &with_cr);
    }
}

/// The spans of the finding and of the part of the enclosed message refer to the octets of the outer message.
#[test]
fn an_enclosed_message_with_bare_cr_is_read_and_left() {
    let before = "Subject: =?koi8-r?Q?=C4?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nsee\r\r\n\
        --b\nContent-Type: message/rfc822\n\n";
    let after = "\n--b\nContent-Type: text/plain; charset=koi8-r\n\n\u{c4}\n--b--\n";
    for body in BODIES {
        // `after` begins with a line end, which belongs to the delimiter line after it and stays LF. So the body gets
        // no line end of its own.
        let with_lf = octets(&format!("{before}{HEADER}{}{after}", body.trim_end()));
        let start = before.len();
        let inner = start..with_lf.len() - after.chars().count();
        let mut with_cr = with_lf.clone();
        for octet in &mut with_cr[inner.clone()] {
            *octet = if *octet == b'\n' { b'\r' } else { *octet };
        }
        assert_eq!(shown(&Message::parse(&with_cr)), shown(&Message::parse(&with_lf)));
        let plan = normalize(&with_cr);
        let utf7 = ToUtf7::default().plan(&with_cr);
        for plan in [&plan, &utf7] {
            assert!(plan.is_unresolved() && !plan.is_noop());
            assert!(
                plan.edits().iter().all(|edit| edit.span.end <= inner.start || edit.span.start >= inner.end)
            );
        }
        let finding = plan.findings().iter().find(|finding| finding.code == Code::StructureDoubtful).unwrap();
        assert_eq!(finding.span.range(), inner);
        let structure = Structure::parse(&with_cr, &Limits::default());
        assert_eq!(structure.parts[finding.part].span.start, start);
    }
}

/// A single CR within a field does not end a line.
#[test]
fn a_stray_cr_changes_nothing() {
    for stray in ["\r", "\rTo: x", "\r\r"] {
        let message = format!("Subject: a{stray}b =?koi8-r?Q?=C4?=\nTo: c@example.org\n\nbody\rline\n");
        let plan = normalize(message.as_bytes());
        assert!(!plan.is_noop() && !plan.is_unresolved(), "{:?}", plan.findings());
        assert_eq!(
            Message::parse(message.as_bytes()).text_body().unwrap().text().unwrap().text,
            "body\rline\n"
        );
    }
}

proptest! {
    #![proptest_config(proptest_config(256))]

    /// Line ends can be mixed in any way. If findings name lines that end with CR, the message is read like a copy
    /// in which LF replaces each CR of those lines that is not part of a CRLF. No edit touches those lines.
    #[test]
    fn any_mixture_of_line_ends_is_read(
        message in "(From: a|Subject: =\\?koi8-r\\?Q\\?=C4\\?=|Content-Type: (message/rfc822|multipart/mixed; boundary=b|text/plain; charset=koi8-r)|--b(--)?|x|\\xe9|[\r\n]{1,3}){0,30}",
    ) {
        let message = octets(&message);
        let (plan, utf7) = (normalize(&message), ToUtf7::default().plan(&message));
        let structure = Structure::parse(&message, &Limits::default());
        let lines = structure.findings.iter().filter(|finding| finding.code == Code::StructureDoubtful);
        let mut readable = message.clone();
        for finding in lines.clone() {
            let touches = |edit: &Edit| edit.span.start < finding.span.end && edit.span.end > finding.span.start;
            prop_assert!(!plan.edits().iter().chain(utf7.edits()).any(touches));
            for at in finding.span.range() {
                if readable[at] == b'\r' && readable.get(at + 1) != Some(&b'\n') {
                    readable[at] = b'\n';
                }
            }
        }
        prop_assert_eq!(readable != message, lines.count() > 0);
        if readable == message {
            return Ok(());
        }
        prop_assert!(plan.is_unresolved() && utf7.is_unresolved());
        prop_assert_eq!(shown(&Message::parse(&message)), shown(&Message::parse(&readable)));
    }
}
