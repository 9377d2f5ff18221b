//! The cost of each pair of letters in an alphabetic language, and of each frequent character in Chinese, Japanese and
//! Korean.
//!
//! A cost is a negative logarithm of a probability, in sixty-fourths of a nat, so that adding costs multiplies
//! probabilities. `costs.bin` has four bits for each; `tools/letters.py` writes it.

/// The cost of one nat.
pub(super) const NAT: i32 = 64;

/// The costs that the four bits stand for; `tools/letters.py` has the same list.
const CODEBOOK: [u16; 16] = [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704];

/// The two costs of each octet of `costs.bin`.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static PAIRS: [[u16; 2]; 256] = {
    let mut pairs = [[0; 2]; 256];
    let mut octet = 0;
    while octet < 256 {
        pairs[octet] = [CODEBOOK[octet & 15], CODEBOOK[octet >> 4]];
        octet += 1;
    }
    pairs
};

static COSTS: &[u8] = include_bytes!("costs.bin");

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

/// The cost of each class after each other class.
#[derive(Debug)]
pub(super) struct Bigrams {
    size: usize,
    /// In the order of `costs.bin`.
    costs: Vec<u16>,
}

impl Bigrams {
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        let size = alphabet.len() + 2;
        let octets = COSTS.get(alphabet.start..).unwrap_or_default().iter().take((size * size).div_ceil(2));
        let pairs = octets.flat_map(|octet| PAIRS.get(usize::from(*octet)).copied().unwrap_or_default());
        let mut costs: Vec<u16> = pairs.collect();
        // Symbols have costs of their own (`characters.rs`).
        if let Some(apart) = costs.first_mut() {
            *apart = 0;
        }
        Self { size, costs }
    }

    /// The class of letters that the alphabet lacks.
    pub(super) fn other(&self) -> Class {
        Class::try_from(self.size - 1).unwrap_or(Class::MAX)
    }

    pub(super) fn cost(&self, first: Class, second: Class) -> i32 {
        let [.., dearest] = CODEBOOK;
        self.costs
            .get(usize::from(first) * self.size + usize::from(second))
            .copied()
            .unwrap_or(dearest)
            .into()
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

impl Common {
    /// The cost of each of these characters.
    pub(super) fn costs(&self) -> impl Iterator<Item = (char, u16)> {
        let end = self.start + 2 * self.characters;
        let (units, _) = COSTS.get(self.start..end).unwrap_or_default().as_chunks();
        let character = |unit: &[u8; 2]| char::from_u32(u16::from_le_bytes(*unit).into());
        let costs = units.iter().enumerate();
        costs.filter_map(move |(at, unit)| Some((character(unit)?, nibble(end, at))))
    }
}

/// The cost in nibble number `at` after offset `start` of the table; the highest cost outside of the table.
fn nibble(start: usize, at: usize) -> u16 {
    let [.., dearest] = CODEBOOK;
    let Some(octet) = COSTS.get(start + at / 2) else { return dearest };
    let bits = if at.is_multiple_of(2) { octet & 15 } else { octet >> 4 };
    CODEBOOK.get(usize::from(bits)).copied().unwrap_or(dearest)
}

#[cfg(test)]
mod tests {
    use super::super::languages::{ALPHABETS, COMMON};
    use super::*;

    #[test]
    fn the_table_has_the_exact_size_for_all_costs() {
        let mut end = 0;
        for alphabet in &ALPHABETS {
            assert_eq!(alphabet.start, end, "{}", alphabet.language);
            let size = Bigrams::of(alphabet).size;
            end += (size * size).div_ceil(2);
        }
        for common in &COMMON {
            assert_eq!(common.start, end, "{}", common.language);
            end += 2 * common.characters + common.characters.div_ceil(2);
        }
        assert!(ALPHABETS.iter().all(|alphabet| alphabet.letters.chars().is_sorted()));
        assert_eq!(COSTS.len(), end);
        assert!(end < 60 * 1024);
    }

    #[test]
    fn frequent_letters_are_cheap() {
        let danish = ALPHABETS.iter().find(|alphabet| alphabet.language == "da").unwrap();
        let class = |letter| {
            Class::try_from(danish.letters.chars().position(|it| it == letter).unwrap() + 1).unwrap()
        };
        let costs = Bigrams::of(danish);
        assert!(costs.cost(class('p'), class('å')) < costs.cost(class('q'), class('å')));
        let chinese = COMMON.iter().find(|common| common.language == "zh-Hans").unwrap();
        let cost = |wanted| chinese.costs().find(|(character, _)| *character == wanted).map(|(_, cost)| cost);
        assert!(cost('的') < cost('龙'));
        assert_eq!(cost('龘'), None);
    }
}
