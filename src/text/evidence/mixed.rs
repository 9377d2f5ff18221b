//! Recognizes texts in two charsets: some lines are in UTF-8, the others in the charset of the label. Mailing lists
//! that add a footer, and gateways that add a banner, make such texts.
//!
//! A line is in UTF-8 if its octets above 127 are valid UTF-8 that looks like words. If the line does not
//! decode in the charset of the label, or decodes to garbage, it is certainly in UTF-8. If it decodes to
//! letters in the charset of the label (Thai, code pages of DOS, double-octet charsets), it counts as UTF-8
//! only if it has several characters.
//!
//! If some lines are certainly in UTF-8, any other line that is far likelier as UTF-8 is in UTF-8, too. An example
//! is a line with the octets C2 BB, which are `»` in UTF-8 and `Â»` in windows-1252. If nothing shows the charset
//! of a line, it is in the charset of the line before it. An example is a line with the octets D0 BB D0 BB, which
//! are `谢谢` in GBK and `лл` in UTF-8. All other lines must look like text in the charset of the label.
//!
//! In less clear cases the text is unresolved. Examples are one line in two charsets, and damaged UTF-8 with the
//! label of another charset.
//!
//! Stateful charsets (ISO-2022, HZ, UTF-7) and the variants of ISO 646 are 7-bit. So a line with octets above 127 is
//! in none of these charsets. All functions take linear time.

use super::segments::{Segment, Segments, lines};
use super::shift::{is_seven_bit, keeps_ascii_words, shifts_in};
use super::survey::Survey;
use super::utf8_proof::{Proof, copyright, is_garbage, is_likely, is_utf8_word, proof};
use super::words::{are_plausible, is_plausible};
use crate::charset::{Charset, Malformed, MalformedKind};
use mailutf_codecs::internal::utf8_in_mail::{self, Tally};
use mailutf_codecs::internal::{distinct_words, likelier, likelier_as_utf8};
use std::borrow::Cow;
use std::ops::Range;

/// This many characters are not UTF-8 by chance, even if their octets decode to letters in the charset of the label.
const NO_ACCIDENT: usize = 4;
/// The number of octets, from the first octet above 127 on, that must look like damaged UTF-8 before all octets are
/// checked.
const SAMPLE: usize = 4096;
/// The maximum length, in octets, of a first line that is checked by itself, before more of the text is read.
const LINE: usize = 256;
/// The maximum number of segments. A text that alternates more often between charsets was not put together from
/// pieces.
const MOST: usize = 64;

/// Whether a text that is labelled with one charset is in two charsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::text) enum Mixture {
    /// The text seems to be in one charset.
    None,
    /// The text has lines in the charset of the label and lines in UTF-8.
    Segments(Vec<Segment>),
    /// The text has UTF-8, but it is not clear where the UTF-8 ends.
    Unclear(Malformed),
}

/// Returns whether `octets`, which are labelled as `charset`, also have UTF-8, and where.
pub(in crate::text) fn mixture(charset: Charset, octets: &[u8]) -> Mixture {
    if charset.is_wide() {
        wide(charset, octets)
    } else if octets.is_ascii() || charset == Charset::UTF_8 {
        Mixture::None
    } else if is_seven_bit(charset) {
        seven_bit(charset, octets)
    } else if keeps_ascii_words(charset) && charset != Charset::US_ASCII {
        superset(charset, octets)
    } else {
        Mixture::None
    }
}

/// Returns the lines of `octets` that are not in UTF-8, if some lines are in UTF-8 and others are not. Otherwise
/// returns all lines. Statistics over lines of both kinds together would find no charset.
pub(in crate::text) fn rest(octets: &[u8]) -> Cow<'_, [u8]> {
    let utf8 =
        |line: &[u8]| utf8_in_mail::text(line).is_some_and(|text| !text.is_ascii() && is_plausible(&text));
    if !lines(octets).any(|(line, _)| utf8(line)) {
        return Cow::Borrowed(octets);
    }
    let rest: Vec<u8> =
        lines(octets).filter(|(line, _)| !utf8(line)).flat_map(|(line, _)| line).copied().collect();
    if rest.is_ascii() { Cow::Borrowed(octets) } else { Cow::Owned(rest) }
}

