//! Scores a sample in each decoding and language, word by word. A decoding is a group of charsets that decode the
//! sample alike. A hypothesis is that the sample is text in one decoding and one language. Hypotheses that fall far
//! behind are dropped; the others are open.

use super::costs::NAT;
use super::decoding::{Decoding, shape};
use super::language_model::{ENGLISH, INSERTED};
use super::sample::Sample;
use super::word_letters::WordLetters;

/// A hypothesis is dropped if its cost exceeds the lowest cost by more than this.
const HOPELESS: i32 = 20 * NAT;
/// The cost of each octet above 127 as noise, in which all octets above 127 are equally likely.
const NOISE_OCTET: i32 = 310;
/// With [`UnknownWords::Tolerated`], a word costs at most this much more than the same word as noise.
const UNKNOWN: i32 = 4 * NAT;
/// With [`UnknownWords::Tolerated`], a hypothesis is dropped if the words so far cost more than noise by more than
/// this. The limit allows 16 words that each cost [`UNKNOWN`] more than noise.
const LOST: i32 = 16 * UNKNOWN;
/// The number of octets at the start of a long word that are scored first, so that hopeless hypotheses are dropped
/// early.
const START: usize = 32;
/// If at most this many hypotheses are open, words are scored with the tables of each charset, and long words are
/// scored as a whole.
const FEW: usize = 24;
/// The number of words at the start of a sample that are scored without tables as long as more hypotheses than [`FEW`]
/// are open. (If the tables of a charset already [pay off](super::candidates::SingleOctet::pays_for_tables), they are
/// used all the same.) All later words are scored with tables, however many hypotheses are open.
const WITHOUT_TABLE: usize = 2;

/// How a word in no language of the model is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnknownWords {
    /// The word is scored in full, so that it is evidence against the charset.
    Penalized,
    /// The word is scored as hardly worse than noise, so that it does not outweigh the other words.
    Tolerated,
}

/// The hypothesis that the sample is text in one decoding and one language.
pub(super) struct OpenHypothesis<'a> {
    /// The index of the decoding.
    pub(super) at: usize,
    pub(super) decoding: &'a Decoding,
    /// The index of the language in the alphabets.
    pub(super) language: usize,
    /// The cost of the words before the word that is being scored.
    before: i32,
    /// The cost of all words up to the word that is being scored, including that word.
    pub(super) cost: i32,
}

/// Returns the hypotheses that are left after all words are scored. `before` is the cost of each language before any
/// word is scored.
pub(super) fn open_hypotheses<'a>(
    sample: &Sample<'_>,
    decodings: &'a [Decoding],
    before: &[i32],
    unknown_words: UnknownWords,
) -> Vec<OpenHypothesis<'a>> {
    let mut open_hypotheses = all(decodings, before);
    let mut most = LOST;
    for (index, word) in sample.words.iter().enumerate() {
        // After the first words, or after the start of a long word, most hypotheses have been dropped. Until
        // then, `by_table` is false, so that no tables are made for hypotheses that are dropped so early.
        let by_table = |number: usize| index >= WITHOUT_TABLE || number <= FEW;
        let mut length = START;
        while let Some(start) = word.get(..length).filter(|_| open_hypotheses.len() > FEW) {
            score(start, by_table(open_hypotheses.len()), unknown_words, &mut open_hypotheses);
            length *= 2;
        }
        score(word, by_table(open_hypotheses.len()), unknown_words, &mut open_hypotheses);
        open_hypotheses.iter_mut().for_each(|hypothesis| hypothesis.before = hypothesis.cost);
        if unknown_words == UnknownWords::Tolerated {
            most += word_noise(word);
            open_hypotheses.retain(|hypothesis| hypothesis.cost <= most);
        }
    }
    open_hypotheses
}

