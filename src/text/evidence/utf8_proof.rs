//! Judges how certainly octets are UTF-8, if they are valid UTF-8 but their label names another charset.
//!
//! The rules were measured on 190,000 strings from translation catalogues in 100 languages, and on the words of these
//! strings. For double-octet charsets, they were also measured on all substrings of up to 8 characters (4 million).
//! Each text was tried in each charset that has its characters.
//!
//! Few of the strings are valid UTF-8 by chance. Among these few, only some Cyrillic words are garbled in the charset
//! of the label and look like words in UTF-8. Decoded as UTF-8, none of these few strings consists of ASCII words
//! with some small Latin-1 letters. Three of them have two CJK characters, and none has more. None has a CJK
//! character between small Latin letters. All functions take linear time.

use super::segments::lines;
use super::words::{is_garbled, is_plausible, is_rare, is_trademark};
use crate::charset::Charset;
use mailutf_codecs::internal::utf8_in_mail;
use mailutf_codecs::internal::{distinct_words, likelier_as_utf8};

/// The conclusion from the fact that octets are valid UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Proof {
    /// There is no conclusion: the octets may be valid UTF-8 by chance.
    None,
    /// The charset of the label is doubtful.
    Doubt,
    /// The octets are UTF-8.
    Certain,
}

/// The single-octet charsets in which some words are valid UTF-8 by chance. Examples of such words are "кБ", "цілі",
/// "од", "тое", "ลบ", "ТҮРІ", "Թեմա", "رچرڈ", and "მ²".
const ACCIDENTS: [&str; 10] = [
    "ISO-8859-5",
    "IBM1124",
    "KOI8-U",
    "IBM855",
    "IBM866",
    "windows-874",
    "KZ-1048",
    "ARMSCII-8",
    "windows-1256",
    "Georgian-Academy",
];

/// The form of the octets proves UTF-8 only if the text is also likelier in UTF-8 than in the charset of the label, by
/// at least this many nats (natural logarithm of the ratio of the probabilities). Many valid sequences alone prove
/// nothing: they may be one word that is valid UTF-8 by chance, repeated.
const CERTAIN: i32 = 6;
/// The limit for proof in charsets in which words are often valid UTF-8 by chance. In these charsets, [`CERTAIN`]
/// only raises doubt. In any charset, even a few octets make the label doubtful if they are likelier as UTF-8 by at
/// least `STRIKING` nats.
pub(super) const STRIKING: i32 = 12;

/// Whether a line counts as UTF-8 although the form of its octets proves nothing. `nats` tells how much likelier the
/// line is in UTF-8 than in `charset`. Such lines alone do not show that a text mixes UTF-8 and `charset`.
pub(in crate::text) fn is_likely(charset: Charset, nats: i32) -> bool {
    let is_prone = !charset.is_single_octet() || ACCIDENTS.contains(&charset.name());
    nats >= if is_prone { STRIKING } else { CERTAIN }
}

/// Returns the conclusion about `octets` if they are valid UTF-8, but also decode in `charset`, a superset of
/// US-ASCII.
pub(in crate::text) fn proof(charset: Charset, octets: &[u8]) -> Proof {
    if utf8_in_mail::text(octets).is_none_or(|text| text.is_ascii()) {
        return Proof::None;
    }
    let words = distinct_words(octets, charset);
    let words = words.split(|octet| *octet == b' ');
    let (marks, others): (Vec<&[u8]>, Vec<&[u8]>) = words.partition(|word| may_be_trademark(charset, word));
    match (marks.is_empty(), others.is_empty()) {
        (true, _) => without_trademarks(charset, octets),
        (false, true) => Proof::Doubt,
        (false, false) => without_trademarks(charset, &others.join(&b' ')),
    }
}

/// Returns the conclusion about octets that are valid UTF-8, if none of their words may be a trademark.
fn without_trademarks(charset: Charset, octets: &[u8]) -> Proof {
    let is_prone = ACCIDENTS.contains(&charset.name());
    let (doubtful, certain) = if is_prone { (CERTAIN, STRIKING) } else { (1, CERTAIN) };
    match (by_form(charset, octets), likelier_as_utf8(octets, charset)) {
        (Proof::None | Proof::Doubt, _)
            if is_prone && (has_rare_characters(octets) || are_lone_letters(octets)) =>
        {
            Proof::None
        }
        (Proof::Certain, nats) if nats >= certain => Proof::Certain,
        (Proof::Certain | Proof::Doubt, nats) if nats >= doubtful => Proof::Doubt,
        (_, nats) if nats >= STRIKING => Proof::Doubt,
        _ => Proof::None,
    }
}