/// Divides the octets into segments of lines that are in UTF-8 and lines that are not.
pub(in crate::text) fn by_validity(octets: &[u8]) -> Vec<Segment> {
    let mut segments = Segments::new();
    for (line, place) in lines(octets) {
        segments.push((!line.is_ascii()).then(|| utf8_in_mail::is_valid(line)), place.end);
    }
    segments.0
}

fn unclear(offset: usize) -> Mixture {
    Mixture::Unclear(Malformed { offset, kind: MalformedKind::MixedUtf8 })
}

/// The smallest length of a footer after UTF-16, in octets. Fewer octets may be a few ideographs.
const FOOTER: usize = 16;

/// Finds single-octet text, such as the footer of a mailing list, after UTF-16 or UTF-32. The octets of such a footer
/// would be decoded as ideographs. A footer has no control characters. In UTF-16, each letter of most alphabets has an
/// octet that is a control character (04 in U+0430), and in UTF-32 each character has one.
fn wide(charset: Charset, octets: &[u8]) -> Mixture {
    let is_control = |octet: &u8| octet.is_ascii_control() && !octet.is_ascii_whitespace();
    let start = octets.iter().rposition(is_control).map_or(0, |last| last + 1);
    let (text, footer) = octets.split_at(start);
    let is_line = footer.iter().any(u8::is_ascii_whitespace);
    if footer.len() < FOOTER || !is_line || utf8_in_mail::text(footer).is_none() {
        return Mixture::None;
    }
    // Indic words in UTF-16 can look like a footer: the high octets of U+0900 to U+0DFF are 09 to 0D, most of which
    // count as white space, not as control characters. So the likelihoods of both readings are compared.
    let (as_footer, as_units) =
        (String::from_utf8_lossy(footer), octets.get(start & !1..).unwrap_or_default());
    if likelier(&as_footer, &charset.decode(as_units).text) <= 0 {
        return Mixture::None;
    }
    // If the text before the footer has several ideographs, it is East Asian text, and what looks like a footer may be
    // more ideographs. So it does not count as a footer. A single ideograph is not enough, because it may be a byte
    // order mark (U+FEFF) that `charset` keeps as text: the range below includes U+FEFF.
    let ideographs =
        charset.decode(text).text.chars().filter(|c| *c >= '\u{2E80}' && *c < '\u{FF00}').count();
    if text.is_empty() || ideographs > 1 { Mixture::None } else { unclear(start) }
}

/// Finds the mixture of UTF-8 and a 7-bit charset.
fn seven_bit(charset: Charset, octets: &[u8]) -> Mixture {
    if !shifts_in(charset, octets) {
        return Mixture::None;
    }
    let mut segments = Segments::new();
    for (line, place) in lines(octets) {
        let utf8 = match line.is_ascii() {
            true if charset.decode(line).text.as_bytes() == line => None,
            true => Some(false),
            false if utf8_in_mail::is_valid(line) && !(charset.is_stateful() && shifts_in(charset, line)) => {
                Some(true)
            }
            // The line is neither in UTF-8 nor in the 7-bit charset.
            false => return Mixture::None,
        };
        segments.push(utf8, place.end);
        if segments.0.len() > MOST {
            return Mixture::None;
        }
    }
    Mixture::Segments(segments.0)
}

