//! Enclosed messages that have a transfer encoding (RFC 2046 section 5.2.1, RFC 6532 section 3.7). Readers decode
//! such a message, and a conversion leaves it unchanged.

use super::proptest_config;
use mailutf::message::{Message, MessagePart, OwnedMessage};
use mailutf::structure::Structure;
use mailutf::transfer::base64;
use mailutf::{Code, Limits, Normalizer, Policy, normalize};
use proptest::prelude::*;

const ENCODINGS: [&str; 2] = ["base64", "quoted-printable"];

fn encoded(encoding: &str, octets: &[u8]) -> Vec<u8> {
    match encoding {
        "base64" => base64::encode_body(octets, b"\n"),
        _ => octets.iter().flat_map(|octet| format!("={octet:02X}=\n").into_bytes()).collect(),
    }
}

/// Returns a multipart that encloses `inner` between two texts.
fn enclosing(media_type: &str, encoding: &str, inner: &[u8]) -> Vec<u8> {
    let before = format!(
        "Subject: outer\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nfirst\n\
         --b\nContent-Type: {media_type}\nContent-Transfer-Encoding: {encoding}\n\n"
    );
    [before.as_bytes(), &encoded(encoding, inner), b"\n--b\n\nlast\n--b--\n"].concat()
}

fn body<'m>(message: &'m Message<'_>, part: &MessagePart<'m>) -> &'m [u8] {
    part.structure().body.slice(message.texts().input())
}

const INNER: &str = "Subject: =?iso-8859-2?Q?=BF=F3=B3w?=\nContent-Type: multipart/mixed; boundary=c\n\n\
    --c\nContent-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable\n\n=BF=F3=B3w\n\
    --c\nContent-Type: application/pdf; name=r.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--c--\n";

#[test]
fn readers_show_the_message_and_its_parts() {
    for media_type in ["message/rfc822", "Message/RFC822; name=a.eml", "message/global", "message/news"] {
        for encoding in ENCODINGS {
            let octets = enclosing(media_type, encoding, INNER.as_bytes());
            let policy = Policy::for_display();
            let kept = OwnedMessage::parse(octets.clone());
            for message in [Message::parse(&octets), Message::parse_with(&octets, &policy), kept.message()] {
                assert_eq!(message.octets(), octets);
                let texts: Vec<_> = message.parts().filter_map(|part| part.text().ok()).collect();
                let texts: Vec<_> = texts.iter().map(|text| &*text.text).collect();
                assert_eq!(texts, ["first", "żółw", "last"], "{media_type} {encoding}");
                let inside = message.part_by_section("2.1").unwrap();
                assert_eq!(inside.text().unwrap().text, "żółw");
                assert_eq!(*message.part_by_section("2.2").unwrap().octets(), *b"%PDF");
                let part = message.attachments().next().unwrap();
                assert_eq!(*part.octets(), *INNER.as_bytes());
                assert_eq!(part.enclosed_message().unwrap().message().subject().unwrap(), "żółw");
                assert_eq!(message.part(3).unwrap().headers().subject().unwrap(), "żółw");
                assert_eq!(message.part_by_section("3").unwrap().text().unwrap().text, "last");
            }
        }
    }
}

/// Readers show the parts of a multipart that is in base64 or quoted-printable as a whole, be it the message itself or
/// a part of it. A conversion leaves the multipart unchanged and names it.
#[test]
fn readers_show_the_parts_of_an_encoded_multipart() {
    let (_, parts) = INNER.split_once("\n\n").unwrap();
    for encoding in ENCODINGS {
        let alone = format!(
            "Subject: x\nContent-Type: multipart/mixed; boundary=c\nContent-Transfer-Encoding: {encoding}\n\n"
        );
        let alone = [alone.as_bytes(), &encoded(encoding, parts.as_bytes())].concat();
        let within = enclosing("multipart/mixed; boundary=c", encoding, parts.as_bytes());
        // A line after the parts looks like a delimiter line of the multipart around them.
        let same = format!("{parts}\n--b\n\nepilogue\n");
        let same = enclosing("multipart/alternative; boundary=c", encoding, same.as_bytes());
        for (octets, want) in
            [(alone, &["żółw"][..]), (within, &["first", "żółw", "last"]), (same, &["first", "żółw", "last"])]
        {
            let message = Message::parse(&octets);
            let texts: Vec<_> = message.parts().filter_map(|part| part.text().ok()).collect();
            let texts: Vec<_> = texts.iter().map(|text| &*text.text).collect();
            assert_eq!(texts, want, "{}", octets.escape_ascii());
            let plan = normalize(&octets);
            let found: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
            assert_eq!((plan.is_noop(), &*found), (true, &[Code::MessageEncoded][..]));
        }
    }
}

/// Readers find the header fields in a report that is in base64 or quoted-printable. A conversion leaves the report
/// unchanged and names it.
#[test]
fn readers_show_encoded_fields() {
    let inner =
        "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; a@b\nX-Name: =?iso-8859-2?Q?=BF=F3=B3w?=\n";
    for media_type in ["message/delivery-status", "text/rfc822-headers", "message/global-headers"] {
        for encoding in ENCODINGS {
            let octets = enclosing(media_type, encoding, inner.as_bytes());
            let message = Message::parse(&octets);
            let part = message.part_by_section("2").unwrap();
            let names: Vec<_> = part.inner_headers().map(|block| block.iter().count()).collect();
            assert_eq!(names, [1, 2], "{media_type} {encoding}");
            let last = part.inner_headers().last().unwrap();
            assert_eq!(last.header("X-Name").unwrap().text(), "żółw");
            assert_eq!(*part.octets(), *inner.as_bytes());
            assert_eq!(message.part_by_section("3").unwrap().text().unwrap().text, "last");
            let plan = normalize(&octets);
            let found: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
            assert_eq!((plan.is_noop(), &*found), (true, &[Code::MessageEncoded][..]));
        }
    }
}

