//! Detects the charset of octets that have no usable label.
//!
//! The first evidence in this list that is found decides:
//!
//! 1. a byte order mark
//! 2. escape sequences of ISO-2022, or the shifts of HZ
//! 3. the NUL octets of ASCII characters in UTF-16
//! 4. only US-ASCII: no octet is above 127
//! 5. valid UTF-8
//! 6. the letters, scored by a model of languages ([`by_language`]), if no octet is NUL
//!
//! The octets always decode in the detected charset without an error.
//!
//! Damage is not evidence for another charset. If there are escape sequences that do not decode, neither US-ASCII nor
//! UTF-8 is detected, and the model is not asked, because the escape sequences would stay in the text. If the octets
//! contain more UTF-8 characters than ill-formed sequences, they are damaged UTF-8, and no charset is detected.
//!
//! Two kinds of evidence are certain: a byte order mark, and escape sequences that decode without an error. Valid
//! UTF-8 is nearly certain evidence if it has at least two characters beyond US-ASCII. The octets of a single
//! character may also be two letters in a legacy charset (`Ã¤`). The evidence of the model is only probable:
//! [`candidates()`] returns the probabilities. If no probability is high enough, no charset is detected.
//!
//! Without the feature `detection`, the model is not part of the program. Then only the form of octets shows their
//! charset, and no label is doubted.
//!
//! UTF-7 is never detected. Any ASCII text with a `+` might be UTF-7, and mail filters would not see text that is
//! hidden in UTF-7.

mod candidate;
pub(crate) mod escape;
pub(crate) mod final_letter;
pub(crate) mod hz;
#[cfg(feature = "detection")]
pub(crate) mod model;
#[cfg(not(feature = "detection"))]
#[path = "no_model.rs"]
pub(crate) mod model;
pub(crate) mod nat;
mod prior;
pub(crate) mod utf16_order;

pub use candidate::Candidate;
pub use model::is_scored;
pub use prior::Prior;

use crate::charset::identity::Charset;
use crate::charset::unicode::utf8;
use crate::charset::unicode::utf8_in_mail;
use escape::{by_escape, by_escape_with_text};
use utf16_order::utf16_order;

/// Text of at most this many octets may be valid UTF-8 by chance. Longer text hardly ever is.
const FEW_OCTETS: usize = 16;
/// Short text that is valid UTF-8 is read in another charset only if it is likelier in that charset by at least this
/// many nats.
const FAR_LIKELIER: i32 = 8;

/// Why a charset was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// A byte order mark.
    ByteOrderMark,
    /// Valid UTF-8 with octets above 127. Text in other charsets is rarely valid UTF-8 by chance.
    Utf8Validity,
    /// Only octets below 128, without escape sequences.
    Ascii,
    /// An escape sequence of the ISO-2022 family, or the shifts of HZ.
    EscapeSequence,
    /// The NULs of ASCII characters in UTF-16 without a byte order mark ([`utf16_order`](utf16_order())).
    Utf16Order,
    /// The letters of the words, which a model of languages scored. This evidence is only probable.
    Statistics,
}

impl Evidence {
    /// The name of the evidence in output: `byte order mark`, `valid UTF-8`, `ASCII only`, `escape sequences`, `order
    /// of UTF-16` or `statistics`. The name does not change between versions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte order mark",
            Self::Utf8Validity => "valid UTF-8",
            Self::Ascii => "ASCII only",
            Self::EscapeSequence => "escape sequences",
            Self::Utf16Order => "order of UTF-16",
            Self::Statistics => "statistics",
        }
    }
}

/// A detected charset, and the evidence for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detected {
    /// The charset. The octets decode in it without an error.
    pub charset: Charset,
    /// The evidence for the charset.
    pub evidence: Evidence,
}

/// Detects the charset of `octets`. Returns `None` if the evidence does not suffice for any charset in which the
/// octets decode without an error. Text with a byte order mark is detected as UTF-8, UTF-16 or UTF-32: `UTF-16` without
/// a byte order, because the mark names it. Takes linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::{Charset, detect::{Evidence, detect}};
/// assert_eq!(detect("größe".as_bytes()).unwrap().charset, Charset::UTF_8);
/// let detected = detect(b"\xef\xf2\xe8\xf6\xfb \xeb\xe5\xf2\xff\xf2 \xed\xe0 \xfe\xe3").unwrap();
/// assert_eq!((detected.charset.name(), detected.evidence), ("windows-1251", Evidence::Statistics));
/// ```
pub fn detect(octets: &[u8]) -> Option<Detected> {
    detect_by(octets, &Prior::default())
}

