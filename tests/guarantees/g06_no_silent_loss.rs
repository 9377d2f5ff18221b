//! Guarantee G6 (docs/guarantees.md): text that cannot be read without loss is left unchanged and reported. U+FFFD
//! is written only on request, and is reported as well.

use crate::corpus;
use mailutf::charset::Charset;
use mailutf::structure::Structure;
use mailutf::text::Confidence;
use mailutf::transfer::base64;
use mailutf::{Code, Detail, Limits, Normalizer, Policy, Severity, normalize};
use memchr::memmem;
use proptest::prelude::*;

/// For each charset, octets that are valid up to some place and ill-formed after it.
const MALFORMED: &[(&str, &[u8])] = &[
    ("utf-8", b"gr\xC3\xB6\xC3\x9Fer \xE2\x82"),
    ("utf-8", b"one \xFF"),
    ("utf-7", b"Hi +2D0-"),
    ("utf-16", b"\xFE\xFF\0a\xD8\0\0b\0\n"),
    ("utf-16be", b"\0a\0 \0b\0"),
    ("gb18030", b"\xD6\xD0\xCE\xC4\xD6\xD0\xCE\xC4 \xFF"),
    ("big5", b"\xA4\xA4\xA4\xE5\xB4\xFA\xB8\xD5 \xFF"),
    ("euc-kr", b"\xC7\xD1\xB1\xB9\xBE\xEE \xFF"),
    ("euc-jp", b"\xC6\xFC\xCB\xDC\xB8\xEC \xFF"),
    ("shift_jis", b"\x93\xFA\x96\x7B\x8C\xEA \xFF"),
    ("iso-2022-jp", b"\x1B$BF|K\\8l\x1B(B \x1B$B\x7F\x7F\x1B(B"),
    ("windows-1253", b"\xC1\xC2\xC3 \xD2"),
    ("x-viet-vni", b"gr\xF6\xDFer"),
];

fn message(charset: &str, octets: &[u8]) -> Vec<u8> {
    let escaped: String = octets.iter().map(|octet| format!("={octet:02X}")).collect();
    format!(
        "Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: quoted-printable\n\n{escaped}"
    )
    .into_bytes()
}

#[test]
fn ill_formed_text_is_kept_and_reported() {
    for (charset, octets) in MALFORMED {
        let message = message(charset, octets);
        let plan = normalize(&message);
        assert!(plan.is_noop(), "{charset}: {:?}", plan.findings());
        assert!(plan.is_unresolved(), "{charset}");
    }
}

#[test]
fn replacement_is_on_request_and_reported() {
    let lossy = Normalizer::new(Policy::default().with_lossy(true));
    for (charset, octets) in MALFORMED.iter().filter(|(charset, _)| !charset.starts_with("x-")) {
        let message = message(charset, octets);
        let plan = lossy.plan(&message);
        assert!(String::from_utf8(plan.apply().into_owned()).unwrap().contains('\u{fffd}'), "{charset}");
        assert!(plan.findings().iter().any(|finding| finding.code == Code::TextReplaced), "{charset}");
    }
}

/// A text can contain U+FFFD already, but no U+FFFD may be added.
#[test]
fn no_replacement_character_appears_in_real_mail() {
    let count = |octets: &[u8]| memmem::find_iter(octets, "\u{fffd}").count();
    for sample in corpus::all().filter(|sample| sample.edited) {
        // Encoded words and encoded bodies can contain U+FFFD in these forms.
        let encoded = ["=EF=BF=BD", "=ef=bf=bd", "77+9", "e/v7", "vv7", "/vQ"];
        let held = encoded.iter().any(|form| memmem::find(sample.input, form.as_bytes()).is_some());
        assert!(held || count(&sample.output) <= count(sample.input), "{}", sample.path.display());
    }
}

fn labels() -> Vec<&'static str> {
    let mut labels: Vec<_> = Charset::all().map(Charset::name).collect();
    labels.extend(["x-other", "unknown-8bit", "shift_jis", "gb2312", "iso-8859-1"]);
    labels
}

/// The text without its byte order mark, with LF line ends. In a transfer encoding, the line ends of a text can
/// differ from those of the message.
fn lines(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace("\r\n", "\n")
}

/// Reads lines that are UTF-8 as UTF-8, and all other lines in `charset`.
fn line_by_line(octets: &[u8], charset: Charset) -> String {
    let lines = octets.split_inclusive(|octet| *octet == b'\n');
    let read = lines.map(|line| match std::str::from_utf8(line) {
        Ok(text) if !line.is_ascii() => text.to_owned(),
        _ => charset.decode_strict(line).expect("octets in their charset").into_owned(),
    });
    read.collect()
}

/// The text of octets in a charset of ISO 8859. The octets 0x80 to 0x9F, which are control characters in that
/// charset, are read in windows-1252 instead.
fn with_marks(octets: &[u8], charset: Charset) -> String {
    let read = |octet: &u8| {
        let charset = if matches!(octet, 0x80..=0x9F) { Charset::WINDOWS_1252 } else { charset };
        charset.decode_strict(&[*octet]).expect("an octet in its charset").into_owned()
    };
    octets.iter().map(read).collect()
}

