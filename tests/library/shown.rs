//! A reader shows everything that is text, as far as the text can be read. Text that is read only for display is
//! never written to a message.

use crate::proptest_config;
use mailutf::charset::Charset;
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

fn shown(octets: &[u8], label: &str, transfer: &str) -> (String, Vec<(Code, String)>, Vec<String>) {
    let header = format!("Content-Transfer-Encoding: {transfer}\n");
    let message = message(octets, &format!("; charset={label}"), &header);
    let read = Message::parse(&message);
    let text = read.part(0).unwrap().text().unwrap();
    let found = text.findings.iter().map(|(code, why)| (*code, why.to_string())).collect();
    let others = read.readings().into_iter().flat_map(|one| one.others).map(|one| one.text).collect();
    (text.text.into_owned(), found, others)
}

#[test]
fn restored_text_has_a_code_of_its_own() {
    let garbled = "GrÃ¶ÃŸe und ÃœbermaÃŸ der StraÃŸe";
    let (text, found, _) = shown(garbled.as_bytes(), "utf-8", "8bit");
    assert_eq!((text.as_str(), found[0].0), ("Größe und Übermaß der Straße", Code::TextRestored));
    assert_eq!(Code::TextRestored.severity(), mailutf::Severity::Guess);
}

#[test]
fn an_unsupported_charset_is_shown_in_another_only_if_the_letters_show_it() {
    let (text, found, _) = shown(b"Chu\xE2\xEB", "x-viet-vni", "8bit");
    assert_eq!(text, "Chu\u{FFFD}\u{FFFD}");
    assert_eq!(found[0], (Code::TextUnresolved, "no charset is known".into()));
    let (text, found, _) = shown("Привет, как дела? Это письмо.".as_bytes(), "x-viet-vni", "8bit");
    assert_eq!(text, "Привет, как дела? Это письмо.", "{found:?}");
    let (text, found, _) =
        shown(b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?", "x-viet-vni", "8bit");
    assert_eq!(text, "Привет, как дела?");
    assert_eq!(found[0], (Code::TextUnresolved, "x-viet-vni read as windows-1251, by statistics".into()));
}

#[test]
fn letters_that_are_control_characters_under_the_label_are_shown_in_the_likelier_charset() {
    let octets = b"\x8Elu\x9Dou\xE8k\xFD k\xF9\xF2";
    let (text, found, others) = shown(octets, "iso-8859-1", "8bit");
    assert_eq!((text.as_str(), found[0].0), ("Žluťoučký kůň", Code::LabelOverruled), "{found:?}");
    assert!(others.contains(&"Žlu\u{9D}ouèký kùò".to_owned()), "{others:?}");
    let plan = mailutf::normalize(b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n\x8Elu\x9Dou\xE8k\xFD k\xF9\xF2\n");
    assert!(plan.is_noop());
    assert_eq!(plan.findings()[0].code, Code::LabelDoubtful);
}

#[test]
fn text_without_its_transfer_encoding_has_a_finding() {
    let (text, found, _) = shown(b"Hello, world! How are you?\n", "utf-8", "base64");
    assert_eq!((text.as_str(), found[0].0), ("Hello, world! How are you?\n", Code::TransferMismatch));
    let (text, found, _) = shown(b"8NLJ18XUISD81M8g0M!nT2M3*PIM7B\n", "koi8-r", "base64");
    assert!(text.starts_with("Привет! Это"), "{text}");
    assert_eq!(found[0].0, Code::TransferDropped);
}

#[cfg(feature = "rewrite")]
#[test]
fn a_message_has_each_finding_once() {
    let octets = "Subject: GrÃ¶ÃŸe und StraÃŸe\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nHello, world!\n";
    let message = Message::parse(octets.as_bytes());
    let found: Vec<_> = message.findings().iter().map(|found| found.code).collect();
    assert_eq!(found, [Code::TextGarbled, Code::TransferMismatch]);
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

/// An encoding that is inferred because the header names an unknown one is a doubt about the text.
#[test]
fn an_inferred_transfer_encoding_is_named() {
    let octets = message(b"caf=C3=A9 =3D\n", "; charset=utf-8", "Content-Transfer-Encoding: foo\n");
    let message = Message::parse(&octets);
    let text = message.text_body().unwrap().text().unwrap();
    let codes: Vec<Code> = text.findings.iter().map(|(code, _)| *code).collect();
    assert_eq!((&*text.text, codes), ("café =\n", vec![Code::TransferUnnamed]));
}

/// Text whose charset nothing names is shown in the likeliest one, whether it has no label or one that names nothing.
#[test]
fn few_letters_without_a_usable_label_are_shown() {
    for label in ["", "; charset=x-ancient", "; charset=us-ascii"] {
        let octets = message(b"\xE4\xC1\n", label, "");
        let message = Message::parse(&octets);
        let text = message.text_body().unwrap().text().unwrap();
        assert_eq!((&*text.text, text.charset.name()), ("Да\n", "KOI8-R"), "{label}");
        assert!(text.findings[0].1.to_string().contains("KOI8-R"), "{:?}", text.findings);
        assert!(Normalizer::new(Policy::default()).plan(&octets).apply().ends_with(b"\xE4\xC1\n"));
    }
}

/// The readings that a person can choose are others than the one that is shown, and only those that are possible.
#[test]
fn the_shown_reading_is_no_alternative() {
    let charset = |label: &str| mailutf::charset::Charset::for_label(label.as_bytes()).unwrap();
    let octets = [b"Subject: ", &*charset("koi8-r").encode("Да").unwrap(), b"\n\n\xEE\xC5\xD4"].concat();
    let message = Message::parse(&octets);
    let subject = message.subject().unwrap();
    for reading in message.readings() {
        assert!(reading.others.iter().all(|other| other.text.trim() != subject), "{:?}", reading.others);
    }
    let sentence = "会議は金曜日の午後三時から始まります。よろしくお願いします。";
    for label in ["shift_jis", "euc-jp"] {
        let octets = [b"Subject: x\n\n", &*charset(label).encode(sentence).unwrap()].concat();
        let message = Message::parse(&octets);
        assert_eq!(message.text_body().unwrap().text().unwrap().text, sentence);
        assert_eq!(message.readings()[0].others, [], "{label}");
    }
}

/// A message that is cut off within an enclosed message is damaged there.
#[test]
fn an_enclosed_message_that_is_cut_off_is_damaged() {
    let header = "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\nSubject: x\n\nThe text";
    let cut = Message::parse(header.as_bytes());
    assert_eq!(cut.files().next().unwrap().content().damage, Some(Unreadable::CutOff));
    let whole = format!("{header}\n--o--\n");
    assert_eq!(Message::parse(whole.as_bytes()).files().next().unwrap().content().damage, None);
}

/// Garbled text that is left keeps its header, too.
#[test]
fn garbled_text_that_is_left_is_unchanged() {
    let octets = "Content-Type: text/plain; charset=utf-8\n\nschÃ¶ne GrÃ¼ÃŸe\n".as_bytes();
    let plan = Normalizer::new(Policy::default()).plan(octets);
    assert_eq!((plan.findings()[0].code, &*plan.apply()), (Code::TextGarbled, octets));
}

/// Text that does not decode in UTF-8, the charset of its label, is shown in the charset of which its letters leave no
/// doubt. Thai letters are UTF-8 by chance so often that the octets alone do not disprove the label.
#[test]
fn thai_under_the_label_utf_8_is_shown() {
    let sentence = "เรียน ทุกท่าน ขอเชิญเข้าร่วมประชุมในวันจันทร์ที่จะถึงนี้";
    let encoded = Charset::for_label(b"tis-620").unwrap().encode(sentence).unwrap();
    let octets =
        [b"Subject: ", &*encoded, b"\nContent-Type: text/plain; charset=utf-8\n\n", &encoded].concat();
    let message = Message::parse(&octets);
    assert_eq!(message.text_body().unwrap().text().unwrap().text, sentence);
    assert_eq!(message.subject().unwrap(), sentence);
    let damaged = "Content-Type: text/plain; charset=utf-8\n\nПривет, \u{FFFD}мир, как дела?\n".as_bytes();
    let octets: Vec<u8> = damaged.iter().copied().filter(|octet| *octet != 0xEF).collect();
    assert!(
        Message::parse(&octets).text_body().unwrap().text().unwrap().text.starts_with("Привет, \u{FFFD}")
    );
}
