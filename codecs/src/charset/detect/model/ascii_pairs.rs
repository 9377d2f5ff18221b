//! Computes the cost of words of ASCII letters in all languages with Latin letters. The costs of a pair of
//! letters in all languages are stored side by side, so that few instructions add them up for all languages.

use super::characters::RARE;
use super::costs::{CODEBOOK, COSTS};
use super::languages::ALPHABETS;

/// The number of classes of characters: the 26 letters, and one class for the start and the end of a word.
const CLASSES: usize = 27;

/// The languages with Latin letters, as indices into [`ALPHABETS`]. English is the first of them.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
pub(super) const LATIN: [usize; NUMBER] = {
    let (mut latin, mut language, mut number) = ([0; NUMBER], 0, 0);
    while language < ALPHABETS.len() {
        if is_latin(language) {
            latin[number] = language;
            number += 1;
        }
        language += 1;
    }
    latin
};

/// The number of languages with Latin letters.
const NUMBER: usize = {
    let (mut number, mut language) = (0, 0);
    while language < ALPHABETS.len() {
        number += if is_latin(language) { 1 } else { 0 };
        language += 1;
    }
    number
};

/// The cost of each pair of letters in each language: the cost of the second letter after the first. The costs
/// are those of [`Spelling`](super::language_model::Spelling), but without trigrams. The table is computed at
/// compile time, because a program that is started for each message would otherwise compute it each time.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static PAIRS: [[u16; NUMBER]; CLASSES * CLASSES] = {
    let (mut pairs, mut at) = ([[0; NUMBER]; CLASSES * CLASSES], 0);
    while at < NUMBER {
        let alphabet = &ALPHABETS[LATIN[at]];
        let letters = alphabet.letters.as_bytes();
        // After the loop, `other` is the last class, which contains the letters that the alphabet lacks.
        let (mut classes, mut other, mut letter) = ([0; CLASSES], 1, 0);
        while letter < letters.len() {
            if letters[letter].is_ascii_lowercase() {
                classes[(letters[letter] - b'a' + 1) as usize] = other;
            }
            // Each character counts once, because its continuation octets are skipped.
            other += if letters[letter] & 0xC0 == 0x80 { 0 } else { 1 };
            letter += 1;
        }
        let mut pair = 1;
        while pair < CLASSES * CLASSES {
            let (mut first, mut second, mut cost) = (classes[pair / CLASSES], classes[pair % CLASSES], 0);
            if first == 0 && pair / CLASSES > 0 {
                first = other;
            }
            if second == 0 && pair % CLASSES > 0 {
                (second, cost) = (other, RARE as u16);
            }
            let place = 2 * alphabet.start + first * (other + 1) + second;
            pairs[pair][at] = cost + CODEBOOK[(COSTS[place / 2] >> (place % 2 * 4) & 15) as usize];
            pair += 1;
        }
        at += 1;
    }
    pairs
};

/// Whether a language is written with Latin letters. Its first letter tells, because the letters of an alphabet are
/// in the order of their code points: an alphabet with Latin letters begins with an ASCII letter.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn is_latin(language: usize) -> bool {
    ALPHABETS[language].letters.as_bytes()[0].is_ascii_lowercase()
}

/// The cost of a word of ASCII letters in each of the [`LATIN`] languages.
pub(super) fn costs(word: &[u8]) -> [i32; LATIN.len()] {
    let class = |octet: &u8| usize::from(octet.to_ascii_lowercase().wrapping_sub(b'a' - 1));
    let (mut costs, mut before) = ([0; LATIN.len()], 0);
    for next in word.iter().map(class).chain([0]) {
        let pair = PAIRS.get(before * CLASSES + next).unwrap_or(&[0; LATIN.len()]);
        costs.iter_mut().zip(pair).for_each(|(sum, cost)| *sum += i32::from(*cost));
        before = next;
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::super::bigrams::Bigrams;
    use super::super::characters::Script;
    use super::super::language_model::{ENGLISH, script_of};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_languages_with_latin_letters_are_scored() {
        assert_eq!(LATIN.first(), Some(&ENGLISH));
        for (index, alphabet) in ALPHABETS.iter().enumerate() {
            let is_latin = script_of(alphabet.language) == Script::Latin;
            assert_eq!(LATIN.contains(&index), is_latin, "{}", alphabet.language);
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn a_word_costs_as_much_as_in_each_language(word in "[a-zA-Z]{0,20}") {
            let one_by_one = LATIN.map(|language| {
                let (alphabet, mut before) = (&ALPHABETS[language], 0);
                let costs = Bigrams::of(alphabet);
                let classes = word.chars().map(|letter| alphabet.class(letter.to_ascii_lowercase()));
                classes.chain([0]).map(|next| costs.cost(std::mem::replace(&mut before, next), next)).sum()
            });
            prop_assert_eq!(costs(word.as_bytes()), one_by_one);
        }
    }
}
