//! UTF-8 that was decoded in another charset and encoded again. Its octets in that charset must be valid UTF-8.
//!
//! Linear time.

use super::doubt::Doubt;
use super::utf8_proof::{Proof, is_latin, is_utf8_word, proof};
use super::words::{is_garbled, is_plausible};
use crate::charset::Charset;
use crate::finding::Hypothesis;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The probability, in percent, that text was encoded twice. One of 100,000 sentences looked like that by chance.
const ENCODED_AGAIN: u8 = 99;

/// The original of a text that was encoded twice; `None` if `text` was encoded once.
pub(crate) fn encoded_again(text: &str) -> Option<(Doubt, String)> {
    if text.is_ascii() {
        return None;
    }
    let first = text.bytes().position(|octet| !octet.is_ascii())?;
    let beyond = text.get(first..)?;
    let mut pages = PAGES.iter().filter(|page| page.starts_sequence(beyond));
    let pairs = || DOUBLE_OCTET.iter().filter(|pairs| pairs.starts(beyond)).map(|pairs| pairs.charset);
    let (charset, once) = pages
        .find_map(|page| page.undo(text))
        .or_else(|| pairs().find_map(|charset| Some((charset, undo_pairs(text, charset)?))))?;
    Some((Doubt { hypothesis: Hypothesis::EncodedAgain(charset), percent: ENCODED_AGAIN }, once))
}

/// Double-octet charsets that UTF-8 is decoded in by mistake.
static DOUBLE_OCTET: LazyLock<Vec<DoubleOctet>> = LazyLock::new(|| {
    let charset = |label: &&str| Charset::for_label(label.as_bytes());
    ["gb18030", "big5"].iter().filter_map(charset).map(DoubleOctet::of).collect()
});

/// The first character whose octets in a double-octet charset can start a sequence of UTF-8. Letters of alphabets are
/// before it.
const FIRST_PAIR: char = '\u{2000}';

/// A double-octet charset, and a cache of the characters that texts started with.
struct DoubleOctet {
    charset: Charset,
    /// Code points times two, plus one if the octets of the character can start UTF-8. The code point determines the
    /// place. Encoding a character takes longer than all else that is done with a short text.
    starts: [AtomicU32; 1 << 10],
}

impl DoubleOctet {
    fn of(charset: Charset) -> Self {
        Self { charset, starts: [const { AtomicU32::new(0) }; 1 << 10] }
    }

    /// Whether the octets of the first characters can start UTF-8: a quick test, which most text fails with its first
    /// character.
    fn starts(&self, text: &str) -> bool {
        let Some(first) = text.chars().next().filter(|first| *first >= FIRST_PAIR) else { return false };
        let number = u32::from(first);
        let Some(known) = self.starts.get(number as usize % self.starts.len()) else { return false };
        let mut start = known.load(Relaxed);
        if start >> 1 != number {
            start = number << 1 | u32::from(self.can_start(text, 1));
            known.store(start, Relaxed);
        }
        start & 1 == 1 && self.can_start(text, 4)
    }

    /// Whether the octets of so many characters at the start can start UTF-8.
    fn can_start(&self, text: &str, characters: usize) -> bool {
        let end = text.char_indices().nth(characters).map_or(text.len(), |(end, _)| end);
        let octets = text.get(..end).and_then(|few| self.charset.encode(few).ok()).unwrap_or_default();
        let is_cut =
            |octets| std::str::from_utf8(octets).map_or_else(|error| error.error_len().is_none(), |_| true);
        matches!(*octets, [0xC2..=0xF4, 0x80..=0xBF, ..]) && is_cut(&octets)
    }
}

/// The text whose UTF-8 was decoded in a double-octet `charset`; `None` unless all of the text is such UTF-8, and more of
/// it than a few characters would be by chance.
fn undo_pairs(text: &str, charset: Charset) -> Option<String> {
    let mut once = String::new();
    for piece in text.split_inclusive(|c: char| c.is_ascii()) {
        let octets = charset.encode(piece).ok()?;
        once.push_str(std::str::from_utf8(&octets).ok()?);
    }
    is_utf8_word(charset, once.as_bytes()).then_some(once)
}

