//! The characters that single-octet charsets have for the octets of a text. Charsets that decode the text alike are
//! one *decoding*.

use super::candidates::{SINGLE_OCTET, SingleOctet};
use super::characters::{Character, Shape, UNDEFINED};
use std::borrow::Cow;

/// The charsets that decode the text alike.
pub(super) struct Decoding {
    /// A hash of the characters, which makes most comparisons cheap.
    fingerprint: u64,
    /// The first of these charsets.
    pub(super) page: &'static SingleOctet,
    others: Vec<&'static SingleOctet>,
}

impl Decoding {
    /// All of these charsets.
    pub(super) fn pages(&self) -> impl Iterator<Item = &'static SingleOctet> {
        [self.page].into_iter().chain(self.others.iter().copied())
    }

    /// The languages that these charsets are used for, as indices into the alphabets, in order.
    pub(super) fn languages(&self) -> Cow<'static, [usize]> {
        if self.others.is_empty() {
            return Cow::Borrowed(&self.page.languages);
        }
        let mut languages: Vec<usize> =
            self.pages().flat_map(|page| page.languages.iter().copied()).collect();
        languages.sort_unstable();
        languages.dedup();
        Cow::Owned(languages)
    }
}

/// The decodings of octets above 127 in some charsets.
pub(super) fn decodings(octets: &[u8], pages: impl Iterator<Item = &'static SingleOctet>) -> Vec<Decoding> {
    let mut decodings: Vec<Decoding> = Vec::with_capacity(SINGLE_OCTET.len());
    for page in pages {
        let fingerprint = page.fingerprint(octets);
        let is_alike = |decoding: &&mut Decoding| {
            decoding.fingerprint == fingerprint && decoding.page.reads_alike(page, octets)
        };
        match decodings.iter_mut().find(is_alike) {
            Some(decoding) => decoding.others.push(page),
            None => decodings.push(Decoding { fingerprint, page, others: Vec::new() }),
        }
    }
    decodings
}

/// The cost of the case changes and symbols of a word, which does not depend on the language.
pub(super) fn shape(word: impl Iterator<Item = Option<Character>>) -> i32 {
    let mut shape = Shape::default();
    for character in word {
        match character {
            Some(character) => shape.push(character),
            None => shape.cost += UNDEFINED,
        }
    }
    shape.cost
}
