//! Groups the single-octet charsets by the characters that they have for the octets of a text. The charsets that
//! decode the text alike are one *decoding*.

use super::candidates::{SINGLE_OCTET, SingleOctet};
use super::characters::{Character, Shape, UNDEFINED};
use super::language_model::Spelling;
use std::borrow::Cow;

/// Single-octet charsets that decode a text alike.
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

/// Computes the cost of the letters of one word in one charset.
pub(super) struct WordLetters<'w> {
    page: &'static SingleOctet,
    word: &'w [u8],
    /// The characters of the word. They are empty if the tables of the charset are used.
    characters: &'w [Option<Character>],
    by_table: bool,
}

impl<'w> WordLetters<'w> {
    /// `by_table` tells whether to use the tables of the charset, which are made on first use. They are also used if
    /// enough words were scored for them to pay off. `buffer` is memory for the characters of the word.
    pub(super) fn of(
        page: &'static SingleOctet,
        word: &'w [u8],
        by_table: bool,
        buffer: &'w mut Vec<Option<Character>>,
    ) -> Self {
        let by_table = by_table || page.pays_for_tables();
        buffer.clear();
        if !by_table {
            buffer.extend(page.characters(word));
        }
        Self { page, word, characters: buffer, by_table }
    }

    /// The cost of the letters in a language, which is given by its index in the alphabets. The result is exact if it
    /// is at most `most`. Otherwise it is any number above `most`.
    pub(super) fn cost_within(&self, language: usize, most: i32) -> i32 {
        let cost = match self.by_table {
            true => self.page.model(language).map(|model| model.cost_within(self.word, most)),
            false => {
                Spelling::of(language).map(|spelling| spelling.cost_within(self.word, self.characters, most))
            }
        };
        cost.unwrap_or(i32::MAX)
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
