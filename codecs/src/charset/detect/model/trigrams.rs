//! The cost of a letter after two given letters. Three letters (a trigram) show the language better than pairs of
//! letters.
//!
//! For each language, `trigrams.bin` lists the trigrams that change the costs of the language's words most, with the
//! cost of the third letter of each. If a trigram is not listed, its third letter has the cost that it has in the pair
//! of the second and the third letter. If the first two letters begin a listed trigram, an amount that depends on these
//! two letters is added to this cost.
//!
//! Costs are looked up in the octets of the file directly, without making tables first. A program that is started for
//! each message would otherwise make the tables each time.

use super::bigrams::Bigrams;
use super::costs::{Alphabet, Class, NAT, cost_at};
use super::known::Known;

static TRIGRAMS: &[u8] = include_bytes!("trigrams.bin");

/// The additional cost of a letter that forms no listed trigram with the two letters before it. For each pair of
/// letters that begins a listed trigram, `trigrams.bin` has an index into this list. `tools/letters.py` has the same
/// list.
const BEYOND: [i32; 16] = [
    -NAT,
    -NAT / 2,
    0,
    NAT / 4,
    NAT / 2,
    NAT * 3 / 4,
    NAT,
    NAT * 5 / 4,
    NAT * 3 / 2,
    NAT * 7 / 4,
    NAT * 2,
    NAT * 5 / 2,
    NAT * 3,
    NAT * 7 / 2,
    NAT * 4,
    NAT * 5,
];

/// The trigrams of a language. The number of a pair of classes is the number of the first class, times the number of
/// classes, plus the number of the second class.
#[derive(Debug)]
pub(super) struct Trigrams {
    bigrams: Bigrams,
    /// One bit for each pair of classes, in words of 64 bits. The bit says whether the pair begins a listed trigram.
    begins: &'static [[u8; 8]],
    /// For each word of 64 bits in `begins`, the number of pairs before it that begin a listed trigram.
    before: &'static [[u8; 2]],
    /// One element for each pair that begins a listed trigram, in the order of the pairs. The low 12 bits of an element
    /// are the index of the first trigram of the pair. The high 4 bits are an index into [`BEYOND`], which has the
    /// additional cost of a letter that forms no listed trigram with the pair.
    pairs: &'static [[u8; 2]],
    /// The third class of each trigram. The trigrams are in the order of their pairs.
    thirds: &'static [u8],
    /// The cost of the third letter of each trigram, in four bits each.
    costs: &'static [u8],
    /// Costs that were looked up before, by the numbers of the three classes.
    known: Box<Known<2048>>,
}

impl Trigrams {
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        Self::parsed(alphabet).unwrap_or_else(|| Self {
            bigrams: Bigrams::of(alphabet),
            begins: &[],
            before: &[],
            pairs: &[],
            thirds: &[],
            costs: &[],
            known: Box::new(Known::new()),
        })
    }

    fn parsed(alphabet: &Alphabet) -> Option<Self> {
        let bigrams = Bigrams::of(alphabet);
        let mut rest = TRIGRAMS.get(alphabet.trigrams..)?;
        let mut next = |length: usize| {
            let (part, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(part)
        };
        let [pairs, trigrams] = [next(2)?, next(2)?].map(|number| number.first_chunk().map(number_of));
        let (pairs, trigrams, words) = (pairs?, trigrams?, bigrams.number().div_ceil(64));
        Some(Self {
            bigrams,
            begins: next(8 * words)?.as_chunks().0,
            before: next(2 * words)?.as_chunks().0,
            pairs: next(2 * pairs)?.as_chunks().0,
            thirds: next(trigrams)?,
            costs: next(trigrams.div_ceil(2))?,
            known: Box::new(Known::new()),
        })
    }

    /// The class of letters that the alphabet lacks.
    pub(super) fn other(&self) -> Class {
        self.bigrams.other()
    }

    /// The cost of the third class after the other two.
    pub(super) fn cost(&self, [first, second, third]: [Class; 3]) -> i32 {
        if second == 0 {
            return self.bigrams.cost(second, third);
        }
        let number = self.bigrams.place_of_three([first, second, third]);
        self.known.get_or(u32::try_from(number).unwrap_or_default(), || self.found([first, second, third]))
    }

    /// Looks up the cost of the third class after the other two, the second of which is a letter.
    #[cold]
    fn found(&self, [first, second, third]: [Class; 3]) -> i32 {
        let alone = self.bigrams.cost(second, third);
        let pair = self.bigrams.place(first, second);
        let Some(word) = self.begins.get(pair / 64).map(|word| u64::from_le_bytes(*word)) else {
            return alone;
        };
        let bit = 1 << (pair % 64);
        if word & bit == 0 {
            return alone;
        }
        let within = usize::try_from((word & (bit - 1)).count_ones()).unwrap_or_default();
        let at = self.before.get(pair / 64).map_or(0, number_of) + within;
        let head = self.pairs.get(at).map_or(0, number_of);
        let (start, others) = (head & 0xFFF, head >> 12);
        let end = self.pairs.get(at + 1).map_or(self.thirds.len(), |next| number_of(next) & 0xFFF);
        let thirds = self.thirds.get(start..end).unwrap_or_default();
        match thirds.iter().position(|one| *one == third) {
            Some(at) => cost_at(self.costs, start + at),
            // A single letter is an initial or an item of a list, not a word of the language. It has no additional
            // cost.
            None if first == 0 && third == 0 => alone,
            None => (alone + BEYOND.get(others).copied().unwrap_or_default()).max(0),
        }
    }
}

