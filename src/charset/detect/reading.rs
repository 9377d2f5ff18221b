//! What charsets of one octet a character read octets as; those that read the same are one reading.

use super::candidates::{ASCII, PAGES, Page};
use super::characters::{Character, Shape, UNDEFINED};
use super::telling::Telling;

/// What several charsets read alike.
pub(super) struct Reading {
    pub(super) pages: Vec<&'static Page>,
    /// What the octets from 128 on are.
    characters: Vec<Option<Character>>,
}

impl Reading {
    /// That of no octet above 127.
    pub(super) fn of_ascii() -> Self {
        Self { pages: Vec::new(), characters: Vec::new() }
    }

    /// What an octet is; `None` where the charset does not define it.
    pub(super) fn character(&self, octet: u8) -> Option<Character> {
        let at = usize::from(octet & 0x7F);
        if octet < 0x80 { ASCII.get(at).copied() } else { self.characters.get(at).copied().flatten() }
    }

    /// What the cases and symbols of a word cost, whatever the language.
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

/// The pages, those together that read the octets alike.
pub(super) fn readings(telling: &Telling<'_>) -> Vec<Reading> {
    let high = telling.high();
    let mut keys: Vec<Vec<Option<char>>> = Vec::new();
    let mut readings: Vec<Reading> = Vec::new();
    for page in PAGES.iter() {
        let key: Vec<Option<char>> = high.iter().map(|octet| page.character(*octet)).collect();
        let known = keys.iter().position(|other| *other == key);
        if let Some(reading) = known.and_then(|at| readings.get_mut(at)) {
            reading.pages.push(page);
            continue;
        }
        let mut characters = vec![None; 0x80];
        for (octet, character) in high.iter().zip(&key) {
            if let Some(place) = characters.get_mut(usize::from(octet & 0x7F)) {
                *place = character.map(Character::of);
            }
        }
        keys.push(key);
        readings.push(Reading { pages: vec![page], characters });
    }
    readings
}
