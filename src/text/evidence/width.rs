//! Judges octets that are labelled as UTF-16 or UTF-32, but have no NULs and no control characters. Such octets are
//! text of single octets, or they are Chinese text whose octets happen to be printable (`散步` in UTF-16 has the octets
//! of `ecke`).
//!
//! In UTF-16, each code unit of a script that is not East Asian has an octet below 0x20. (The octets 0x09 to 0x0D,
//! which single-octet text also has, belong to Indic scripts.) So octets with control characters are in the charset
//! of the label. Octets without control characters are East Asian text if the label is right.
//!
//! If octets without control characters are valid UTF-8, their text in UTF-8 is compared with their text in the charset
//! of the label. Each blank and line end of single-octet text becomes half of a rare character if the text is read as
//! UTF-16, so the wrong reading is unlikely. If the octets are not valid UTF-8, the label is taken as right. But the
//! label is doubtful if the octets form words in some other charset, and if these words are far likelier than the
//! characters in the charset of the label. All functions take linear time.

use super::doubt::Doubt;
use crate::charset::Charset;
use crate::charset::detect::by_language;
use mailutf_codecs::internal::likelier;

/// The width of the code units that octets consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::text) enum Width {
    /// The code units have the width that the label names.
    AsLabelled,
    /// The code units can have the width that the label names, or be single octets.
    Either,
    /// The code units are single octets, in US-ASCII or UTF-8.
    SingleOctets,
}

/// One of two readings is certain if it is likelier than the other by at least this many nats (natural logarithm of
/// the ratio of the probabilities).
const CLEAR: i32 = 4;
/// The label is doubtful if the text is likelier in the charset that its letters show than in the charset of the
/// label by at least this many nats.
const FAR: i32 = 3 * CLEAR;
/// The penalty, in nats, for US-ASCII that does not look like words.
const UNLIKE_WORDS: i32 = 8;

impl Width {
    /// Returns the width of the code units of `octets`, which are labelled as `charset`.
    pub(in crate::text) fn of(charset: Charset, octets: &[u8]) -> Self {
        if !charset.is_wide() || octets.is_empty() || has_control(octets) {
            return Self::AsLabelled;
        }
        let Ok(narrow) = std::str::from_utf8(octets) else { return Self::AsLabelled };
        let wide = |charset: &Charset| Some(likelier_as(narrow, &charset.decode_strict(octets).ok()?));
        match orders(charset).iter().filter_map(wide).min() {
            None | Some(CLEAR..) => Self::SingleOctets,
            Some(nats) if nats <= -CLEAR => Self::AsLabelled,
            Some(_) => Self::Either,
        }
    }
}

/// Returns by how many nats `narrow` is likelier than `wide`. Both are readings of the same octets. US-ASCII that
/// does not look like words gets a penalty if all characters of `wide` are East Asian.
fn likelier_as(narrow: &str, wide: &str) -> i32 {
    let is_unlike_words = narrow.is_ascii() && !are_words(narrow) && wide.chars().all(is_east_asian);
    likelier(narrow, wide) - if is_unlike_words { UNLIKE_WORDS } else { 0 }
}

/// Returns the charsets that text with this label may be in: UTF-16 in either byte order, or the UTF-32 of the
/// label. Much UTF-16 is not in the [byte order](super::byte_order) that its label names.
fn orders(charset: Charset) -> Vec<Charset> {
    let is_utf_32 = matches!(charset, Charset::UTF_32 | Charset::UTF_32BE | Charset::UTF_32LE);
    if is_utf_32 { vec![charset] } else { vec![Charset::UTF_16BE, Charset::UTF_16LE] }
}

/// Returns the charset in which `octets`, which are labelled as UTF-16 or UTF-32, form words. Returns `None` unless
/// these words are clearly likelier than the characters in the charset of the label.
pub(in crate::text) fn in_single_octets(charset: Charset, octets: &[u8]) -> Option<(Doubt, Charset)> {
    if !charset.is_wide() || has_control(octets) {
        return None;
    }
    let found = by_language(octets)?;
    let (narrow, wide) = (found.decode_strict(octets).ok()?, charset.decode_strict(octets).ok()?);
    (likelier(&narrow, &wide) >= FAR).then_some((Doubt::at_limit(found), found))
}

/// Whether the octets have control characters that do not occur in text.
pub(in crate::text) fn has_control(octets: &[u8]) -> bool {
    octets.iter().any(|octet| matches!(octet, 0..=0x08 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F))
}

/// Whether US-ASCII looks like words, numbers and names. In such text, the only symbols within a word are those of
/// addresses, no digit is next to a letter, and no small letter follows several capitals. Other words are often
/// Chinese in UTF-16: `[W{&` is `字符`, `l8NE` is `永久`, and `bSSp` is `打印`.
fn are_words(text: &str) -> bool {
    text.split_ascii_whitespace().all(|word| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation()).as_bytes();
        let is_digit_beside_letter =
            |pair: &[u8]| pair.iter().any(u8::is_ascii_digit) && pair.iter().any(u8::is_ascii_alphabetic);
        let is_mixed = |three: &[u8]| matches!(three, [b'A'..=b'Z', b'A'..=b'Z', b'a'..=b'z']);
        let is_usual = |octet: &u8| octet.is_ascii_alphanumeric() || b"-'.@/:".contains(octet);
        word.iter().all(is_usual)
            && !word.windows(2).any(is_digit_beside_letter)
            && !word.windows(3).any(is_mixed)
    })
}

/// Whether a character is an ideograph or kana.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30FE}' | '\u{4E00}'..='\u{9FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const UTF_16: [Charset; 3] = [Charset::UTF_16, Charset::UTF_16BE, Charset::UTF_16LE];

    #[test]
    fn words_in_another_charset_are_doubtful_as_utf_16() {
        let text = "Привет, как дела";
        let octets = Charset::for_label(b"windows-1251").unwrap().encode(text).unwrap();
        for charset in UTF_16 {
            let found = in_single_octets(charset, &octets).map(|(_, found)| found.decode(&octets).text);
            assert_eq!(found.as_deref(), Some(text), "{charset}");
        }
        for text in ["春武里府", "今天天气很好", "日本語のメールを送ります", "안녕하세요"]
        {
            for charset in UTF_16 {
                let octets = charset.encode(text).unwrap();
                assert_eq!(in_single_octets(charset, &octets), None, "{text} {charset}");
            }
        }
    }

    #[test]
    fn ascii_and_utf_8_are_not_utf_16() {
        for text in
            ["Hello there!", "Your code is 12345.\n", "odd", "abcd.txt", "John Smith", "Re: Größe", "für"]
        {
            for charset in UTF_16 {
                assert_eq!(Width::of(charset, text.as_bytes()), Width::SingleOctets, "{charset} {text}");
            }
        }
    }

    #[test]
    fn words_are_told_apart() {
        for text in
            ["数据", "用户", "字符", "存在", "显示", "在本地", "字符串", "是否存在", "空字符串", "当前版本"]
        {
            let octets: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert!(octets.iter().all(u8::is_ascii_graphic), "{text}");
            assert_ne!(Width::of(Charset::UTF_16BE, &octets), Width::SingleOctets, "{text}");
        }
        for text in ["", "日本語", "中文和中文", "Größe", "Привет", "שלום"] {
            let octets: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(Width::of(Charset::UTF_16BE, &octets), Width::AsLabelled, "{text}");
        }
        assert_eq!(Width::of(Charset::WINDOWS_1252, b"Hello there!"), Width::AsLabelled);
    }
}
