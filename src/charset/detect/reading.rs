//! The characters that single-octet charsets have for the octets of a text. Charsets that decode the text alike are
//! one *reading*.

use super::candidates::{ASCII, PAGES, Page};
use super::characters::{Character, Shape, UNDEFINED};
use super::sample::Sample;

/// The charsets that decode the text alike, and their characters.
pub(super) struct Reading {
    pub(super) pages: Vec<&'static Page>,
    /// The characters of octets 128 to 255.
    characters: Vec<Option<Character>>,
}

impl Reading {
    /// The reading of text without octets above 127.
    pub(super) fn of_ascii() -> Self {
        Self { pages: Vec::new(), characters: Vec::new() }
    }

    /// The reading of one charset, for these octets above 127.
    pub(super) fn of(page: &'static Page, high: &[u8]) -> Self {
        let mut characters = vec![None; 0x80];
        for octet in high {
            if let Some(place) = characters.get_mut(usize::from(octet & 0x7F)) {
                *place = page.character(*octet).map(Character::of);
            }
        }
        Self { pages: vec![page], characters }
    }

    /// The character of an octet; `None` if the charsets do not define it.
    pub(super) fn character(&self, octet: u8) -> Option<Character> {
        let at = usize::from(octet & 0x7F);
        if octet < 0x80 { ASCII.get(at).copied() } else { self.characters.get(at).copied().flatten() }
    }

    /// The cost of the case changes and symbols of a word, which does not depend on the language.
    pub(super) fn shape(&self, word: &[u8]) -> i32 {
        let mut shape = Shape::default();
        for octet in word {
            match self.character(*octet) {
                Some(character) => shape.push(character),
                None => shape.cost += UNDEFINED,
            }
        }
        shape.cost
    }
}

/// The readings of the words that are scored.
pub(super) fn readings(sample: &Sample<'_>) -> Vec<Reading> {
    let high = sample.high();
    let mut keys: Vec<Vec<Option<char>>> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    for page in PAGES.iter() {
        let key: Vec<Option<char>> = high.iter().map(|octet| page.character(*octet)).collect();
        let known = keys.iter().position(|other| *other == key);
        if let Some(reading) = known.and_then(|at| readings.get_mut(at)) {
            reading.pages.push(page);
            continue;
        }
        keys.push(key);
        readings.push(Reading::of(page, &high));
    }
    readings
}