/// Detects the charset as [`detect`] does, and also uses `prior`, which is evidence from the context of the octets.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::Charset;
/// use mailutf::charset::detect::{Prior, detect, detect_by};
/// let octets = b"\xC4\xE0"; // two letters
/// assert_eq!(detect(octets), None);
/// let windows_1251 = Charset::for_label(b"windows-1251").unwrap();
/// let prior = Prior { charsets: vec![(windows_1251, 9.0)], languages: vec![("ru", 4.0)] };
/// assert_eq!(detect_by(octets, &prior).map(|detected| detected.charset), Some(windows_1251));
/// ```
pub fn detect_by(octets: &[u8], prior: &Prior) -> Option<Detected> {
    match by_form(octets) {
        Some(detected) if may_be_by_chance(detected, octets) => {
            likelier_than_few_characters(octets, prior).or(Some(detected))
        }
        None if is_of_letters(octets) => by_model(octets, prior),
        detected => detected,
    }
}

/// Whether octets that are UTF-8 are so few that they may be UTF-8 by chance.
fn may_be_by_chance(detected: Detected, octets: &[u8]) -> bool {
    detected.evidence == Evidence::Utf8Validity && octets.len() <= FEW_OCTETS
}

/// Whether only the letters can show the charset of octets whose form shows none. Escape sequences that do not decode
/// show damage. The model must not take such octets for letters.
fn is_of_letters(octets: &[u8]) -> bool {
    needs_model(octets) && by_escape(octets).is_none()
}

/// Detects the charset by the model of languages.
fn by_model(octets: &[u8], prior: &Prior) -> Option<Detected> {
    let charset = model::choose(octets, prior)?;
    // windows-1252 decodes the octets that it does not define as control characters (`\x81sa`), which no author
    // writes.
    let is_control = |character| matches!(character, '\u{80}'..='\u{9F}');
    let is_text = charset.decode_strict(octets).is_ok_and(|text| !text.contains(is_control));
    is_text.then_some(Detected { charset, evidence: Evidence::Statistics })
}

/// Returns the charset that the model detects for a short text that is valid UTF-8, if the text is far likelier in
/// this charset than as UTF-8. For example, two Chinese characters in GBK may have the octets of two characters in
/// UTF-8. But these two characters mostly come from languages that nobody writes together (`什么` in GBK is `ʲô` in
/// UTF-8).
fn likelier_than_few_characters(octets: &[u8], prior: &Prior) -> Option<Detected> {
    let (as_utf8, detected) = (str::from_utf8(octets).ok()?, by_model(octets, prior)?);
    let text = detected.charset.decode_strict(octets).ok()?;
    (model::likelier(&text, as_utf8) >= FAR_LIKELIER).then_some(detected)
}

/// Detects the charset by all evidence except [`Evidence::Statistics`].
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::detect::by_form;
/// assert_eq!(by_form("größe".as_bytes()).unwrap().charset.name(), "UTF-8");
/// assert_eq!(by_form(b"gr\xF6\xDFe"), None);
/// ```
pub fn by_form(octets: &[u8]) -> Option<Detected> {
    let decodes = |(charset, evidence)| decoding(octets, charset, evidence);
    let mark = by_mark(octets).map(|charset| (charset, Evidence::ByteOrderMark));
    let escape = by_escape(octets).map(|charset| (charset, Evidence::EscapeSequence));
    let read = escape.filter(|_| by_escape_with_text(octets).is_some());
    if let Some(detected) = mark.and_then(decodes).or_else(|| read.and_then(decodes)) {
        return Some(detected);
    }
    let order = by_order(octets).map(|charset| (charset, Evidence::Utf16Order));
    if let Some(detected) = order.and_then(decodes) {
        return Some(detected);
    }
    // Escape sequences that do not decode show damage, so the octets are taken neither for US-ASCII nor for UTF-8.
    if escape.is_some() {
        return None;
    }
    if octets.is_ascii() {
        return decodes((Charset::US_ASCII, Evidence::Ascii));
    }
    decodes((Charset::UTF_8, Evidence::Utf8Validity))
}

