//! Groups the single-octet charsets by the characters that they have for the octets of a text. The charsets that
//! decode the text alike are one *decoding*.

use super::candidates::{SINGLE_OCTET, SingleOctet};
use super::characters::{Character, Shape, UNDEFINED};
use std::borrow::Cow;

/// Single-octet charsets that decode a text alike.
#[derive(Clone)]
pub(super) struct Decoding {
    /// A hash of the decoded characters. Hashes are compared first, because that is cheap.
    fingerprint: u64,
    /// The first of the charsets that decode the text alike.
    pub(super) page: &'static SingleOctet,
    others: Vec<&'static SingleOctet>,
}

impl Decoding {
    /// All charsets that decode the text alike.
    pub(super) fn pages(&self) -> impl Iterator<Item = &'static SingleOctet> {
        [self.page].into_iter().chain(self.others.iter().copied())
    }

    /// The languages that the charsets of the decoding are used for, as indices into the alphabets. Each language
    /// occurs once.
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

/// Groups charsets by the characters that they have for the given octets above 127.
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

/// The cost of the changes of case, the symbols and the undefined octets of a word. This cost does not depend on the
/// language.
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
