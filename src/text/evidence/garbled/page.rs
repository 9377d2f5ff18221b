//! The code pages: charsets of single octets in which stored text was decoded by mistake. For each code page, this
//! module knows the characters and their octets.

use crate::charset::Charset;
use crate::text::evidence::controls::is_c1;
use mailutf_codecs::internal::nats;
use std::sync::{LazyLock, OnceLock};

/// The labels of the code pages, the most frequent first. Each has a cost, which is above 0 if wrong decodings in it are
/// far rarer than in an earlier code page with the same characters. In Central Europe, spreadsheets, editors and consoles
/// take files without a label for windows-1250. ISO-8859-2 has the same letters, and gives other text: `MĂĽller` is
/// `Müller` in windows-1250, and `Måller` in ISO-8859-2. In the same way, `groÃŸ` is `groß` in windows-1252, and `groþ` in
/// ISO-8859-15.
const LABELS: [(&str, i32); 12] = [
    ("windows-1252", 0),
    ("iso-8859-1", 0),
    ("windows-1251", 0),
    ("windows-1250", 0),
    ("windows-1254", 0),
    ("windows-1257", 0),
    ("koi8-r", 0),
    ("iso-8859-2", nats(5)),
    ("iso-8859-15", nats(5)),
    ("ibm437", 0),
    ("ibm850", 0),
    ("macintosh", 0),
];

/// The code pages. Bit n of [`CodePages`] stands for code page n.
pub(super) static CODE_PAGES: LazyLock<Vec<CodePage>> = LazyLock::new(|| {
    let page = |(label, cost): &(&str, i32)| {
        let charset = match *label {
            "iso-8859-1" => Charset::ISO_8859_1,
            label => Charset::for_label(label.as_bytes())?,
        };
        Some(CodePage { cost: *cost, is_exact: true, ..CodePage::of(charset) })
    };
    LABELS.iter().filter_map(page).collect()
});

/// A set of code pages: one bit for each.
pub(super) type CodePages = u16;

/// The characters of a charset of single octets, and their octets.
pub(super) struct CodePage {
    pub(super) charset: Charset,
    /// How rare wrong decodings in the charset are.
    pub(super) cost: i32,
    /// Whether no control character stands for an octet to which the charset assigns another character. Otherwise
    /// windows-1252 is also ISO-8859-1, which has control characters in these places.
    is_exact: bool,
    /// The characters of the octets above 127, in the order of the octets.
    characters: Vec<char>,
    /// The characters and their octets, in the order of the characters. This list is made when it is needed: for most
    /// text, [`STARTS`] suffices.
    octets: OnceLock<Vec<(char, u8)>>,
}

impl CodePage {
    pub(super) fn of(charset: Charset) -> Self {
        let high: Vec<u8> = (0x80..=0xFF).collect();
        let decoded = charset.decode(&high);
        // If the charset assigns no character to an octet, programs decode the octet as the control character with
        // the same number.
        let kept = |(character, octet): (char, &u8)| match character {
            char::REPLACEMENT_CHARACTER => char::from(*octet),
            _ => character,
        };
        let characters = decoded.text.chars().zip(&high).map(kept).collect();
        Self { charset, cost: 0, is_exact: false, characters, octets: OnceLock::new() }
    }

    /// The characters and their octets, in the order of the octets.
    fn pairs(&self) -> impl Iterator<Item = (char, u8)> {
        self.characters.iter().copied().zip(0x80..=0xFF)
    }

    fn sorted(&self) -> &[(char, u8)] {
        self.octets.get_or_init(|| {
            let mut octets: Vec<(char, u8)> = self.pairs().collect();
            octets.sort_unstable_by_key(|(character, _)| *character);
            octets
        })
    }

    /// The octet of a character beyond US-ASCII.
    pub(super) fn octet(&self, character: char) -> Option<u8> {
        let octets = self.sorted();
        match octets.binary_search_by_key(&character, |(character, _)| *character) {
            Ok(at) => octets.get(at).map(|(_, octet)| *octet),
            Err(_) if is_c1(character) && !self.is_exact => u8::try_from(character).ok(),
            Err(_) => None,
        }
    }

    /// Returns the octets of a text, or `None` if a character of the text has no octet in this code page.
    pub(super) fn octets(&self, text: &str) -> Option<Vec<u8>> {
        let octet = |c: char| if c.is_ascii() { u8::try_from(c).ok() } else { self.octet(c) };
        text.chars().map(octet).collect()
    }

    /// Returns the characters that the octets stand for.
    #[cfg(test)]
    pub(super) fn text(&self, octets: &[u8]) -> String {
        let character = |octet: &u8| {
            let found = self.pairs().find(|(_, other)| other == octet);
            found.map_or(char::from(*octet), |(character, _)| character)
        };
        octets.iter().map(character).collect()
    }
}

/// The number of code points that have an entry in [`Starts`]. These are the letters of Europe, symbols and box
/// drawing.
const ENTRIES: usize = 0x2600;

/// Two sets of code pages for each character: those in which the octet of the character starts a sequence of UTF-8,
/// and those in which the octet continues such a sequence.
pub(super) struct Starts(Vec<(CodePages, CodePages)>);

pub(super) static STARTS: LazyLock<Starts> = LazyLock::new(|| {
    let mut entries = vec![(0, 0); ENTRIES];
    for (number, page) in CODE_PAGES.iter().enumerate() {
        for (character, octet) in page.pairs() {
            if let Some((starts, continues)) = entries.get_mut(character as usize) {
                match octet {
                    0xC2..=0xF4 => *starts |= 1 << number,
                    0x80..=0xBF => *continues |= 1 << number,
                    _ => {}
                }
            }
        }
    }
    Starts(entries)
});

impl Starts {
    /// Returns the code pages in which the octets of two characters can start a sequence of UTF-8.
    pub(super) fn pair(&self, first: char, second: char) -> CodePages {
        let entry = |character: char| self.0.get(character as usize).copied().unwrap_or_default();
        entry(first).0 & entry(second).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_that_of_the_octet_in_each_page() {
        for character in ('\u{80}'..'\u{3000}').filter(|character| (*character as usize) < ENTRIES) {
            for (number, page) in CODE_PAGES.iter().enumerate() {
                let (starts, continues) = STARTS.0[character as usize];
                let octet = page.octet(character).unwrap_or_default();
                assert_eq!(starts >> number & 1 == 1, matches!(octet, 0xC2..=0xF4), "{character}");
                assert_eq!(continues >> number & 1 == 1, matches!(octet, 0x80..=0xBF), "{character}");
            }
        }
    }
}
