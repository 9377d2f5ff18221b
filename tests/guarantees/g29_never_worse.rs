//! Guarantee G29 (docs/guarantees.md): a conversion never makes readable text unreadable. Valid text in every
//! charset is combined with damage of every kind. Either the lines that were readable before are readable
//! afterwards, or the part is unchanged and counts as unresolved.

use crate::proptest_config;
use mailutf::charset::Charset;
use mailutf::transfer::base64;
use mailutf::{Policy, normalize};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Sentences. Each is encoded in all charsets that have its characters.
const SENTENCES: [&str; 17] = [
    "Plain words, and nothing else in them.",
    "Größere Wörter über schöne Straßen.",
    "L'été dernier, le garçon a été à la plage près de là.",
    "Zażółć gęślą jaźń, proszę bardzo.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "İstanbul'dayız, şöyle böyle, çünkü güneş var.",
    "Ąžuolas šlamėjo, ačiū už laišką.",
    "Это письмо на русском языке, прочтите его.",
    "Ми їхали до Києва, і дії були швидкі.",
    "Καλημέρα σας, τι κάνετε σήμερα;",
    "שלום לכם, זה מכתב בעברית.",
    "السلام عليكم ورحمة الله، هذه رسالة.",
    "สวัสดีครับ นี่คือจดหมาย",
    "你好，世界。这是一封信。",
    "這是一封信，請您看看。",
    "こんにちは、これは手紙です。",
    "안녕하세요 이것은 편지입니다",
];

const PAIR: &[u8] = b"\xED\xA0\xBD\xED\xB8\x80";

/// A footer with letters of several European alphabets.
const FOOTER: &str = "Die Liste „Grüße“ – abmelden · отписаться: leave@example.org";

/// Damage to a text of several lines.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Utf8Footer,
    Utf8Banner,
    Latin1Footer,
    /// The last octet of a line is missing.
    Cut,
    /// A line is added that has a surrogate pair, encoded as in CESU-8.
    SurrogatePair,
    /// A line is added that has an escape sequence as in ISO-2022, but for no known character set.
    Escape,
    /// This octet is added in the middle of a line.
    Octet(u8),
    /// A line is added that has a five-octet form of UTF-8.
    FiveOctets,
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        Just(Damage::Utf8Footer),
        Just(Damage::Utf8Banner),
        Just(Damage::Latin1Footer),
        Just(Damage::Cut),
        Just(Damage::SurrogatePair),
        Just(Damage::Escape),
        (0x80..=0xFF_u8).prop_map(Damage::Octet),
        Just(Damage::FiveOctets),
    ]
}

/// Each charset that has a label, with the sentences beyond ASCII that it can represent.
static TEXTS: LazyLock<Vec<(Charset, Vec<&str>)>> = LazyLock::new(|| {
    let named = Charset::all().filter(|c| Charset::for_label(c.name().as_bytes()) == Some(*c));
    let texts = named.map(|charset| {
        let has = |text: &&&str| !text.is_ascii() && charset.encode(text).is_ok();
        (charset, SENTENCES.iter().filter(has).copied().collect::<Vec<_>>())
    });
    texts.filter(|(_, sentences)| !sentences.is_empty()).collect()
});

/// A text as it was sent: its octets, and its undamaged sentences.
struct Sent {
    octets: Vec<u8>,
    sound: Vec<String>,
}

fn sent(charset: Charset, sentence: &str, count: usize, damage: Damage, at: usize) -> Sent {
    let written = |text: &str| charset.encode(text).unwrap().into_owned();
    let mut lines: Vec<(Vec<u8>, Option<String>)> = (0..count)
        .map(|n| (written(&format!("{n} {sentence}\n")), Some(format!("{n} {sentence}"))))
        .collect();
    let at = at % count;
    match damage {
        Damage::Utf8Footer => lines.push((format!("{FOOTER}\n").into_bytes(), None)),
        Damage::Utf8Banner => lines.insert(0, (format!("{FOOTER}\n").into_bytes(), None)),
        Damage::Latin1Footer => lines.push((b"-- \nListe f\xFCr Gr\xFC\xDFe\n".to_vec(), None)),
        Damage::SurrogatePair => lines.insert(at, ([PAIR, b"\n"].concat(), None)),
        Damage::FiveOctets => lines.insert(at, (b"\xF8\x88\x80\x80\x80\n".to_vec(), None)),
        Damage::Escape => lines.insert(at, (b"\x1B$z?\n".to_vec(), None)),
        Damage::Cut => {
            let last = lines[at].0.len() - 2;
            lines[at].0.remove(last);
            lines[at].1 = None;
        }
        Damage::Octet(octet) => {
            let place = lines[at].0.len() / 2;
            lines[at].0.insert(place, octet);
            lines[at].1 = None;
        }
    }
    Sent {
        octets: lines.iter().flat_map(|(octets, _)| octets).copied().collect(),
        sound: lines.into_iter().filter_map(|(_, sentence)| sentence).collect(),
    }
}

fn message(octets: &[u8], label: Option<&str>) -> Vec<u8> {
    let label = label.map_or(String::new(), |label| format!("; charset={label}"));
    let escaped: String = octets.iter().map(|octet| format!("={octet:02X}")).collect();
    let escaped = escaped.replace("=0A", "=0A=\n");
    format!("Content-Type: text/plain{label}\nContent-Transfer-Encoding: quoted-printable\n\n{escaped}")
        .into_bytes()
}

