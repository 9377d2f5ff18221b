//! The cost of each pair of letters in an alphabetic language, and of each frequent character in Chinese, Japanese and
//! Korean.
//!
//! A cost is a negative logarithm of a probability, in sixty-fourths of a nat, so that adding costs multiplies
//! probabilities. `costs.bin` has four bits for each; `tools/letters.py` writes it.

/// The cost of one nat.
pub(super) const NAT: i32 = 64;

/// The costs that the four bits stand for; `tools/letters.py` has the same list.
pub(super) const CODEBOOK: [u16; 16] =
    [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704];

pub(super) static COSTS: &[u8] = include_bytes!("costs.bin");

/// A class of characters in an alphabet: 0 is all non-letters, the last one all letters that the alphabet lacks.
pub(super) type Class = u8;

/// The alphabet of a language.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The language, as a BCP 47 tag.
    pub(super) language: &'static str,
    /// The letters, in the order of their code points.
    pub(super) letters: &'static str,
    /// The offset of their costs in `costs.bin`.
    pub(super) start: usize,
}

impl Alphabet {
    /// The number of letters.
    pub(super) fn len(&self) -> usize {
        self.letters.chars().count()
    }
}

/// The most frequent characters of a language without an alphabet.
#[derive(Debug)]
pub(super) struct Common {
    /// The language, as a BCP 47 tag.
    pub(super) language: &'static str,
    /// The number of characters.
    pub(super) characters: usize,
    /// The offset in `costs.bin` of the characters, in the order of their code points, two octets each
    /// (little-endian). Their costs follow.
    pub(super) start: usize,
}

#[cfg(test)]
mod tests {
    use super::super::languages::COMMON;
    use super::*;

    #[test]
    fn the_table_has_the_exact_size_for_all_costs() {
        let [first, ..] = COMMON;
        let mut end = first.start;
        for common in &COMMON {
            assert_eq!(common.start, end, "{}", common.language);
            end += 2 * common.characters + common.characters.div_ceil(2);
        }
        assert_eq!(COSTS.len(), end);
        assert!(end < 60 * 1024);
    }
}