/// Charsets that UTF-8 is decoded in by mistake, the most frequent ones first.
const LABELS: [&str; 7] =
    ["windows-1252", "windows-1251", "windows-1250", "windows-1254", "koi8-r", "ibm437", "macintosh"];

/// Those in which UTF-8 begins with symbols that stand before no other symbol in a text.
const SYMBOLS: [&str; 2] = ["IBM437", "macintosh"];

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    LABELS.iter().filter_map(|label| Charset::for_label(label.as_bytes()).map(Page::of)).collect()
});

/// The characters of a charset of single octets, and their octets.
struct Page {
    charset: Charset,
    /// In the order of the characters.
    octets: Vec<(char, u8)>,
}

impl Page {
    fn of(charset: Charset) -> Self {
        let high: Vec<u8> = (0x80..=0xFF).collect();
        let decoded = charset.decode(&high);
        let mut octets: Vec<(char, u8)> = decoded.text.chars().zip(0x80..=0xFF).collect();
        for (character, octet) in &mut octets {
            // Programs that decode UTF-8 in this charset keep undefined octets as control characters.
            if *character == char::REPLACEMENT_CHARACTER {
                *character = char::from(*octet);
            }
        }
        octets.sort_unstable();
        Self { charset, octets }
    }

    fn octet(&self, character: char) -> Option<u8> {
        match self.octets.binary_search_by_key(&character, |(character, _)| *character) {
            Ok(at) => self.octets.get(at).map(|(_, octet)| *octet),
            // ISO-8859-1 proper has control characters where windows-1252 has others.
            Err(_) if character <= '\u{9F}' => u8::try_from(character).ok(),
            Err(_) => None,
        }
    }

    /// Whether the octets of the first two characters can start a sequence of UTF-8: a quick test, which most text
    /// fails.
    fn starts_sequence(&self, text: &str) -> bool {
        let mut octets = text.chars().map(|character| self.octet(character));
        matches!(octets.next(), Some(Some(0xC2..=0xF4))) && matches!(octets.next(), Some(Some(0x80..=0xBF)))
    }

    /// The text whose UTF-8 was decoded in this charset; `None` unless all of the text is such UTF-8.
    fn undo(&self, text: &str) -> Option<(Charset, String)> {
        let mut once = String::new();
        let mut octets = Vec::new();
        for piece in text.split_inclusive(|c: char| c.is_ascii()) {
            octets.clear();
            for character in piece.chars() {
                octets.push(self.octet(character)?);
            }
            once.push_str(std::str::from_utf8(&octets).ok()?);
        }
        let is_control = |c: char| matches!(c, '\u{80}'..='\u{9F}');
        let latin1 = self.charset == Charset::WINDOWS_1252
            && text.chars().all(|c| c <= '\u{FF}')
            && text.contains(is_control);
        let number = once.chars().filter(|c| !c.is_ascii()).count();
        // No author writes control characters. Few others may be pairs that the author wrote: `Ã¤`, `Ні!`, `BĚŽNĚ”`, or
        // `’é` in Macintosh.
        let is_sure = latin1 && !once.contains(is_control)
            || proof(self.charset, once.as_bytes()) == Proof::Certain
                && (is_latin(&once)
                    || number >= 8
                    || number > 1
                        && is_plausible(&once)
                        && (number >= 4 || SYMBOLS.contains(&self.charset.name()) || is_garbled(text)));
        is_sure.then_some((if latin1 { Charset::ISO_8859_1 } else { self.charset }, once))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(label: &str, text: &str) -> String {
        let page = Page::of(Charset::for_label(label.as_bytes()).unwrap());
        let character = |octet: &u8| page.octets.iter().find(|(_, known)| known == octet).map(|(c, _)| *c);
        text.bytes()
            .map(|octet| if octet.is_ascii() { octet.into() } else { character(&octet).unwrap() })
            .collect()
    }

    #[test]
    fn no_pair_that_starts_utf_8_is_a_letter_of_an_alphabet() {
        for DoubleOctet { charset, .. } in DOUBLE_OCTET.iter() {
            let pairs = (0xC2..=0xF4).flat_map(|lead| (0x80..=0xBF).map(move |trail| [lead, trail]));
            for pair in pairs {
                let text = charset.decode(&pair).text;
                assert!(text.starts_with(|first| first >= FIRST_PAIR), "{charset} {text}");
            }
        }
    }

    /// An even number of octets above 127 in a row decodes in pairs.
    #[test]
    fn text_that_was_encoded_twice_in_a_double_octet_charset_is_restored_exactly() {
        for (label, text) in [
            ("gb18030", "schöne Grüße"),
            ("gb18030", "l’état d’été"),
            ("gb18030", "Привет, мир, как дела сегодня"),
            ("gb18030", "会议通知改期"),
            ("big5", "für"),
        ] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let Ok(twice) = charset.decode_strict(text.as_bytes()) else { panic!("{label} {text}") };
            assert_eq!(encoded_again(&twice).map(|(_, once)| once).as_deref(), Some(text), "{label} {twice}");
        }
        for text in ["模式使", "为什么", "会议通知改期", "撣語", "Beijing 北京 hotel"] {
            assert_eq!(encoded_again(text), None, "{text}");
        }
    }