/// A conversion leaves an encoded message unchanged and names it. If the message contains something to convert, it
/// counts as unresolved; otherwise, the finding is only a note.
#[test]
fn conversion_leaves_and_names_it() {
    for encoding in ENCODINGS {
        for (inner, code) in [
            (INNER, Code::MessageEncoded),
            ("Subject: x\n\nplain\n", Code::MessageDecoded),
            ("Subject: größer\nContent-Type: text/plain; charset=utf-8\n\nżółw\n", Code::MessageDecoded),
        ] {
            for message in [
                enclosing("message/rfc822", encoding, inner.as_bytes()),
                enclosing("message/global", encoding, inner.as_bytes()),
            ] {
                let plan = Normalizer::new(Policy::default().with_decode_all(true)).plan(&message);
                let found: Vec<_> = plan.findings().iter().map(|finding| finding.code).collect();
                assert_eq!((plan.is_noop(), &*found), (true, &[code][..]));
                let structure = Structure::parse(&message, &Limits::default());
                assert_eq!(structure.path(plan.findings()[0].part), "2");
                assert_eq!(plan.is_unresolved(), code == Code::MessageEncoded);
                let read = Message::parse(&message);
                assert_eq!(read.texts().original_structure().parts.len(), structure.parts.len());
            }
        }
    }
}

/// If an encoded message could be damaged by decoding, or exceeds a limit, it is read as a part that is not
/// decoded.
#[test]
fn damaged_and_too_deep_messages_stay_encoded() {
    let damaged = enclosing("message/rfc822", "base64", INNER.as_bytes());
    let damaged = String::from_utf8(damaged).unwrap().replacen("U3Vi", "U3V=\u{e9}", 1);
    let message = Message::parse(damaged.as_bytes());
    assert_eq!(message.parts().count(), 4);
    assert_eq!(message.part_by_section("3").unwrap().text().unwrap().text, "last");
    let mut nested = INNER.as_bytes().to_vec();
    for _ in 0..6 {
        nested = enclosing("message/rfc822", "base64", &nested);
    }
    let message = Message::parse(&nested);
    let lasts = message.parts().filter(|part| part.text().is_ok_and(|text| text.text == "last"));
    assert_eq!(lasts.count(), 5);
    let policy = Policy::default().with_limits(Limits::default().with_depth(4));
    let message = Message::parse_with(&nested, &policy);
    let lasts = message.parts().filter(|part| part.text().is_ok_and(|text| text.text == "last"));
    assert_eq!(lasts.count(), 2);
    assert!(message.structure().findings.iter().all(|finding| finding.code != Code::LimitReached));
}

/// The encoded message can use the boundary of the outer message, or its lines can end with CR. The parts of both
/// messages are found nevertheless.
#[test]
fn boundaries_and_line_ends_inside_are_its_own() {
    let inner = enclosing("text/plain", "base64", b"inside");
    let with_cr: Vec<u8> = inner.iter().map(|octet| if *octet == b'\n' { b'\r' } else { *octet }).collect();
    let octets = enclosing("message/rfc822", "base64", &inner);
    let bare_cr = enclosing("message/rfc822", "base64", &[b"From: a@b\rTo: c@d\r", &with_cr[..]].concat());
    for octets in [octets, bare_cr] {
        let message = Message::parse(&octets);
        let texts: Vec<_> = message.parts().filter_map(|part| part.text().ok()).collect();
        let texts: Vec<_> = texts.iter().map(|text| &*text.text).collect();
        assert_eq!(texts, ["first", "first", "inside", "last", "last"]);
    }
}

proptest! {
    #![proptest_config(proptest_config(256))]

    /// Whatever the encoded message contains, it has the same parts as if it were not enclosed.
    #[test]
    fn an_encoded_message_is_read_as_alone(
        inner in "(Subject: a\n|Content-Type: (message/rfc822|multipart/(mixed|digest); boundary=(b|c)|text/plain)(\nContent-Transfer-Encoding: base64)?\n|--(b|c)(--)?|\n{1,2}|x|\r\n){1,30}",
        is_base64: bool,
    ) {
        let octets = enclosing("message/rfc822", ENCODINGS[usize::from(is_base64)], inner.as_bytes());
        let (message, alone) = (Message::parse(&octets), Message::parse(inner.as_bytes()));
        let shown = |message: &Message<'_>| -> Vec<(String, Vec<u8>)> {
            message.parts().map(|part| (part.media_type().to_owned(), body(message, &part).to_vec())).collect()
        };
        let (parts, inside) = (shown(&message), shown(&alone));
        prop_assert_eq!(parts.len(), inside.len() + 4);
        prop_assert_eq!(&parts[3..parts.len() - 1], &inside[..]);
        prop_assert_eq!(&parts[parts.len() - 1].1, b"last");
        let plan = normalize(&octets);
        prop_assert!(plan.is_noop());
    }
}