/// The text of a converted message, whose only body is in UTF-8.
fn text_of(message: &[u8]) -> String {
    let strict = Policy::default().with_strict(true);
    mailutf::text::MessageTexts::parse(message, &strict).text(0).unwrap().text.into_owned()
}

/// Whether `text`, which was in `charset`, still contains shift sequences of that charset.
fn has_shifts(charset: Charset, text: &str) -> bool {
    let sequence = |start: &str| text.contains(start);
    match charset.name() {
        "HZ-GB-2312" => sequence("~{") || sequence("~}"),
        "UTF-7" => text.split('+').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric())),
        name if name.starts_with("ISO-2022") => ["\x1B$", "\x1B(", "\x0E", "\x0F"].into_iter().any(sequence),
        _ => false,
    }
}

fn is_never_worse(
    (charset, sentence): (Charset, &str),
    count: usize,
    damage: Damage,
    at: usize,
    labelled: bool,
) -> Result<(), TestCaseError> {
    let sent = sent(charset, sentence, count, damage, at);
    let input = message(&sent.octets, labelled.then(|| charset.name()));
    let plan = normalize(&input);
    let output = plan.apply();
    if *output == *input {
        prop_assert!(plan.is_unresolved() || sent.octets.is_ascii() || charset == Charset::UTF_8);
        return Ok(());
    }
    let text = text_of(&output);
    // Without a label, only UTF-8 and the charsets of ISO-2022 can be recognised with certainty.
    let known = labelled || charset == Charset::UTF_8 || charset.name().starts_with("ISO-2022");
    prop_assert!(!known || !has_shifts(charset, &text), "{charset}: {text:?}");
    for sentence in sent.sound.iter().filter(|_| known) {
        prop_assert!(text.contains(sentence), "{charset} {damage:?} {labelled}: {text:?}");
    }
    Ok(())
}

/// Each sentence in each charset is combined with each kind of damage, with and without a label.
#[test]
fn every_charset_and_every_footer() {
    // A text can have the same octets in several charsets. Without a label, the same octets are tested only once.
    let mut unlabelled = HashSet::new();
    for (charset, sentences) in TEXTS.iter() {
        for sentence in sentences {
            for damage in [
                Damage::Utf8Footer,
                Damage::Utf8Banner,
                Damage::Latin1Footer,
                Damage::Cut,
                Damage::SurrogatePair,
                Damage::Escape,
                Damage::FiveOctets,
            ] {
                for labelled in [true, false] {
                    if !labelled && !unlabelled.insert(sent(*charset, sentence, 3, damage, 1).octets) {
                        continue;
                    }
                    is_never_worse((*charset, sentence), 3, damage, 1, labelled)
                        .unwrap_or_else(|why| panic!("{charset}: {damage:?}, labelled: {labelled}: {why}"));
                }
            }
        }
    }
}

/// If a text is in another language than the rest of the message, it is not read in the charset of the rest.
#[test]
fn text_in_two_languages_stays_readable() {
    const SUBJECT: &str = "Déjà près, très d’accord, größer";
    let subject = base64::encode_word(&Charset::WINDOWS_1252.encode(SUBJECT).unwrap());
    for label in ["koi8-r", "windows-1251", "iso-8859-2"] {
        let body = Charset::for_label(label.as_bytes()).unwrap();
        let (_, sentences) = TEXTS.iter().find(|(charset, _)| *charset == body).unwrap();
        let body = body.encode(sentences[0]).unwrap();
        let header =
            format!("Subject: =?us-ascii?B?{subject}?=\nContent-Type: text/plain; charset={label}\n\n");
        let plan = normalize(&[header.as_bytes(), &body].concat()).apply().into_owned();
        let expected = format!("Subject: {SUBJECT}\n");
        assert!(plan.starts_with(expected.as_bytes()), "{label}: {}", String::from_utf8_lossy(&plan));
    }
}

/// After a conversion, a footer in UTF-8 is readable, or the part is unchanged. This holds for every label under
/// which octets below 128 are ASCII.
#[test]
fn footers_are_readable() {
    for (charset, sentences) in TEXTS.iter().filter(|(charset, _)| !charset.is_wide()) {
        // In EBCDIC, no octet has the meaning that it has in ASCII, so such charsets are left out.
        if charset.encode("a").unwrap().as_ref() != b"a" {
            continue;
        }
        for sentence in sentences {
            for damage in [Damage::Utf8Footer, Damage::Utf8Banner] {
                let sent = sent(*charset, sentence, 3, damage, 0);
                let input = message(&sent.octets, Some(charset.name()));
                let plan = normalize(&input);
                let read = || text_of(&plan.apply());
                assert!(plan.is_unresolved() || read().contains(FOOTER), "{charset}: {}", read());
            }
        }
    }
}

proptest! {
    #![proptest_config(proptest_config(512))]

    #[test]
    fn sound_text_stays_readable(
        text in any::<prop::sample::Index>(),
        sentence in any::<prop::sample::Index>(),
        count in 1..6_usize,
        damage in damage(),
        at in 0..6_usize,
        labelled in any::<bool>(),
    ) {
        let (charset, sentences) = &TEXTS[text.index(TEXTS.len())];
        let sentence = sentences[sentence.index(sentences.len())];
        is_never_worse((*charset, sentence), count, damage, at, labelled)?;
    }
}