/// Returns the conclusion from the number and the kinds of the characters. Repeated characters count once.
fn by_form(charset: Charset, octets: &[u8]) -> Proof {
    let Some(text) = utf8_in_mail::text(octets).filter(|text| !text.is_ascii()) else { return Proof::None };
    let words = distinct_words(octets, charset);
    let distinct: Vec<char> = utf8_in_mail::characters(&words).collect();
    let beyond = |first: char| distinct.iter().filter(|c| **c >= first).count();
    if !charset.is_single_octet() {
        return match (beyond('\u{80}'), beyond('\u{800}')) {
            (16.., _) => Proof::Certain,
            _ if !is_plausible(&text) => Proof::None,
            (_, 4..) => Proof::Certain,
            _ if are_western(&words) => Proof::Certain,
            (8.., _) | (_, 2..) => Proof::Doubt,
            _ if is_western(&text) => Proof::Doubt,
            _ => Proof::None,
        };
    }
    let is_prone = ACCIDENTS.contains(&charset.name());
    match beyond('\u{80}') {
        4.. => return Proof::Certain,
        _ if !is_plausible(&text) => return Proof::None,
        2.. if !is_prone => return Proof::Certain,
        _ => {}
    }
    match (is_garbage(charset, octets) || is_latin(&text), beyond('\u{80}')) {
        (true, 2..) => Proof::Certain,
        (true, _) if !is_prone => Proof::Certain,
        (true, _) | (false, 2..) => Proof::Doubt,
        _ => Proof::None,
    }
}

/// Whether text in UTF-8 has letters that no language of the model has (`ҹ`), modifier letters (`˲`), or a `¹`, whose
/// octets are `ยน` in windows-874.
fn has_rare_characters(octets: &[u8]) -> bool {
    let is_rare = |c| is_rare(c) || matches!(c, '¹' | '\u{2E0}'..='\u{2FF}');
    utf8_in_mail::text(octets).is_some_and(|text| text.contains(is_rare))
}

/// Whether each word beyond US-ASCII of text in UTF-8 is a single letter, perhaps repeated, and some of these
/// letters, other than `و`, are Armenian or Arabic. In these scripts, the only word of one letter is `و`. So such
/// text is valid UTF-8 by chance: `Ա` is `дБ` in ISO-8859-5, and `о Դ` is `ะพ ิด` in windows-874.
fn are_lone_letters(octets: &[u8]) -> bool {
    let lone = |word: &str| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        let first = letters.next()?;
        letters.all(|letter| letter == first).then_some(first)
    };
    let text = utf8_in_mail::text(octets).unwrap_or_default();
    let words = text.split_whitespace().filter(|word| !word.is_ascii());
    let letters: Option<Vec<char>> = words.map(lone).collect();
    let is_no_word = |c: &char| *c != 'و' && matches!(c, '\u{530}'..='\u{58F}' | '\u{600}'..='\u{6FF}');
    letters.is_some_and(|letters| letters.iter().any(is_no_word))
}

/// Whether a word could be a [trademark](is_trademark) in `charset`.
fn may_be_trademark(charset: Charset, word: &[u8]) -> bool {
    utf8_in_mail::text(word).is_some_and(|as_utf8| is_trademark(&charset.decode(word).text, &as_utf8))
}

/// Whether a word in a text in `charset` is almost certainly UTF-8. Either its octets are proof of UTF-8, or its
/// octets raise doubt and it is a [Western](is_western) word in UTF-8.
///
/// A Chinese character between two English words may look like such a word. Among 830,000 characters in translation
/// catalogues there were 19 such cases, and none of them was valid UTF-8.
pub(in crate::text) fn is_utf8_word(charset: Charset, word: &[u8]) -> bool {
    !word.is_ascii()
        && match proof(charset, word) {
            Proof::Certain => true,
            Proof::Doubt => utf8_in_mail::text(word).is_some_and(|text| is_western(&text)),
            Proof::None => false,
        }
}

/// Whether `octets` do not decode in `charset`, or decode to something that does not look like text.
pub(in crate::text) fn is_garbage(charset: Charset, octets: &[u8]) -> bool {
    lines(octets).any(|(line, _)| {
        let decoded = charset.decode(line);
        decoded.errors > 0 || is_garbled(&decoded.text)
    })
}

