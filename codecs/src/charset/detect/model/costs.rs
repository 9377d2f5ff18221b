//! The unit of costs, and the offsets of the costs of each language.
//!
//! A cost is a negative logarithm of a probability, in sixty-fourths of a nat, so that adding costs multiplies
//! probabilities. `costs.bin` has four bits for each; `tools/letters.py` writes it.

use crate::charset::detect::nat::nats;

/// The cost of one nat.
pub(super) const NAT: i32 = nats(1);

/// The costs that the four bits stand for; `tools/letters.py` has the same list.
pub(super) const CODEBOOK: [u16; 16] =
    [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704];

pub(super) const COSTS: &[u8] = include_bytes!("costs.bin");

/// A class of characters in an alphabet: class 0 contains all non-letters, the last class all letters that the alphabet lacks.
pub(super) type Class = u8;

/// The alphabet of a language.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The language, as a BCP 47 tag.
    pub(super) language: &'static str,
    /// The letters, in the order of their code points.
    pub(super) letters: &'static str,
    /// The offset in `costs.bin` of the costs of pairs of these letters.
    pub(super) start: usize,
    /// The offset in `trigrams.bin` of the trigrams of these letters.
    pub(super) trigrams: usize,
}

impl Alphabet {
    /// The number of letters.
    pub(super) fn len(&self) -> usize {
        self.letters.chars().count()
    }

    /// The class of a letter, 0 for other characters.
    #[cfg(test)]
    pub(super) fn class(&self, letter: char) -> Class {
        let at = self.letters.chars().position(|one| one == letter);
        at.map_or(0, |at| Class::try_from(at + 1).unwrap())
    }
}

/// The characters of a language without an alphabet.
#[derive(Debug)]
pub(super) struct Common {
    /// The language, as a BCP 47 tag.
    pub(super) language: &'static str,
    /// The number of characters that are not rare.
    pub(super) characters: usize,
    /// The number of frequent pairs.
    pub(super) pairs: usize,
    /// The offset of its costs in `east_asia.bin`.
    pub(super) start: usize,
}

/// One of the costs of four bits each.
pub(super) fn cost_at(costs: &[u8], at: usize) -> i32 {
    let bits = costs.get(at / 2).map_or(0, |two| two >> (at % 2 * 4) & 15);
    CODEBOOK.get(usize::from(bits)).copied().unwrap_or_default().into()
}