/// Returns all hypotheses: each decoding in each of its languages. The hypotheses of a decoding stand side by side.
fn all<'a>(decodings: &'a [Decoding], before: &[i32]) -> Vec<OpenHypothesis<'a>> {
    let mut open_hypotheses = Vec::new();
    for (at, decoding) in decodings.iter().enumerate() {
        open_hypotheses.extend(decoding.languages().iter().map(|language| {
            let before = before.get(*language).copied().unwrap_or_default();
            OpenHypothesis { at, decoding, language: *language, before, cost: before }
        }));
    }
    open_hypotheses
}

/// Scores a word, with or without the tables of each charset in each language, and drops hopeless hypotheses.
fn score(
    word: &[u8],
    by_table: bool,
    unknown_words: UnknownWords,
    open_hypotheses: &mut Vec<OpenHypothesis<'_>>,
) {
    let most = most_of_word(word, unknown_words);
    let mut hopeless = i32::MAX;
    let mut characters = Vec::with_capacity(word.len());
    for of_decoding in open_hypotheses.chunk_by_mut(|one, other| one.at == other.at) {
        let Some(page) = of_decoding.first().map(|first| first.decoding.page) else { continue };
        let shape = shape(page.characters(word));
        // The maximum cost of the letters of the word. If the letters cost more, their exact cost does not matter.
        let room =
            |before: i32, hopeless: i32| most.min(hopeless.saturating_sub(before)).saturating_sub(shape);
        let least = of_decoding.iter().map(|hypothesis| hypothesis.before).min().unwrap_or_default();
        if shape.min(most) > hopeless.saturating_sub(least) {
            of_decoding.iter_mut().for_each(|hypothesis| hypothesis.cost = i32::MAX);
            continue;
        }
        let letters = WordLetters::of(page, word, by_table, &mut characters);
        let english = letters.cost_within(ENGLISH, room(least, hopeless).saturating_sub(INSERTED));
        let english = english.saturating_add(INSERTED);
        for hypothesis in of_decoding {
            let room = room(hypothesis.before, hopeless).min(english);
            let own = letters.cost_within(hypothesis.language, room);
            let word = shape.saturating_add(own.min(english)).min(most);
            hypothesis.cost = hypothesis.before.saturating_add(word);
            hopeless = hopeless.min(hypothesis.cost.saturating_add(HOPELESS));
        }
    }
    open_hypotheses.retain(|hypothesis| hypothesis.cost <= hopeless);
}

/// The maximum cost of a word.
pub(super) fn most_of_word(word: &[u8], unknown_words: UnknownWords) -> i32 {
    match unknown_words {
        UnknownWords::Penalized => i32::MAX,
        UnknownWords::Tolerated => UNKNOWN + word_noise(word),
    }
}

/// The cost of a word as noise.
pub(super) fn word_noise(word: &[u8]) -> i32 {
    word.iter().map(|octet| if octet.is_ascii() { 4 * NAT } else { NOISE_OCTET }).sum()
}

#[cfg(test)]
mod tests {
    use super::super::candidates::SINGLE_OCTET;
    use super::super::decoding::decodings;
    use super::super::languages::ALPHABETS;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        /// A word costs the same with tables as without. Only the first words are scored without tables, so a word
        /// must not cost less or more because other words were scored before.
        #[test]
        fn tables_change_no_cost(word in proptest::collection::vec(prop_oneof![b'a'..=b'z', b'A'..=b'Z', 0x80..=0xFF_u8], 1..20)) {
            let high: Vec<u8> = word.iter().copied().filter(|octet| !octet.is_ascii()).collect();
            let decodings = decodings(&high, SINGLE_OCTET.iter());
            let [without, with] = [false, true].map(|by_table| {
                let mut open_hypotheses = all(&decodings, &[0; ALPHABETS.len()]);
                score(&word, by_table, UnknownWords::Penalized, &mut open_hypotheses);
                let costs = open_hypotheses.iter().map(|one| (one.at, one.language, one.cost));
                costs.collect::<Vec<_>>()
            });
            prop_assert_eq!(without, with);
        }
    }
}