/// Returns the charset and its evidence if the octets decode in the charset without an error.
fn decoding(octets: &[u8], charset: Charset, evidence: Evidence) -> Option<Detected> {
    let decodes = match charset {
        // Validation only finds out whether the octets are UTF-8. Decoding text of another charset as UTF-8, with all
        // of its errors, takes a hundred times as long.
        Charset::UTF_8 => utf8::valid(octets).is_some(),
        _ => charset.decode_strict(octets).is_ok(),
    };
    decodes.then_some(Detected { charset, evidence })
}

/// Whether only the model of languages can tell the charset of octets that have no escape sequences. This is the case
/// if all of these conditions hold:
///
/// - Some octets are above 127, and no octet is NUL.
/// - The octets do not begin with a byte order mark, not even after blanks.
/// - The octets are not UTF-8, not even damaged UTF-8.
pub fn needs_model(octets: &[u8]) -> bool {
    !octets.is_ascii()
        && by_mark(octets.trim_ascii_start()).is_none()
        && memchr::memchr(0, octets).is_none()
        && !utf8_in_mail::is_sound(octets)
}

/// Returns the charset that is likelier for `octets` than `charset`, if the label of the octets is doubtful.
/// `charset` is the charset that the label names. The octets decode in it without an error. Returns `None` if the
/// label is not doubtful, or if the model does not score text in `charset`.
///
/// The label is doubtful if two conditions hold:
///
/// - The words are at least 20,000 times as likely (10 nats) in another charset. The required factor is higher if the
///   words are hardly likelier in that charset than as noise, which means octets that are not text. A factor of 1,000
///   (7 nats) suffices if the words, read in `charset`, are in a language that is rarely written in `charset`. A factor
///   of 3,000 (8 nats) suffices if `charset` has several octets for a character. A lower factor also suffices if mail
///   programs often name `charset` wrongly (windows-1252 and ISO-8859-2).
/// - The charsets that decode the words to a different text than `charset` have a probability of at least 0.9 together.
///
/// More evidence is required if the words, read in `charset`, have only a few letters of a script without case. More
/// evidence is also required if no mail program names `charset` by default, unless each word mixes ASCII letters with
/// letters of another script if it is read in `charset`.
///
/// Only words with octets above 127 are scored: the first 256 octets of these words, and at most 256 octets of
/// further words. A further word is scored only if it has an octet that no earlier word has. Takes linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::{Charset, detect::likelier_than};
/// // "Мы очень рады" with the label ISO-8859-1
/// let octets = b"\xcc\xfb \xee\xf7\xe5\xed\xfc \xf0\xe0\xe4\xfb";
/// assert_eq!(likelier_than(octets, Charset::WINDOWS_1252).unwrap().charset.name(), "windows-1251");
/// ```
pub fn likelier_than(octets: &[u8], charset: Charset) -> Option<Candidate> {
    let other = model::likelier_than(octets, charset).filter(|other| other.charset != charset)?;
    differ(other.charset, charset, octets)?.then_some(other)
}

/// Returns the charset among `charsets` in which the letters of `octets` are likeliest. The caller must know that the
/// octets are in one of `charsets`. Returns `None` if no charset has a probability of 0.9, or if the octets do not
/// decode in the likeliest charset.
///
/// The letters do not count if the octets are US-ASCII, which is the same in all charsets, or UTF-8, even if damaged.
/// In these cases, the result is UTF-8 if the octets are valid UTF-8 with octets above 127 and `charsets` contains
/// UTF-8. Otherwise the result is the first of `charsets`. Takes linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::{Charset, detect::likeliest_of};
/// let [koi8, windows] = [b"koi8-r", &b"windows-1251"[..]].map(|label| Charset::for_label(label).unwrap());
/// assert_eq!(likeliest_of(&koi8.encode("Привет").unwrap(), &[koi8, windows]), Some(koi8));
/// assert_eq!(likeliest_of(&windows.encode("Привет").unwrap(), &[koi8, windows]), Some(windows));
/// assert_eq!(likeliest_of(b"\xC1", &[koi8, windows]), None); // "а", or "Б"?
/// ```
pub fn likeliest_of(octets: &[u8], charsets: &[Charset]) -> Option<Charset> {
    let decodes = |charset: Charset| charset.decode_strict(octets).is_ok();
    if !octets.is_ascii() && charsets.contains(&Charset::UTF_8) && decodes(Charset::UTF_8) {
        return Some(Charset::UTF_8);
    }
    let others = charsets.iter().copied().filter(|charset| *charset != Charset::UTF_8);
    let others: Vec<Charset> = others.collect();
    match *others.as_slice() {
        _ if octets.is_ascii() || utf8_in_mail::is_sound(octets) => charsets.first().copied(),
        [only] => Some(only).filter(|charset| decodes(*charset)),
        _ => model::likeliest(octets, &others).filter(|charset| decodes(*charset)),
    }
}