/// Whether there are words with letters beyond ASCII, each of these words also has ASCII letters, and all its letters
/// beyond ASCII are small letters of Latin-1. An example is "für".
pub(in crate::text) fn is_latin(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_ascii()).peekable();
    let is_latin = |word: &str| {
        let is_letter = |c: char| c.is_ascii() || ('ß'..='ÿ').contains(&c);
        word.chars().all(is_letter) && word.contains(|c: char| c.is_ascii())
    };
    words.peek().is_some() && words.all(is_latin)
}

/// Whether the text has a Western word of US-ASCII letters and characters beyond US-ASCII, or a [copyright] sign before
/// a year. In a Western word, the characters beyond US-ASCII stand in one of these places:
///
/// - [between small letters](is_within_letters), as in "für"
/// - directly after a capital at the start of the word, as in "Müller" (a single small letter of Latin-1)
/// - at the end of the word, as in "café" (only `é`)
///
/// Any other character at the end may be a Chinese character after an English word: "ok么", "Arial체".
fn is_western(text: &str) -> bool {
    const STEM: usize = 3;
    let is_small = |word: &str| word.bytes().all(|octet| octet.is_ascii_lowercase());
    let is_name = |word: &str| {
        let mut letters = word.chars();
        let start = letters.next().zip(letters.next());
        start.is_some_and(|(first, second)| first.is_ascii_uppercase() && ('ß'..='ÿ').contains(&second))
            && letters.as_str().len() >= STEM - 1
            && is_small(letters.as_str())
    };
    let ends_in_e = |word: &str| {
        let stem = word.strip_suffix('é').filter(|stem| stem.is_ascii() && stem.len() >= STEM);
        stem.and_then(|stem| stem.get(1..)).is_some_and(is_small)
    };
    is_within_letters(text)
        || copyright(text.as_bytes()).is_some()
        || text.split(|c: char| !c.is_alphanumeric()).any(|word| is_name(word) || ends_in_e(word))
}

/// Whether several words in UTF-8 are [Western](is_western). A Chinese character between letters of US-ASCII is
/// rare, and none of those that were counted in translation catalogues was valid UTF-8.
fn are_western(words: &[u8]) -> bool {
    let words = words.split(|octet| *octet == b' ').filter_map(utf8_in_mail::text);
    words.filter(|word| is_western(word)).count() >= 2
}

/// Returns the offset of a copyright sign in UTF-8 before a year, as in a footer.
pub(in crate::text) fn copyright(octets: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(octets, "©".as_bytes()).find(|at| {
        let after = octets.get(at + "©".len()..).unwrap_or_default();
        let after = after.strip_prefix(b" ").unwrap_or(after);
        let year = after.get(..4).unwrap_or_default();
        (year.starts_with(b"19") || year.starts_with(b"20")) && year.iter().all(u8::is_ascii_digit)
    })
}