/// Finds the mixture of UTF-8 and another superset of US-ASCII.
fn superset(charset: Charset, octets: &[u8]) -> Mixture {
    if !utf8_in_mail::has_character(octets) {
        return Mixture::None;
    }
    if utf8_in_mail::runs(octets).next().is_none() {
        // No line and no word is in UTF-8, but a symbol may be.
        return in_one_line(charset, octets, symbol(charset, octets, 0..octets.len()));
    }
    let mut segments = Segments::new();
    // The number of characters in UTF-8 lines, whether some line is certainly UTF-8, and whether some line is in
    // another charset.
    let (mut characters, mut proved, mut foreign) = (0, false, false);
    for (line, place) in lines(octets) {
        if line.is_ascii() {
            segments.push(None, place.end);
            continue;
        }
        let text = utf8_in_mail::text(line);
        foreign |= text.is_none();
        let nats = if text.is_some() { likelier_as_utf8(line, charset) } else { 0 };
        let text = text.filter(|text| is_plausible(text) && nats > 0);
        let proof = match text {
            Some(_) if is_garbage(charset, line) => Proof::Certain,
            Some(_) => proof(charset, line),
            None => Proof::None,
        };
        let is_either = text.is_some() && proof == Proof::None && !is_likely(charset, nats);
        segments.push((!is_either).then_some(text.is_some()), place.end);
        if segments.0.len() > MOST {
            return unclear(segments.first().unwrap_or_default());
        }
        if let Some(text) = text.filter(|_| proof != Proof::None) {
            characters += text.chars().filter(|c| !c.is_ascii()).count();
            proved |= proof == Proof::Certain;
        }
    }
    if !foreign {
        let first = octets.iter().position(|octet| !octet.is_ascii());
        return match proof(charset, octets) {
            Proof::Doubt => unclear(first.unwrap_or_default()),
            Proof::None | Proof::Certain => Mixture::None,
        };
    }
    let is_mixed = characters >= NO_ACCIDENT || proved;
    // If the text decodes as a whole in the charset of the label, it is in two charsets only if its UTF-8 is no
    // accident.
    if is_mixed && charset.decode_strict(octets).is_ok() {
        match proof(charset, &segments.in_utf8(octets)) {
            Proof::Certain => {}
            Proof::Doubt => return unclear(segments.first().unwrap_or_default()),
            Proof::None => return Mixture::None,
        }
    }
    let within = match is_mixed {
        true => segments.others().into_iter().find_map(|place| within(charset, octets, place)),
        false => within(charset, octets, 0..octets.len()),
    };
    if is_mixed {
        return match (within, segments.first()) {
            (None, _) if is_rest(charset, octets, &segments) => Mixture::Segments(segments.0),
            (Some(within), Some(first)) => unclear(within.min(first)),
            (within, first) => unclear(within.or(first).unwrap_or_default()),
        };
    }
    in_one_line(charset, octets, within)
}

/// Returns the mixture for octets without a line that is certainly in UTF-8. `within` is the offset of UTF-8 within a
/// line, if there is any.
fn in_one_line(charset: Charset, octets: &[u8], within: Option<usize>) -> Mixture {
    match within {
        Some(at) => unclear(at),
        None if is_damaged_utf8(charset, octets) => damage(octets),
        None => Mixture::None,
    }
}

/// Whether the lines that are not in UTF-8 look like text in `charset`, and not like damaged UTF-8.
fn is_rest(charset: Charset, octets: &[u8], segments: &Segments) -> bool {
    if !charset.is_single_octet() {
        // No check is needed: if a line does not decode in this charset, the text is unresolved anyway.
        return true;
    }
    let (mut valid, mut foreign, mut garbage) = (0, 0, false);
    for octets in segments.others().into_iter().filter_map(|place| octets.get(place)) {
        let tally = Tally::of(octets);
        valid += tally.valid;
        foreign += tally.foreign + tally.outdated + usize::from(tally.cut);
        garbage = garbage || is_garbage(charset, octets);
    }
    !garbage || valid * 2 <= foreign && !utf8_in_mail::is_sound(octets)
}

/// Returns the offset of UTF-8 within lines in another charset.
fn within(charset: Charset, octets: &[u8], place: Range<usize>) -> Option<usize> {
    word(charset, octets, place.clone()).into_iter().chain(symbol(charset, octets, place)).min()
}

/// Returns the offset of a symbol in UTF-8: a punctuation mark if `charset` is a charset of single octets, or
/// else a copyright sign. Next to the symbol there may be octets in another charset.
fn symbol(charset: Charset, octets: &[u8], place: Range<usize>) -> Option<usize> {
    if charset.is_single_octet() {
        return punctuation(charset, octets, place);
    }
    Some(place.start + copyright(octets.get(place.clone())?)?)
}