/// Returns whether octets are different texts in two charsets, or `None` if the octets do not decode in both charsets
/// without an error. Each line is decoded by itself, so that no large text is held in memory. This is possible
/// because both charsets are supersets of US-ASCII and have no line feed within a character.
fn differ(one: Charset, other: Charset, octets: &[u8]) -> Option<bool> {
    octets.split_inclusive(|octet| *octet == b'\n').try_fold(false, |differ, line| {
        let texts = (one.decode_strict(line).ok()?, other.decode_strict(line).ok()?);
        Some(differ || texts.0 != texts.1)
    })
}

/// Returns the charsets that the model of languages considers possible for `octets`, the likeliest first. Returns none
/// if [`detect`] does not ask the model: the octets are US-ASCII, UTF-8 (even if damaged) or UTF-16, or have a byte
/// order mark or escape sequences. The model is asked about UTF-8 of at most 16 octets, which may be UTF-8 by chance; the
/// probabilities are then those for the case that the octets are not UTF-8.
///
/// The probabilities add up to at most 1. The rest is the probability that the octets are not text in any of the
/// returned charsets. If the octets are the same text in several charsets, these charsets are one candidate, which
/// has the name of the likeliest of them. The octets need not decode without an error in the charset of a candidate.
/// Only words with octets above 127 are scored, at most about 1 KiB of them. Takes linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::detect::candidates;
/// // "Мы очень рады"
/// let found = candidates(b"\xcc\xfb \xee\xf7\xe5\xed\xfc \xf0\xe0\xe4\xfb");
/// assert_eq!((found[0].charset.name(), found[0].language), ("windows-1251", "ru"));
/// assert!(found[0].probability > 0.9);
/// assert_eq!(candidates("Grüße aus Köln".as_bytes()), []);
/// ```
pub fn candidates(octets: &[u8]) -> Vec<Candidate> {
    candidates_by(octets, &Prior::default())
}

/// Returns the possible charsets as [`candidates`] does, and also uses `prior`, which is evidence from the context of
/// the octets.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::Charset;
/// use mailutf::charset::detect::{Prior, candidates_by};
/// let octets = b"\xB8\xB6\xBF\xEE"; // "付款" in GBK, "마운" in EUC-KR
/// let gb18030 = Charset::for_label(b"gbk").unwrap();
/// assert_ne!(candidates_by(octets, &Prior::default())[0].charset, gb18030);
/// let prior = Prior { charsets: vec![(gb18030, 8.0)], ..Prior::default() };
/// assert_eq!(candidates_by(octets, &prior)[0].charset, gb18030);
/// ```
pub fn candidates_by(octets: &[u8], prior: &Prior) -> Vec<Candidate> {
    let is_asked = match by_form(octets) {
        Some(detected) => may_be_by_chance(detected, octets),
        None => is_of_letters(octets),
    };
    if is_asked { model::candidates(octets, prior) } else { Vec::new() }
}

/// Returns the charset that the model of languages chooses, or `None` if no charset is probable enough. The required
/// probability is that of the first line of this list that fits the text:
///
/// - 0.99 for text of one or two letters and symbols
/// - 0.85 for three to eight words
/// - 0.95 for one or two words, or for text with one or two octets above 127
/// - 0.9 for all other text
///
/// If no charset reaches the required probability, words of ASCII letters with a few Western letters are mostly read
/// in windows-1252. Takes linear time.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::{Charset, detect::by_language};
/// assert_eq!(by_language(b"J\xF8rn"), Some(Charset::WINDOWS_1252));
/// assert_eq!(by_language(b"bad \xFF\xFE tail"), None);
/// ```
pub fn by_language(octets: &[u8]) -> Option<Charset> {
    model::choose(octets, &Prior::default())
}