    /// Characters 1,024 apart share a place in the cache.
    #[test]
    fn the_cache_does_not_confuse_characters() {
        for charset in DOUBLE_OCTET.iter() {
            for place in (0x4E00..0x5200).step_by(7) {
                for first in (place..0xA000).step_by(0x400).filter_map(char::from_u32) {
                    let text = first.to_string();
                    let expected = charset.can_start(&text, 1) && charset.can_start(&text, 4);
                    assert_eq!(charset.starts(&text), expected, "{} {text}", charset.charset);
                }
            }
        }
    }

    #[test]
    fn text_that_was_encoded_twice_is_restored_exactly() {
        for text in ["Größe – schön", "Jürgen", "Привет, мир", "会议通知", "l’été", "ŁÓDŹ à 5 €", "😀 ok ø"]
        {
            for label in LABELS {
                let (doubt, once) =
                    encoded_again(&again(label, text)).unwrap_or_else(|| panic!("{label} {text}"));
                assert_eq!(once, text, "{label} {doubt:?}");
            }
        }
    }

    #[test]
    fn control_characters_show_that_one_letter_was_encoded_twice() {
        for (twice, text) in [
            ("\u{c3}\u{9c}ber uns", "Über uns"),
            ("l\u{e2}\u{80}\u{99}or", "l’or"),
            ("mie\u{c4}\u{87}", "mieć"),
        ] {
            let (doubt, once) = encoded_again(twice).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*once, doubt.hypothesis), (text, Hypothesis::EncodedAgain(Charset::ISO_8859_1)));
        }
        for text in ["\u{c2}\u{85}", "\u{c3}\u{9c}ber \u{9c}"] {
            assert_eq!(encoded_again(text), None, "{text:?}");
        }
    }

    #[test]
    fn text_that_was_encoded_once_is_kept() {
        for text in [
            "Größe – schön",
            "Ã¤",
            "Ã¤, größer",
            "LIBERTÉ\u{A0}!",
            "Привет, мир",
            "Ці слова",
            "её",
            "Ні! Ні!",
            "l’école et l’église",
            "l’école, l’église, l’économie d’énergie",
            "会议通知",
            "GrÃ¶Ã\u{FFFD}e",
            "“Ã¶” und „Ã¼“",
            "BĚŽNĚ”",
            "DOJÍŽDÍ…",
            "RÓŻĘ”",
        ] {
            assert_eq!(encoded_again(text), None, "{text}");
        }
    }
}