/// Returns the offset of UTF-8 in the first word that is almost certainly UTF-8 ([`is_utf8_word`]).
fn word(charset: Charset, octets: &[u8], place: Range<usize>) -> Option<usize> {
    let within = octets.get(place.clone())?;
    // The end of the last word that was checked.
    let mut end = 0;
    let found = utf8_in_mail::runs(within).find(|at| {
        let (before, after) = (within.get(end..*at), within.get(*at..).unwrap_or_default());
        let Some(before) = before else { return false };
        let blank = before.iter().rposition(u8::is_ascii_whitespace);
        let start = end + blank.map_or(0, |blank| blank + 1);
        end = at + after.iter().position(u8::is_ascii_whitespace).map_or(after.len(), |blank| blank + 1);
        let word = within.get(start..end).unwrap_or_default();
        within.get(start..*at).is_some_and(<[u8]>::is_ascii) && is_utf8_word(charset, word)
    });
    found.map(|at| place.start + at)
}

/// Returns the offset of a dash, ellipsis or quotation mark in UTF-8. Its three octets must be garbage in the
/// single-octet charset, such as `â€“`.
fn punctuation(charset: Charset, octets: &[u8], place: Range<usize>) -> Option<usize> {
    let octets = octets.get(place.clone())?;
    let found = memchr::memmem::find_iter(octets, b"\xE2\x80").find(|at| {
        let three = octets.get(*at..at + 3).unwrap_or_default();
        std::str::from_utf8(three).is_ok_and(|text| !text.is_empty()) && is_garbage(charset, three)
    });
    found.map(|at| place.start + at)
}

/// Whether `octets` are damaged UTF-8 rather than text in `charset`.
fn is_damaged_utf8(charset: Charset, octets: &[u8]) -> bool {
    let first = octets.iter().position(|octet| !octet.is_ascii()).unwrap_or_default();
    let sample = octets.get(first..).unwrap_or_default();
    let without_damage = |c| if c == char::REPLACEMENT_CHARACTER { ' ' } else { c };
    let is_word = |line: &[u8]| are_plausible(utf8_in_mail::characters(line).map(without_damage));
    // A single line is checked first: in most text in other charsets, it shows that the text is not UTF-8.
    let line = lines(octets).map(|(line, _)| line).find(|line| !line.is_ascii()).unwrap_or_default();
    if line.len() <= LINE && !is_word(line) {
        return false;
    }
    let least = || if charset.is_single_octet() && is_garbage(charset, octets) { 2 } else { NO_ACCIDENT };
    utf8_in_mail::is_sound(sample.get(..SAMPLE).unwrap_or(sample))
        && utf8_in_mail::is_sound(octets)
        && lines(octets).all(|(line, _)| is_word(line))
        && Tally::of(&distinct_words(octets, charset)).valid >= least()
        && likelier_as_utf8(octets, charset) > 0
}

/// Returns the result for damaged UTF-8, with the offset of the damage.
fn damage(octets: &[u8]) -> Mixture {
    unclear(Survey::of_utf8_in_mail(octets).first_error.map_or(0, |first| first.offset))
}

