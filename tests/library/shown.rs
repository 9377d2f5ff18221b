//! A reader shows everything that is text, as far as the text can be read. Text that is read only for display is
//! never written to a message.

use crate::proptest_config;
use mailutf::message::Message;
use mailutf::text::Unreadable;
use mailutf::{Code, Normalizer, Policy};
use proptest::collection::vec;
use proptest::prelude::*;

/// Text with damage: words in several charsets, and octets that are ill-formed in most charsets.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"plain words ",
        b"Gr\xC3\xBC\xC3\x9Fe ",
        b"caf\xE9 ",
        b"\xCF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0 ",
        b"\xF0\xD2\xC9\xD7\xC5\xD4 ",
        b"\xFF\xFE\xC3( ",
        b"=E4=F6 ",
        b"\x1B$B%F%9%H",
        b"+AOk- ",
        b"R3LDvMOfZQ==\n",
        b"\\\n",
        b"\n",
    ];
    vec(prop::sample::select(PIECES), 0..8).prop_map(|pieces| pieces.concat())
}

fn message(octets: &[u8], label: &str, transfer: &str) -> Vec<u8> {
    let header = format!("Subject: x\nContent-Type: text/plain{label}\n{transfer}\n");
    [header.as_bytes(), octets].concat()
}

fn labels() -> impl Strategy<Value = &'static str> {
    let labels: &[&str] = &[
        "",
        "; charset=utf-8",
        "; charset=us-ascii",
        "; charset=iso-8859-1",
        "; charset=koi8-r",
        "; charset=gb2312",
        "; charset=iso-2022-jp",
        "; charset=utf-7",
        "; charset=utf-16",
        "; charset=x-none-such",
        "; charset=hp-greek8",
    ];
    prop::sample::select(labels)
}

fn transfers() -> impl Strategy<Value = &'static str> {
    let transfers: &[&str] = &["", "8bit", "7bit", "quoted-printable", "base64", "x-uuencode", "x-none-such"];
    prop::sample::select(transfers)
}

proptest! {
    #![proptest_config(proptest_config(400))]

    #[test]
    fn only_what_is_no_text_is_hidden(octets in octets(), label in labels(), transfer in transfers()) {
        let field = if transfer.is_empty() { String::new() } else { format!("Content-Transfer-Encoding: {transfer}\n") };
        let message = message(&octets, label, &field);
        let read = Message::parse(&message);
        let part = read.part(0).unwrap();
        match part.text() {
            Err(Unreadable::Binary(_)) => {}
            Err(why) => prop_assert!(false, "{why}: {}", message.escape_ascii()),
            Ok(text) => {
                let is_plain = matches!(transfer, "" | "8bit" | "7bit") && label != "; charset=utf-16";
                let keeps_words = text.findings.iter().all(|(code, _)| *code != Code::TransferUnnamed);
                if is_plain && keeps_words && octets.starts_with(b"plain words ") {
                    prop_assert!(text.text.contains("plain words"), "{} {}", text.text, message.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn what_is_only_shown_is_not_written(
        octets in octets(),
        label in labels(),
        transfer in transfers(),
        disposition in prop::sample::select(vec!["", "Content-Disposition: attachment\n"]),
    ) {
        let field = if transfer.is_empty() { String::new() } else { format!("Content-Transfer-Encoding: {transfer}\n") };
        let field = field + disposition;
        let message = message(&octets, label, &field);
        let written = |policy: Policy| {
            let plan = Normalizer::new(policy).plan(&message);
            (plan.apply().into_owned(), plan.findings().to_vec())
        };
        prop_assert_eq!(written(Policy::for_display()), written(Policy::default()));
    }
}

#[test]
fn each_way_to_show_a_text_has_its_finding() {
    for (octets, label, transfer, shown, code) in [
        (
            &b"caf\xC3\xA9 cr\xC3\xA8me \xC3"[..],
            "; charset=utf-8",
            "8bit",
            "café crème \u{FFFD}",
            Code::TextReplaced,
        ),
        (
            b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0",
            "; charset=iso-8859-1",
            "8bit",
            "Привет, мир",
            Code::LabelOverruled,
        ),
        (b"\\c29tZSB0ZXh0", "; charset=utf-8", "base64", "some text", Code::TransferDropped),
        (b"some text", "; charset=utf-8", "x-none-such", "some text", Code::TransferUnknown),
        (b"caf\xE9 cr\xE8me", "; charset=hp-greek8", "8bit", "café crème", Code::TextUnresolved),
    ] {
        let message = message(octets, label, &format!("Content-Transfer-Encoding: {transfer}\n"));
        let read = Message::parse(&message);
        let text = read.part(0).unwrap().text().unwrap();
        assert_eq!(text.text, shown);
        assert!(text.findings.iter().any(|(found, _)| *found == code), "{:?}", text.findings);
        let policy = Policy::default();
        let careful = Message::parse_with(&message, &policy);
        assert!(careful.part(0).unwrap().text().is_err(), "{shown}");
    }
}

/// A byte order mark is no text for a reader. The octets of the part have it nevertheless.
#[test]
fn a_byte_order_mark_is_not_shown() {
    for (label, octets) in [
        ("utf-8", &b"\xEF\xBB\xBFHallo\n"[..]),
        ("us-ascii", b"\xEF\xBB\xBFHallo\n"),
        ("utf-7", b"+/v8-Hallo\n"),
    ] {
        let input = [format!("Content-Type: text/plain; charset={label}\n\n").as_bytes(), octets].concat();
        let message = Message::parse(&input);
        let part = message.part(0).unwrap();
        assert_eq!(part.text().unwrap().text, "Hallo\n", "{label}");
        assert_eq!(*part.octets(), *octets, "{label}");
    }
}

/// If no line closes a multipart, the message may end within its last part.
#[test]
fn a_text_that_may_be_cut_off_is_named() {
    let start =
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Type: text/plain\n\ntwo\n";
    for (end, is_cut) in [("", true), ("--b--\n", false)] {
        let input = format!("{start}{end}");
        let message = Message::parse(input.as_bytes());
        let damage = |part: usize| message.part(part).unwrap().content().damage;
        assert_eq!(damage(1), None);
        assert_eq!(damage(2) == Some(mailutf::text::Unreadable::CutOff), is_cut, "{end:?}");
        assert_eq!(message.part(2).unwrap().text().unwrap().text.trim_end(), "two");
    }
}