/// Returns the charset of the byte order mark with which the octets begin (Unicode section 23.8).
fn by_mark(octets: &[u8]) -> Option<Charset> {
    match octets {
        [0xEF, 0xBB, 0xBF, ..] => Some(Charset::UTF_8),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some(Charset::UTF_32),
        [0xFE, 0xFF, ..] | [0xFF, 0xFE, ..] => Some(Charset::UTF_16),
        _ => None,
    }
}

/// Returns the charset of UTF-16 or UTF-32 without a byte order mark, if octets that no other text has show it: NULs and
/// control characters.
fn by_order(octets: &[u8]) -> Option<Charset> {
    if let Some(charset) = utf_32(octets) {
        return Some(charset);
    }
    let charset = by_nuls(octets).or_else(|| by_controls(octets))?;
    // The octets are counted first, because text hardly ever has such octets, and the letters are costly to score.
    (utf16_order(octets) == Some(charset)).then_some(charset)
}

/// Returns the byte order of UTF-16 by the NULs of its ASCII characters. In big-endian order, the first octet of an ASCII
/// character is NUL; in little-endian order, the second octet is NUL. At least a quarter of all units, and at least two
/// units, must have the NUL of one byte order. No unit may have the NUL of the other byte order.
fn by_nuls(octets: &[u8]) -> Option<Charset> {
    let (units, _) = octets.as_chunks();
    let nuls =
        |big| units.iter().filter(|[first, second]| *(if big { first } else { second }) == 0_u8).count();
    let (big, little) = (nuls(true), nuls(false));
    match (big, little) {
        (2.., 0) if big * 4 >= units.len() => Some(Charset::UTF_16BE),
        (0, 2..) if little * 4 >= units.len() => Some(Charset::UTF_16LE),
        _ => None,
    }
}

/// Returns the byte order of UTF-16 by the high octets of its letters. In Greek, Cyrillic, Hebrew, Arabic and many other
/// scripts, the high octet of each letter is a control character, and so is that of ASCII. At least three quarters of the
/// units must have such an octet at the place of one byte order, and at most half as many at the other place. A unit of two
/// NULs is no character of a text, but the half of one in UTF-32.
fn by_controls(octets: &[u8]) -> Option<Charset> {
    const SAMPLE: usize = 512;
    let (units, _) = octets.get(..SAMPLE).unwrap_or(octets).as_chunks();
    let is_control = |octet: &u8| matches!(octet, 0..=7 | 0xE..=0x1A | 0x1C..=0x1F);
    let controls =
        |big| units.iter().filter(|[first, second]| is_control(if big { first } else { second })).count();
    let (big, little) = (controls(true), controls(false));
    let is_order = |one: usize, other: usize| one >= 2 && one * 4 >= 3 * units.len() && other * 2 <= one;
    match (big, little) {
        _ if units.contains(&[0, 0]) => None,
        (big, little) if is_order(big, little) => Some(Charset::UTF_16BE),
        (big, little) if is_order(little, big) => Some(Charset::UTF_16LE),
        _ => None,
    }
}