/// Whether characters beyond US-ASCII occur between small US-ASCII letters: "für", "don’t".
fn is_within_letters(text: &str) -> bool {
    let mut letter = false;
    let mut within = false;
    text.chars().any(|c| {
        let found = within && c.is_ascii_lowercase();
        within = !c.is_ascii() && (within || letter);
        letter = c.is_ascii_lowercase();
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proves(label: &str, text: &str) -> Proof {
        proof(Charset::for_label(label.as_bytes()).unwrap(), text.as_bytes())
    }

    #[test]
    fn one_character_is_proof_in_charsets_without_accidents() {
        for label in ["windows-1251", "windows-1252", "iso-8859-2", "windows-1253", "koi8-r", "ibm850"] {
            for text in ["für", "don’t", "Jürgen"] {
                assert_eq!(proves(label, text), Proof::Certain, "{label} {text}");
            }
        }
        for label in
            ["ibm866", "iso-8859-5", "windows-874", "koi8-u", "gb18030", "big5", "shift_jis", "euc-kr"]
        {
            for text in ["für", "don’t", "café", "Müller"] {
                assert_eq!(proves(label, text), Proof::Doubt, "{label} {text}");
            }
        }
    }

    /// Each text is encoded in UTF-8 and judged against the charset of the label. Even a few letters raise doubt or
    /// are proof if they are a word, symbols next to ASCII, or letters that the model does not know.
    #[test]
    fn few_letters_may_be_proof() {
        for (label, text) in [
            ("windows-874", "И"),
            ("iso-8859-5", "и"),
            ("windows-874", "20 °C"),
            ("windows-874", "˚C"),
            ("windows-874", "HashBaumGerät"),
        ] {
            assert_eq!(proves(label, text), Proof::Doubt, "{label} {text}");
        }
        assert_eq!(proves("windows-1252", "Ƙasa"), Proof::Certain);
    }

    /// In a double-octet charset, the octets of `ö` in `gehört` would be a Chinese character between Latin letters,
    /// which is rare. Two such words are so rare that they prove UTF-8.
    #[test]
    fn several_western_words_are_proof_in_double_octet_charsets() {
        for label in ["gb18030", "big5", "shift_jis", "euc-kr", "euc-jp"] {
            let text = "Diese Liste gehört zur Universität Köln";
            assert_eq!(proves(label, text), Proof::Certain, "{label}");
            assert_eq!(proves(label, "Diese Liste gehört"), Proof::Doubt, "{label}");
        }
    }

    #[test]
    fn what_another_program_could_not_read_is_utf8() {
        for label in ["koi8-r", "windows-1252", "windows-1251"] {
            assert_eq!(proves(label, "\u{FFFD} and more\n\u{FFFD} and more"), Proof::Certain, "{label}");
        }
    }

    #[test]
    fn several_cjk_characters_are_proof() {
        for label in ["gb18030", "shift_jis", "euc-jp", "big5", "ibm866", "windows-1252"] {
            assert_eq!(proves(label, "会议通知"), Proof::Certain, "{label}");
        }
        assert_eq!(proves("gb18030", "通知"), Proof::Doubt);
        assert_eq!(proves("gb18030", "© 2024"), Proof::Doubt);
    }

    /// The UTF-8 of `î` and `COLî` is `Ă®` and `COLĂ®` in windows-1250, which may be trademarks in capitals. Such
    /// words prove nothing, not even next to other words.
    #[test]
    fn a_small_letter_behind_capitals_may_be_a_trademark() {
        for text in ["î", "COLî", "COLî und COLî", "î\nCOLî"] {
            assert_ne!(proves("windows-1250", text), Proof::Certain, "{text}");
        }
        assert_eq!(proof(Charset::for_label(b"windows-1258").unwrap(), "î\nCOMANDÔ".as_bytes()), Proof::None);
        for text in ["în", "jî", "À", "OÙ", "COLî în"] {
            assert_eq!(proves("windows-1250", text), Proof::Certain, "{text}");
        }
    }

    /// The text is a name in Urdu whose octets are `эя` in UTF-8. Such text stays unchanged.
    #[test]
    fn four_octets_of_urdu_are_not_certainly_utf8() {
        let urdu = Charset::for_label(b"windows-1256").unwrap();
        assert_ne!(proof(urdu, &urdu.encode("رچرڈ").unwrap()), Proof::Certain);
    }

    /// The texts are correct in these charsets, and their octets are valid UTF-8 by chance.
    #[test]
    fn accidents_are_no_proof() {
        for (label, text) in [
            ("windows-1251", "Ці"),
            ("windows-1250", "COMANDĂ”"),
            ("windows-1252", "LIBERTÉ\u{A0}!"),
            ("koi8-r", "её"),
            ("iso-8859-5", "ЦП"),
            ("ibm866", "тип"),
            ("ibm852", "đó"),
            ("windows-874", "ลบ"),
            ("iso-8859-5", "-48 дБ"),
            ("ibm1124", "-48 дБ"),
            ("windows-874", "ำงาน"),
            ("windows-874", "The word าน means something else in this file, see สท."),
            ("windows-874", "าด\nีก\nีก\nีก\nีก\nีก\nีก"),
            ("windows-874", "ุป\nิด\nิด"),
            ("windows-874", "ีปีป"),
            ("windows-874", "[ะพ] (ิด)"),
            ("windows-874", "PDFยน"),
            ("iso-8859-5", "иВ"),
            ("georgian-academy", "Win32მ²"),
            ("kz-1048", "ТҮРІ"),
            ("georgian-academy", "მ²"),
            ("armscii-8", "Թեմա"),
            ("gb18030", "眉"),
            ("gb18030", "为什么"),
            ("gb18030", "模式使"),
            ("big5", "撣語"),
            ("gb18030", "漏 20 升"),
            ("gb18030", "ok么"),
            ("gb18030", "done没"),
            ("euc-kr", "Arial체"),
        ] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset.encode(text).unwrap();
            assert_eq!(proof(charset, &octets), Proof::None, "{label} {text}");
        }
    }
}