#[cfg(test)]
mod tests {
    use super::super::segments::read;
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        charset(label).encode(text).unwrap().into_owned()
    }

    const FOOTER: &str = "-- \nListe für Größe – abmelden: © 2024\n";

    fn with_footer(label: &str, text: &str, footer: &str) -> Option<String> {
        let octets = [encoded(label, text), footer.as_bytes().to_vec()].concat();
        match mixture(charset(label), &octets) {
            Mixture::Segments(segments) => {
                read(charset(label), &octets, &segments, false).map(|(text, _)| text)
            }
            _ => None,
        }
    }

    #[test]
    fn a_footer_after_utf16_is_not_decoded_as_ideographs() {
        for label in ["utf-16le", "utf-16be"] {
            for text in ["Привет, мир\r\n", "Grüße\n", "שלום\n"] {
                for footer in ["-- \nListe für Größe\n", "-- \nlist footer: http://a.example/\n"] {
                    for more in ["", "!"] {
                        let octets = [&*encoded(label, text), footer.as_bytes(), more.as_bytes()].concat();
                        let start = octets.len() - footer.len() - more.len();
                        let found = mixture(charset(label), &octets);
                        let Mixture::Unclear(at) = found else {
                            panic!("{label} {text:?} {footer:?}: {found:?}")
                        };
                        assert!(
                            at.offset.abs_diff(start) <= 2,
                            "{label} {text:?}: {} for {start}",
                            at.offset
                        );
                    }
                }
            }
            for text in [
                "中文和中文，还有中文在这里结束\n没有换行",
                "Title\n中文标题",
                "plain",
                "",
                "Ā Ć 你好",
                "उत्पादन विश्लेषण",
            ] {
                assert_eq!(mixture(charset(label), &encoded(label, text)), Mixture::None, "{label} {text}");
            }
        }
    }

    #[test]
    fn a_footer_in_utf8() {
        for (label, text) in [
            ("iso-2022-jp", "こんにちは、手紙です。\n"),
            ("iso-2022-kr", "안녕하세요\n"),
            ("hz-gb-2312", "你好，世界\n"),
            ("utf-7", "Größe + привет\n"),
            ("koi8-r", "Привет, мир\n"),
            ("windows-1251", "Привет, мир\n"),
            ("windows-1252", "Jørn\n"),
            ("windows-1253", "Καλημέρα σας\n"),
            ("iso-8859-2", "Zażółć gęślą jaźń\n"),
            ("windows-874", "สวัสดีครับ\n"),
            ("ibm866", "Привет, мир\n"),
            ("gb18030", "你好，世界\n"),
            ("big5", "你好，世界\n"),
            ("shift_jis", "こんにちは、手紙です。\n"),
            ("euc-jp", "こんにちは、手紙です。\n"),
            ("euc-kr", "안녕하세요\n"),
        ] {
            let text = text.repeat(3);
            assert_eq!(with_footer(label, &text, FOOTER), Some(format!("{text}{FOOTER}")), "{label}");
        }
    }

    #[test]
    fn one_character_is_enough_if_it_is_certain() {
        for label in ["koi8-r", "windows-1251"] {
            let read = with_footer(label, "Привет\n", "© 2024\n");
            assert_eq!(read.as_deref(), Some("Привет\n© 2024\n"), "{label}");
        }
    }

    #[test]
    fn the_finding_gives_the_offsets() {
        let octets = [&b"\xEE\xE5\n"[..], "é\nx\n".as_bytes(), b"\xF3\n", "ö\n".as_bytes()].concat();
        let latin1 = charset("latin1");
        let Mixture::Segments(segments) = mixture(latin1, &octets) else { panic!() };
        let (text, detail) = read(latin1, &octets, &segments, false).unwrap();
        assert_eq!(text, "îå\né\nx\nó\nö\n");
        assert_eq!(
            detail.to_string(),
            "windows-1252, but octets 3 to 8 of the text are UTF-8, as are octets in one more place"
        );
    }

    #[test]
    fn statistics_use_only_the_lines_that_are_not_utf8() {
        let koi8 = encoded("koi8-r", "Привет, мир\n");
        let octets = [koi8.clone(), "Отписаться\n".as_bytes().to_vec()].concat();
        assert_eq!(rest(&octets), koi8);
        assert_eq!(rest(&koi8), koi8);
        assert_eq!(rest("é\n".as_bytes()), "é\n".as_bytes());
    }

    #[test]
    fn unclear_mixtures() {
        let unclear = |label: &str, octets: &[u8]| match mixture(charset(label), octets) {
            Mixture::Unclear(at) => Some(at.offset),
            _ => None,
        };
        // Each of these texts is one line in two charsets. The expected number is the offset of the UTF-8.
        assert_eq!(unclear("latin1", b"caf\xE9 \xE2\x80\x93 th\xE9\n"), Some(5));
        assert_eq!(unclear("koi8-r", b"\xF0\xD2\xC9 f\xC3\xBCr"), Some(5));
        assert_eq!(unclear("windows-1251", b"\xCF\xF0\xE8 f\xC3\xBCr"), Some(5));
        assert_eq!(unclear("iso-8859-2", b"Za\xBF\xF3\xB3\xE6 don\xE2\x80\x99t"), Some(10));
        // These texts are damaged UTF-8.
        assert_eq!(unclear("latin1", b"gr\xC3\xB6\xC3\x9Fer\xFF\n"), Some(8));
        assert_eq!(unclear("latin1", b"gr\xC3\xB6\xC3\x9Fe\ncaf\xC3\n"), Some(0));
        for text in ["ສະບາຍດີ ທ່ານ", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "བོད་ཀྱི་སྐད་ཡིག"]
        {
            let cut = text.as_bytes().split_last().unwrap().1;
            assert!(unclear("latin1", cut).is_some(), "{text}");
        }
    }

    /// The octets of `谢谢` in GBK are `лл` in UTF-8.
    #[test]
    fn a_line_that_may_be_in_either_is_in_the_charset_of_the_line_before() {
        for (label, text) in [("gb18030", "你好，世界\n谢谢\n"), ("gb18030", "谢谢\n你好，世界\n")]
        {
            assert_eq!(with_footer(label, text, FOOTER), Some(format!("{text}{FOOTER}")), "{text}");
        }
        let octets =
            ["你好，世界。\n谢谢\n".as_bytes(), &encoded("gb18030", "北京大学邮件列表\n谢谢\n")].concat();
        let Mixture::Segments(segments) = mixture(charset("gb18030"), &octets) else { panic!() };
        let (text, _) = read(charset("gb18030"), &octets, &segments, false).unwrap();
        assert_eq!(text, "你好，世界。\n谢谢\n北京大学邮件列表\n谢谢\n");
    }

    #[test]
    fn a_sign_is_in_utf8_like_other_lines() {
        for label in ["windows-1252", "iso-8859-15", "windows-1250", "windows-1254"] {
            for sign in ["next »\n", "» next\n", "prix\u{a0}: 5\n", "20 °C\n", "®\n"] {
                let text = "Größe für\n";
                let octets = [FOOTER.as_bytes(), &encoded(label, text), sign.as_bytes()].concat();
                let Mixture::Segments(segments) = mixture(charset(label), &octets) else {
                    panic!("{label} {sign}")
                };
                let (read, _) = read(charset(label), &octets, &segments, false).unwrap();
                assert_eq!(read, [FOOTER, text, sign].concat(), "{label}");
            }
        }
    }

    /// In a line in another charset, a single word can certainly be UTF-8. So the text does not count as text
    /// in one charset.
    #[test]
    fn one_word_of_utf8_is_left() {
        for (label, text) in [
            ("gb18030", "你好，世界\n"),
            ("big5", "你好，世界\n"),
            ("shift_jis", "これは手紙\n"),
            ("ibm866", "Привет\n"),
            ("iso-8859-5", "Привет\n"),
            ("koi8-u", "Привіт\n"),
        ] {
            for word in ["für", "don’t"] {
                let octets = [encoded(label, text), word.as_bytes().to_vec()].concat();
                let found = mixture(charset(label), &octets);
                assert_ne!(found, Mixture::None, "{label} {word}");
            }
        }
        // These texts have words that can be UTF-8 by chance, and prove nothing.
        for (label, text) in [("gb18030", "你好\n中a文b\ngit对x\n眉\n"), ("ibm866", "Привет\nтип\n")]
        {
            assert_eq!(mixture(charset(label), &encoded(label, text)), Mixture::None, "{label}");
        }
    }

    #[test]
    fn texts_in_one_charset() {
        for (label, octets) in [
            ("windows-1252", &b"LIBERT\xC9\xA0!\n\xE9galit\xE9\n"[..]),
            ("windows-1251", b"\xCD\xB3.\n\xC4\xFF\xEA\xF3\xFE, \xE4\xB3\xBF\n"),
            ("latin1", b"caf\xE9\n"),
            ("gb18030", b"\xC5\xAE\n\xC4\xE3\xBA\xC3\n"),
        ] {
            assert_eq!(mixture(charset(label), octets), Mixture::None, "{label}");
        }
    }

    #[test]
    fn repetitions_are_no_utf8() {
        for (label, text) in [
            ("gb18030", "жжжжж"),
            ("euc-kr", "жжжжж шшшшшш"),
            ("euc-jp", "жжжжж"),
            ("gb18030", "编号\n状态\n状态"),
            ("iso-8859-4", "ŅŠŪŽ"),
        ] {
            assert_eq!(mixture(charset(label), &encoded(label, text)), Mixture::None, "{label} {text}");
        }
    }

    #[test]
    fn shifts_and_octets_above_127_in_one_line_are_left() {
        let octets = [encoded("iso-2022-jp", "手紙 "), "größe\n".as_bytes().to_vec()].concat();
        assert_eq!(mixture(Charset::ISO_2022_JP, &octets), Mixture::None);
    }
}