/// Octets like those of real text: most of the pieces are valid in some charset.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"text ",
        b"\n",
        b"\x1B$B",
        b"\x1B(B",
        b"$\"",
        b"~{",
        b"~}",
        b"+AOQ-",
        b"+",
        b"\xC3\xA4",
        b"\xE2\x82",
        b"\xFF\xFE",
        b"\xC6\xFC",
        b"\x93\xFA",
        b"\x0E",
        b"\x0F",
        b"\x81",
        b"\xFF",
        b"\0",
    ];
    let pieces =
        prop::collection::vec(prop::sample::select(PIECES), 0..20).prop_map(|pieces| pieces.concat());
    prop_oneof![pieces, prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(crate::proptest_config(256))]

    /// Under any label, the octets are either left unchanged, or all of them are in the new text. The new text is
    /// read by the label, or in another charset that a finding names.
    #[test]
    fn of_any_octets(octets in octets(), label in prop::sample::select(labels())) {
        let message = message(label, &octets);
        let plan = normalize(&message);
        let output = plan.apply();
        let text = text_of(&output);
        let declared = Charset::for_label(label.as_bytes()).and_then(|charset| charset.decode_strict(&octets).ok());
        let guessed = plan.findings().iter().any(|finding| finding.code.severity() == Severity::Guess);
        let kept = plan.findings().iter().any(|finding| finding.code == Code::TextMalformed);
        if plan.is_noop() {
            let normal = std::str::from_utf8(&octets).is_ok() && declared.is_some();
            prop_assert!(plan.is_unresolved() || normal, "{:?}", plan.findings());
        } else if kept {
            // The finding is about a stray `+` in UTF-7, which is kept.
            prop_assert!(!text.contains(char::REPLACEMENT_CHARACTER));
        } else if !guessed {
            // A placeholder is a label that does not name a charset. ASCII text under a placeholder is read as
            // ASCII.
            let ascii = std::str::from_utf8(&octets).ok().filter(|text| text.is_ascii());
            let declared = declared.or(ascii.map(Into::into)).expect("octets in their charset");
            prop_assert_eq!(lines(&text), lines(&declared));
        } else {
            // The text was read without loss in the charset that a finding names.
            let read = plan.findings().iter().find_map(|finding| match finding.detail {
                Detail::Read { charset, confidence, .. } => Some((charset, confidence)),
                Detail::Mixed { charset, .. } => Some((charset, Confidence::LineByLine)),
                _ => None,
            });
            let (charset, confidence) = read.expect("a charset");
            let mixed = plan.findings().iter().any(|finding| finding.code == Code::TextMixed);
            let read = match confidence {
                _ if mixed => line_by_line(&octets, charset),
                Confidence::WindowsMarks => with_marks(&octets, charset),
                _ => charset.decode_strict(&octets).unwrap().into_owned(),
            };
            prop_assert_eq!(lines(&text), lines(&read));
        }
    }

    /// A base64 body gets an inserted octet, a replaced symbol, or loses a symbol. Without a symbol, the symbols
    /// after it decode to other octets, so such a body is left unchanged with a finding. An inserted octet that is no
    /// symbol does not change the text.
    #[test]
    fn of_damaged_base64(
        text in "[a-zäöüß ]{60,200}\n",
        at in any::<prop::sample::Index>(),
        junk in prop::sample::select(b"!>-_\0.\x80 \t".to_vec()),
        damage in 0..3,
        columns in prop::sample::select(vec![60_usize, 64, 76]),
    ) {
        let octets = Charset::for_label(b"iso-8859-1").unwrap().encode(&text).unwrap().into_owned();
        let symbols = base64::encode_word(&octets);
        // Damage at the end of the last line looks like missing padding, so no damage is made there.
        let at = at.index((symbols.len() - 1) / columns * columns);
        let mut lines: Vec<Vec<u8>> = symbols.as_bytes().chunks(columns).map(<[u8]>::to_vec).collect();
        let line = &mut lines[at / columns];
        match damage {
            0 => line.insert(at % columns, junk),
            1 => line[at % columns] = junk,
            _ => {
                line.remove(at % columns);
            }
        }
        let header = b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n";
        let message = [header, lines.join(&b'\n').as_slice()].concat();
        let plan = normalize(&message);
        if plan.is_noop() {
            prop_assert!(plan.is_unresolved());
        } else {
            let output = plan.apply();
            prop_assert_eq!(text_of(&output), text);
        }
    }
}

/// The text of a message with a single part, after its transfer encoding is decoded.
fn text_of(octets: &[u8]) -> String {
    let message = Structure::parse(octets, &Limits::default());
    let part = &message.parts[0];
    let decoded = part.transfer.unwrap().decode(part.body.slice(octets)).octets;
    String::from_utf8_lossy(&decoded).into_owned()
}
