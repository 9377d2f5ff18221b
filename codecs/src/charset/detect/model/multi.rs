//! Computes the cost of words in multi-octet charsets, by the frequency of characters and of pairs of characters.

use super::candidates::MultiOctet;
use super::costs::NAT;
use super::east_asia::EastAsian;
use super::half_width::{has_half_width, widened};
use super::sample::Sample;
use crate::charset::identity::Charset;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use std::borrow::Cow;

/// How much the cost of a charset is lowered if chardetng chooses it.
pub(super) const CHARDETNG_BONUS: i32 = 4 * NAT;
/// The additional cost of an ASCII letter directly next to a character that is not ASCII.
const ADJACENT: i32 = 2 * NAT;
/// The additional cost of a character between two small ASCII letters (`gr黷e`), where Western letters are likelier.
const WITHIN_WORD: i32 = 6 * NAT;

/// The additional cost of a word with half-width katakana, which few people write.
const HALF_WIDTH: i32 = 4 * NAT;

/// The cost of the words in a multi-octet charset, and of the charset itself. `None` if the words do not decode in
/// the charset.
pub(super) fn cost(multi: &MultiOctet, sample: &Sample<'_>) -> Option<i32> {
    // Most text in another charset fails to decode in its first word, so this word is decoded before the others.
    if sample.words.len() > 1 {
        decoded(multi, sample, 0)?;
    }
    Some(multi.prior + word_costs(multi, sample)?.iter().sum::<i32>())
}

/// The cost of each word in a multi-octet charset. `None` if the words do not decode in the charset.
pub(super) fn word_costs(multi: &MultiOctet, sample: &Sample<'_>) -> Option<Vec<i32>> {
    if sample.words.len() == 1 {
        return Some(vec![word_cost(multi, sample, 0)?]);
    }
    let costs = Costs::of(multi.language)?;
    // Decoding all words in one call is faster than one call for each word. Line feeds can separate the words,
    // because no character contains the octet of a line feed.
    let joined = sample.words.join(&b'\n');
    let decoded = multi.charset.decode(&joined);
    if decoded.errors > 0 && sample.cut.is_empty() {
        return None;
    }
    let words = || decoded.text.split('\n');
    let is_whole = |(index, word): (usize, &str)| match word.find(char::REPLACEMENT_CHARACTER) {
        Some(at) => sample.cut.contains(&index) && word.split_at(at).1.chars().nth(1).is_none(),
        None => true,
    };
    match decoded.errors == 0 || words().enumerate().all(is_whole) {
        true => Some(words().map(|word| costs.of_word(word)).collect()),
        // Some word does not decode, or a line feed was read as a part of the character that was cut before it.
        false => (0..sample.words.len()).map(|index| word_cost(multi, sample, index)).collect(),
    }
}

/// The cost of one word, which is given by its index in the sample. `None` if the word does not decode.
pub(super) fn word_cost(multi: &MultiOctet, sample: &Sample<'_>, index: usize) -> Option<i32> {
    Some(Costs::of(multi.language)?.of_word(&decoded(multi, sample, index)?))
}

/// The text of one word, which is given by its index in the sample. `None` if the word does not decode. A word that was
/// cut at the end of the sample may end within a character.
fn decoded<'a>(multi: &MultiOctet, sample: &Sample<'a>, index: usize) -> Option<Cow<'a, str>> {
    let decoded = multi.charset.decode(sample.words.get(index)?);
    let is_cut = decoded.errors == 1 && decoded.text.ends_with(char::REPLACEMENT_CHARACTER);
    let is_whole = decoded.errors == 0 || is_cut && sample.cut.contains(&index);
    is_whole.then_some(decoded.text)
}

/// The costs of the characters of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs(EastAsian);

impl Costs {
    pub(super) fn of(language: &str) -> Option<Self> {
        EastAsian::of(language).map(Self)
    }

    pub(super) fn of_word(self, word: &str) -> i32 {
        match has_half_width(word) {
            true => HALF_WIDTH + self.of_characters(widened(word)),
            false => self.of_characters(word.chars()),
        }
    }

    fn of_characters(self, word: impl Iterator<Item = char>) -> i32 {
        let (mut sum, mut first, mut before) = (0, ' ', ' ');
        for character in word {
            let adjacent = match (before, character) {
                (before, character) if before.is_ascii_alphabetic() && !character.is_ascii() => ADJACENT,
                (before, character) if !before.is_ascii() && character.is_ascii_alphabetic() => ADJACENT,
                _ => 0,
            };
            let is_within =
                first.is_ascii_lowercase() && !before.is_ascii() && character.is_ascii_lowercase();
            let within = if is_within { WITHIN_WORD } else { 0 };
            sum += adjacent + within + self.0.cost(before, character);
            (first, before) = (before, character);
        }
        sum
    }
}

/// The charset that chardetng chooses for the words.
pub(super) fn chardetng_choice(sample: &Sample<'_>) -> Option<Charset> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (words, whole) = sample.joined();
    detector.feed(&words, whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    Charset::for_label(encoding.name().as_bytes())
}