/// Returns the byte order of UTF-32, if every fourth octet is NUL, and the octet beside it is that of a plane of Unicode.
fn utf_32(octets: &[u8]) -> Option<Charset> {
    let (units, rest) = octets.as_chunks();
    let are_all = |is_one: fn(&[u8; 4]) -> bool| {
        units.len() > 1 && rest.is_empty() && units.iter().all(|unit| *unit != [0; 4] && is_one(unit))
    };
    if are_all(|unit| matches!(unit, [0, 0..=0x10, ..])) {
        Some(Charset::UTF_32BE)
    } else if are_all(|unit| matches!(unit, [.., 0..=0x10, 0])) {
        Some(Charset::UTF_32LE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(octets: &[u8]) -> Option<(&'static str, Evidence)> {
        detect(octets).map(|detected| (detected.charset.name(), detected.evidence))
    }

    #[test]
    fn by_each_evidence() {
        for (octets, name, evidence) in [
            (&b""[..], "US-ASCII", Evidence::Ascii),
            (b"plain", "US-ASCII", Evidence::Ascii),
            (b"1 + 1 +AGE-", "US-ASCII", Evidence::Ascii),
            (b"\xEF\xBB\xBFplain", "UTF-8", Evidence::ByteOrderMark),
            (b"\xFF\xFEa\0", "UTF-16", Evidence::ByteOrderMark),
            (b"\xFE\xFF\0a", "UTF-16", Evidence::ByteOrderMark),
            (b"\xFF\xFE\0\0a\0\0\0", "UTF-32", Evidence::ByteOrderMark),
            (b"\0\0\xFE\xFF\0\0\0a", "UTF-32", Evidence::ByteOrderMark),
            (b"H\0i\0 \0", "UTF-16LE", Evidence::Utf16Order),
            (b"\x30\x42\0 \x30\x44\0\n", "UTF-16BE", Evidence::Utf16Order),
            (b"\x1F\x04\x40\x04\x38\x04\x20\0\x3C\x04\x38\x04\x40\x04", "UTF-16LE", Evidence::Utf16Order),
            (b"\x04\x1F\x04\x40\x04\x38\0 \x04\x3C\x04\x38\x04\x40", "UTF-16BE", Evidence::Utf16Order),
            (b"H\0\0\0i\0\0\0", "UTF-32LE", Evidence::Utf16Order),
            (b"\0\0\0H\0\x01\xF6\0", "UTF-32BE", Evidence::Utf16Order),
            (b"\0\0\0\0\0\0\0\0", "US-ASCII", Evidence::Ascii),
            (b"\x01\x02\x03\x04\x05\x06", "US-ASCII", Evidence::Ascii),
            (b"a\x08b\x08c\x08d\x08", "US-ASCII", Evidence::Ascii),
            (b"\x1B[\x1BA\x1B[\x1BB", "US-ASCII", Evidence::Ascii),
            (b"a\0", "US-ASCII", Evidence::Ascii),
            (b"foo\n\0\x08Some strange test\0\x08\n", "US-ASCII", Evidence::Ascii),
            (b"\xE2\x82\xAC", "UTF-8", Evidence::Utf8Validity),
            (b"\x1B$B$3$s$K$A$O\x1B(B", "ISO-2022-JP", Evidence::EscapeSequence),
            (b"a\x1B[1mb", "US-ASCII", Evidence::Ascii),
            (b"\x1B$)C\x0E0!\x0F", "ISO-2022-KR", Evidence::EscapeSequence),
            (b"\x1B$)A\x0E=;;;\x0F", "ISO-2022-CN", Evidence::EscapeSequence),
            (b"\x1B$(D0!\x1B(B", "ISO-2022-JP", Evidence::EscapeSequence),
            (b"ab~{2;3?~}.", "HZ-GB-2312", Evidence::EscapeSequence),
            (b"(format t \"~{~a~^, ~}\")", "US-ASCII", Evidence::Ascii),
            (b"~{2;3?~} and ~{x~}", "US-ASCII", Evidence::Ascii),
            (b"~{2;3?", "US-ASCII", Evidence::Ascii),
            (b"caf\xE9", "windows-1252", Evidence::Statistics),
            (b"\xB0\xA1\xB3\xAA\xB4\xD9 \xB6\xF3\xB8\xB6\xB9\xD9", "EUC-KR", Evidence::Statistics),
        ] {
            assert_eq!(found(octets), Some((name, evidence)), "{octets:?}");
        }
    }

    #[test]
    fn damage_is_not_evidence() {
        assert_ne!(found(b"\xFF\xFEa"), Some(("UTF-16", Evidence::ByteOrderMark)));
        assert_eq!(found(b"\x1B$B!"), None);
        assert_eq!(found(b"\0\0\0H\0\0\0i\x80\0\0\0!\0"), None);
        assert_eq!(found(b"\xE9\0\xFF"), None);
        assert_eq!(found(b"\x1B$B\xE9"), None);
        assert_eq!(found("\x1B$BF|\x1B(B größe".as_bytes()), None);
        assert_eq!(found(b"gr\xC3\xB6\xC3\x9Fer \xFF"), None);
        assert_eq!(found(b"x\xED\xA0\xBD\xED\xB8\x80"), None);
        assert_eq!(found(b"\xF8\x88\x80\x80\x80"), None);
    }

    #[test]
    fn words_and_sentences() {
        let found = |label: &[u8], text: &str| {
            let charset = Charset::for_label(label).unwrap();
            detect(&charset.encode(text).unwrap()).unwrap().charset
        };
        for text in ["Привет", "да, конечно"] {
            assert_eq!(found(b"windows-1251", text).name(), "windows-1251");
        }
        assert_eq!(found(b"gb2312", "会议通知").name(), "gb18030");
    }

    /// The octets of `什么` in GBK are also valid UTF-8 (`ʲô`), but far likelier as Chinese. Short text that is
    /// likelier as UTF-8 stays UTF-8.
    #[test]
    fn a_few_characters_that_are_utf8_by_chance_are_no_utf8() {
        for (label, text) in [("gb18030", "什么"), ("gb18030", "同时"), ("euc-jp", "天文")] {
            let octets = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
            assert!(std::str::from_utf8(&octets).is_ok(), "{text}");
            let found = detect(&octets).unwrap();
            assert_eq!((&*found.charset.decode(&octets).text, found.evidence), (text, Evidence::Statistics));
        }
        for text in ["né", "ø", "Да", "für", "Ömer", "не", "ἀ", "Ա", "vöär", "汝", "什么"] {
            assert_eq!(found(text.as_bytes()), Some(("UTF-8", Evidence::Utf8Validity)), "{text}");
        }
    }

    /// No charset is detected if the evidence does not suffice for any charset.
    #[test]
    fn no_answer_below_a_floor() {
        assert_eq!(found(b"bad \xFF\xFE tail"), None);
        assert_eq!(found(b"\x81\x8E\xFF"), None);
        assert_eq!(found(b"J\xF8rn"), Some(("windows-1252", Evidence::Statistics)));
        for octets in [&b"\xB7\x89"[..], b"\xFFd", b"\x9A 0", b"\xE6\xE8", b"\xB0e"] {
            assert_eq!(found(octets), None, "{octets:?}");
        }
        assert_eq!(found(b"l\xE0"), Some(("windows-1252", Evidence::Statistics)));
    }

    /// The octets FF FE are a byte order mark. In windows-1251, they would be the letters `яю`.
    #[test]
    fn a_byte_order_mark_is_no_letters() {
        for octets in [&b"\xFF\xFEa"[..], b" \xFF\xFE\xEF\xF0\xE8\xE2\xE5\xF2", b"\xEF\xBB\xBFcaf\xE9"] {
            assert_eq!(found(octets), None, "{octets:?}");
        }
        assert!(!needs_model(b"\xFF\xFE") && needs_model(b"\xFE\xFD"));
    }

    /// Western letters often stand between small ASCII letters. Chinese characters hardly ever do.
    #[test]
    fn a_letter_within_a_word_is_not_chinese() {
        assert_eq!(by_language(b"uzupe\xB3nij").map(Charset::name), Some("windows-1250"));
    }

    #[test]
    fn one_high_octet_is_no_evidence_for_a_double_octet_charset() {
        let vietnamese = Charset::for_label(b"windows-1258").unwrap();
        assert_eq!(likelier_than(b"pretixQue\xECt", vietnamese), None);
    }

    /// The text is Basque. The octet of its single `ñ` may also be a Turkish or Polish letter.
    #[test]
    fn the_language_of_many_ascii_words_is_told_from_others() {
        let words = b"Zabalik dauden eskaera kopurua. Ezin izan da bidalketa gertaera sortu: helbide hau ezabatu nahi duzula \
            ziur zaude? Idatzitako pasahitza ez da baliozkoa, eta erabiltzaileak egiaztatu behar du posta elektronikoa. Andr\xF1.";
        let found = &candidates(words)[0];
        assert_eq!(found.language, "eu", "{found:?}");
        assert!(found.probability > 0.95, "{found:?}");
    }

    /// The octets that show the charset may be far from the start of a text.
    #[test]
    fn long_texts() {
        let ascii = b"plain text \n".repeat(10_000);
        let euc = b"\xA4\xB3\xA4\xEC\xA4\xCF\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xC7\xA4\xB9".repeat(20_000);
        for pad in ["", " "] {
            let octets = [&ascii, pad.as_bytes(), &euc, b"\n"].concat();
            assert_eq!(found(&octets), Some(("EUC-JP", Evidence::Statistics)));
        }
        // UTF-8 with one bad octet at its end.
        let octets = [&b"caf\xC3\xA9 ".repeat(20_000)[..], b"\xFF"].concat();
        assert_eq!(found(&octets), None);
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn octets_decode_in_the_detected_charset(octets in proptest::collection::vec(any::<u8>(), 0..64)) {
            if let Some(detected) = detect(&octets) {
                prop_assert_eq!(detected.charset.decode(&octets).errors, 0);
                prop_assert_ne!(detected.charset, Charset::UTF_7);
            }
        }
    }
}
