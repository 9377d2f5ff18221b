//! The cost of each pair of letters in an alphabet.

use super::costs::{Alphabet, CODEBOOK, COSTS, Class};
use super::languages::ALPHABETS;

/// The costs in `costs.bin`, which has four bits for each cost. The costs are expanded at compile time, because a
/// program that is started for each message would otherwise expand them each time.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static EXPANDED: [u16; 2 * COSTS.len()] = {
    let mut costs = [0; 2 * COSTS.len()];
    let mut at = 0;
    while at < costs.len() {
        costs[at] = CODEBOOK[(COSTS[at / 2] >> (at % 2 * 4) & 15) as usize];
        at += 1;
    }
    // A pair of adjacent characters costs nothing here if neither of them is a letter (both have class 0), because
    // symbols have their own costs in `characters.rs`.
    let mut index = 0;
    while index < ALPHABETS.len() {
        costs[2 * ALPHABETS[index].start] = 0;
        index += 1;
    }
    costs
};

/// The costs of all pairs of letters in one alphabet. Each letter is given as its class ([`Class`]).
#[derive(Debug)]
pub(super) struct Bigrams {
    size: usize,
    /// The costs of all pairs of classes, in the order of `costs.bin`.
    costs: &'static [u16],
}

impl Bigrams {
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        let (start, size) = (2 * alphabet.start, alphabet.len() + 2);
        Self { size, costs: EXPANDED.get(start..start + size * size).unwrap_or_default() }
    }

    /// The class of letters that the alphabet lacks.
    pub(super) fn other(&self) -> Class {
        Class::try_from(self.size - 1).unwrap_or(Class::MAX)
    }

    /// The number of pairs of classes.
    pub(super) const fn number(&self) -> usize {
        self.size * self.size
    }

    /// The index of a pair of classes among all pairs of classes.
    pub(super) fn place(&self, first: Class, second: Class) -> usize {
        usize::from(first) * self.size + usize::from(second)
    }

    /// The index of a triple of classes among all triples of classes.
    pub(super) fn place_of_three(&self, [first, second, third]: [Class; 3]) -> usize {
        self.place(first, second) * self.size + usize::from(third)
    }

    pub(super) fn cost(&self, first: Class, second: Class) -> i32 {
        let [.., dearest] = CODEBOOK;
        self.costs.get(self.place(first, second)).copied().unwrap_or(dearest).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_exact_size_for_all_alphabets() {
        let mut end = 0;
        for alphabet in &ALPHABETS {
            assert_eq!(alphabet.start, end, "{}", alphabet.language);
            let bigrams = Bigrams::of(alphabet);
            assert_eq!(bigrams.costs.len(), bigrams.size * bigrams.size, "{}", alphabet.language);
            end += bigrams.costs.len().div_ceil(2);
        }
        assert_eq!(2 * end, EXPANDED.len());
        assert!(ALPHABETS.iter().all(|alphabet| alphabet.letters.chars().is_sorted()));
    }

    #[test]
    fn frequent_letters_are_cheap() {
        let danish = ALPHABETS.iter().find(|alphabet| alphabet.language == "da").unwrap();
        let class = |letter| danish.class(letter);
        let costs = Bigrams::of(danish);
        assert!(costs.cost(class('p'), class('å')) < costs.cost(class('q'), class('å')));
        assert_eq!(costs.cost(0, 0), 0);
    }
}