fn number_of(octets: &[u8; 2]) -> usize {
    u16::from_le_bytes(*octets).into()
}

#[cfg(test)]
mod tests {
    use super::super::languages::ALPHABETS;
    use super::*;

    #[test]
    fn the_table_has_the_exact_size_for_all_alphabets() {
        let mut end = 0;
        for alphabet in &ALPHABETS {
            assert_eq!(alphabet.trigrams, end, "{}", alphabet.language);
            let found = Trigrams::parsed(alphabet).unwrap();
            let begins: u32 = found.begins.iter().map(|word| u64::from_le_bytes(*word).count_ones()).sum();
            assert_eq!(usize::try_from(begins).unwrap(), found.pairs.len(), "{}", alphabet.language);
            let starts = found.pairs.iter().map(|pair| number_of(pair) & 0xFFF);
            assert!(starts.is_sorted(), "{}", alphabet.language);
            let last = usize::from(found.other());
            assert!(found.thirds.iter().all(|third| usize::from(*third) <= last), "{}", alphabet.language);
            end += 4 + 8 * found.begins.len() + 2 * found.before.len() + 2 * found.pairs.len();
            end += found.thirds.len() + found.costs.len();
        }
        assert_eq!(TRIGRAMS.len(), end);
        assert!(end < 400 * 1024);
    }

    #[test]
    fn frequent_trigrams_are_cheap_and_others_cost_more_than_their_pairs() {
        let german = ALPHABETS.iter().find(|alphabet| alphabet.language == "de").unwrap();
        let class = |letter| german.class(letter);
        let costs = Trigrams::of(german);
        let cost = |text: &str| {
            let classes: Vec<Class> = text.chars().map(class).collect();
            costs.cost([classes[0], classes[1], classes[2]])
        };
        let pair = |text: &str| {
            let classes: Vec<Class> = text.chars().map(class).collect();
            costs.bigrams.cost(classes[0], classes[1])
        };
        assert!(cost("für") < pair("ür"), "{} {}", cost("für"), pair("ür"));
        assert!(cost("füg") > pair("üg") / 2 && cost("füq") > pair("üq"), "{} {}", cost("füq"), pair("üq"));
        // A single letter, such as an initial, has no additional cost.
        assert_eq!(cost(" ß "), pair("ß "));
    }

    /// The first call finds a cost, and later calls return the same cost, whatever was asked in between.
    #[test]
    fn costs_that_are_kept_are_those_that_are_found() {
        for alphabet in &ALPHABETS {
            let (costs, letters) = (Trigrams::of(alphabet), 0..=Trigrams::of(alphabet).other());
            for _ in 0..2 {
                for (first, second, third) in letters.clone().flat_map(|first| {
                    let letters = letters.clone();
                    (1..=*letters.end())
                        .flat_map(move |second| letters.clone().map(move |third| (first, second, third)))
                }) {
                    let classes = [first, second, third];
                    assert_eq!(costs.cost(classes), costs.found(classes), "{}", alphabet.language);
                }
            }
        }
    }
}
