//! The unit of costs, and types that say where the costs of each language are stored.
//!
//! A cost is the negative logarithm of a probability, in sixty-fourths of a nat, which is the unit of natural
//! logarithms. Adding costs therefore multiplies probabilities. `costs.bin` has four bits for each cost;
//! `tools/letters.py` writes the file.

use crate::charset::detect::nat::nats;

/// One nat, in the unit of costs.
pub(super) const NAT: i32 = nats(1);

/// The cost that each value of the four bits stands for. `tools/letters.py` has the same list.
pub(super) const CODEBOOK: [u16; 16] =
    [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704];

pub(super) const COSTS: &[u8] = include_bytes!("costs.bin");

/// A class of characters in an alphabet. Class 0 contains all characters that are not letters. The last class
/// contains all letters that the alphabet lacks. Each other class is one letter of the alphabet.
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

    /// The class of a letter, or 0 for a character that the alphabet lacks.
    #[cfg(test)]
    pub(super) fn class(&self, letter: char) -> Class {
        let at = self.letters.chars().position(|one| one == letter);
        at.map_or(0, |at| Class::try_from(at + 1).unwrap())
    }
}

/// The tables of a language for which the model has no alphabet, but a list of characters (Chinese, Japanese,
/// Korean).
#[derive(Debug)]
pub(super) struct Common {
    /// The language, as a BCP 47 tag.
    pub(super) language: &'static str,
    /// The number of characters in the list. The list has all characters that are not rare.
    pub(super) characters: usize,
    /// The number of frequent pairs of characters.
    pub(super) pairs: usize,
    /// The offset in `east_asia.bin` of the costs of the language.
    pub(super) start: usize,
}

/// Returns the cost at an index in a table that has four bits for each cost.
pub(super) fn cost_at(costs: &[u8], at: usize) -> i32 {
    let bits = costs.get(at / 2).map_or(0, |two| two >> (at % 2 * 4) & 15);
    CODEBOOK.get(usize::from(bits)).copied().unwrap_or_default().into()
}
