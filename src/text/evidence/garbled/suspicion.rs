//! A cheap pre-check: whether a text may be garbled, and how. Hardly any sound text is suspected.
//!
//! Only the first characters beyond US-ASCII are read, because text is garbled either as a whole or where it was
//! pasted together. Apart from the search for these characters, the check takes constant time.

use super::page::{CODE_PAGES, CodePage, CodePages, STARTS};
use super::sequence::Sequences;
use std::sync::LazyLock;

/// The number of characters beyond US-ASCII that are read.
const READ: usize = 48;
/// Western text does not have this many letters and signs beyond US-ASCII in a row.
pub(super) const ROW: usize = 4;

/// The letters beyond US-ASCII of the Western languages for which ISO-8859-1 was made, one string for each language.
const WESTERN: [&str; 12] = [
    "àâæçéèêëîïñôöùûüÿ",
    "äéöüß",
    "áéíïñóúüçàèòº",
    "àáâãçéêíóôõúü",
    "àèéìíîòóùú",
    "áàäéèêëíïóöúü",
    "æøåéèêòóäöüô",
    "áàåäéöüæø",
    "áéíóúðýþæö",
    "äöõüåé",
    "áéíóúàèìòùâêôûîäëïöüÿ",
    "çëéüö",
];

/// The letters beyond those that all Cyrillic alphabets share, one string for each alphabet.
const CYRILLIC: [&str; 6] = ["ёйщъыьэюя", "єіїґйщьюяё", "ёіўйыьэюяґщ", "йщъьюя", "ђјљњћџ", "ѓѕјљњќџѐѝ"];

/// The ways in which a text may be garbled, judged by its first characters beyond US-ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Suspicion {
    /// The code pages in which some characters of the text stand for the octets of a sequence of UTF-8.
    pub(super) pages: CodePages,
    /// Whether the text has control characters above 127.
    pub(super) has_controls: bool,
    /// Whether the letters are unlikely, for one of four causes: no Western and no Cyrillic alphabet has all of them;
    /// many characters of windows-1252 beyond US-ASCII stand in a row; a Cyrillic capital follows a small letter; or an
    /// [unusual character](is_unusual) stands between two letters of US-ASCII.
    pub(super) has_unlikely_letters: bool,
}

impl Suspicion {
    pub(super) fn of(text: &str) -> Self {
        let first = encoding_rs::Encoding::ascii_valid_up_to(text.as_bytes());
        let mut found = Self::default();
        let (mut latin, mut cyrillic) = (0_u64, 0_u64);
        let (mut before, mut row, mut read) = ('\0', 0, 0);
        let mut rest = text.get(first..).unwrap_or_default();
        let mut last_ascii = text.get(..first).and_then(|ascii| ascii.chars().next_back()).unwrap_or('\0');
        while let Some(character) = rest.chars().next() {
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
            if character.is_ascii() {
                if before == 'Ã' && character == ' ' && !last_ascii.is_ascii_uppercase() {
                    found.pages |= 1;
                }
                if is_unusual(before) && character.is_ascii_lowercase() && last_ascii.is_ascii_alphabetic() {
                    found.has_unlikely_letters = true;
                }
                (before, row) = ('\0', 0);
                let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest.as_bytes());
                last_ascii =
                    rest.get(..ascii).and_then(|ascii| ascii.chars().next_back()).unwrap_or(character);
                rest = rest.get(ascii..).unwrap_or_default();
                continue;
            }
            read += 1;
            if read > READ {
                break;
            }
            let starts = STARTS.pair(before, character) & !found.pages;
            if starts != 0 {
                let pair = before.len_utf8() + character.len_utf8();
                let sequence = text.get(text.len() - rest.len() - pair..).unwrap_or_default();
                found.pages |= of_sequence(starts, sequence);
            }
            match character {
                '\u{80}'..='\u{9F}' => found.has_controls = true,
                '\u{C0}'..='\u{FF}' => {
                    latin |= 1 << (u32::from(small(character)) & 0x3F);
                }
                '\u{410}'..='\u{42F}' => {
                    found.has_unlikely_letters |= ('\u{430}'..='\u{45F}').contains(&before);
                    cyrillic |= bit(character);
                }
                '\u{400}'..='\u{45F}' | 'ґ' | 'Ґ' => cyrillic |= bit(character),
                _ => {}
            }
            row = if is_western(character) { row + 1 } else { 0 };
            found.has_unlikely_letters |= row >= ROW;
            before = character;
        }
        found.has_unlikely_letters |= latin != 0 && !ALPHABETS.0.iter().any(|letters| latin & !letters == 0);
        found.has_unlikely_letters |=
            cyrillic != 0 && !ALPHABETS.1.iter().any(|letters| cyrillic & !letters == 0);
        found
    }
}

/// Whether a character beyond US-ASCII is in windows-1252, the first code page.
fn is_western(character: char) -> bool {
    CODE_PAGES.first().is_some_and(|page| page.octet(character).is_some())
}

/// Returns those of `pages` in which `text` starts with a sequence of UTF-8.
fn of_sequence(pages: CodePages, text: &str) -> CodePages {
    let is_of = |page: &CodePage| Sequences::of(page, text, &[]).first(text).is_some();
    let numbered = CODE_PAGES.iter().enumerate().filter(|(number, _)| pages >> number & 1 == 1);
    numbered.filter(|(_, page)| is_of(page)).fold(0, |found, (number, _)| found | 1 << number)
}

/// The sets of letters of the Western and of the Cyrillic alphabets, one bit for each letter.
static ALPHABETS: LazyLock<([u64; 12], [u64; 6])> =
    LazyLock::new(|| (WESTERN.map(letters_of), CYRILLIC.map(cyrillic_of)));

/// Whether a symbol of ISO-8859-1 is unusual between letters, and its octet is a letter in ISO-8859-2.
const fn is_unusual(symbol: char) -> bool {
    matches!(symbol, '¡' | '¦' | '¯' | '±' | '³' | '¶' | '¹' | '¼' | '¾' | '¿')
}

/// Returns the small form of a letter of ISO-8859-1.
const fn small(letter: char) -> char {
    match letter {
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{DE}' => (letter as u8 + 0x20) as char,
        other => other,
    }
}

/// Returns the bit of a letter that some alphabet in [`CYRILLIC`] has, or 0 for any other letter. A capital and its
/// small letter share a bit.
const fn bit(letter: char) -> u64 {
    match letter {
        '\u{419}' | '\u{429}'..='\u{42F}' => 1 << (letter as u32 & 0x1F),
        '\u{439}' | '\u{449}'..='\u{44F}' => 1 << ((letter as u32 - 0x20) & 0x1F),
        '\u{400}'..='\u{40F}' => 1 << (32 + (letter as u32 & 0xF)),
        '\u{450}'..='\u{45F}' => 1 << (32 + (letter as u32 & 0xF)),
        'ґ' | 'Ґ' => 1 << 48,
        _ => 0,
    }
}

fn letters_of(letters: &str) -> u64 {
    letters.chars().fold(0, |set, letter| set | 1 << (u32::from(letter) & 0x3F))
}

fn cyrillic_of(letters: &str) -> u64 {
    letters.chars().fold(0, |set, letter| set | bit(letter))
}
