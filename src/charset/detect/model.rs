//! Computes the probability of each charset from the text that the octets would be in it.
//!
//! The sample ([`Sample`]) is decoded in each charset, and scored in each language that the charset is used for:
//! by pairs of letters, changes of case, and symbols. Any word may also be English. Charsets in which the sample is
//! the same text are one reading; the probability of a reading is the sum over its languages. One more hypothesis
//! is noise: octets that are not text.

use super::candidates::{MULTIS, Multi, prior};
use super::costs::NAT;
use super::language_model::{LanguageModel, Spelling, is_latin};
use super::languages::ALPHABETS;
use super::multi;
use super::prior::{Prior, Weighed};
use super::reading::{Reading, readings, shape};
use super::sample::Sample;
use crate::charset::identity::Charset;

/// A possible charset of octets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub charset: Charset,
    /// The probability, from 0 to 1, that the octets are the text that they are in this charset.
    pub probability: f64,
    /// The most likely language of that text, as a BCP 47 tag.
    pub language: &'static str,
}

/// The index of English in the alphabets.
pub(super) const ENGLISH: usize = 0;
/// The cost of an English word in text in another language.
pub(super) const INSERTED: i32 = 3 * NAT;
/// The cost of the noise hypothesis.
const NOISE: i32 = 5 * NAT;
/// The cost of each octet above 127 as noise, if all are equally likely.
const NOISE_OCTET: i32 = 310;
/// The most that a word of no known language costs, in addition to its cost as noise, if there are other words.
pub(super) const UNKNOWN: i32 = 4 * NAT;
/// A hypothesis whose cost exceeds the lowest by this is dropped.
const HOPELESS: i32 = 35 * NAT;
/// The cost of each ASCII word in a language of another script.
const ASCII_WORD: i32 = 2 * NAT;
/// The highest cost of all ASCII words together.
const MOST_ASCII: i32 = 12 * NAT;
/// The lowest cost of all ASCII words together. It is negative where they are likelier in the language than in English.
const LEAST_ASCII: i32 = -32 * NAT;
/// Charsets with a lower probability are left out.
const LEAST_PROBABILITY: f64 = 1e-4;

/// The possible charsets of a sample and their probabilities, the likeliest first.
///
/// `unknown` limits the cost of a word that is in no known language to this much more than its cost as noise.
pub(super) fn candidates(sample: &Sample<'_>, prior: &Prior, unknown: Option<i32>) -> Vec<Candidate> {
    if sample.words.is_empty() {
        return Vec::new();
    }
    posterior(&hypotheses(sample, &AsciiWords::of(sample), unknown), noise(sample), prior)
}

/// The cost of the words in each charset and language; `ascii` is that of the ASCII words.
pub(super) fn hypotheses(
    sample: &Sample<'_>,
    ascii: &AsciiWords<'_>,
    unknown: Option<i32>,
) -> Vec<Hypothesis> {
    let readings = readings(sample);
    let mut hypotheses = scored(sample, &readings, ascii, unknown);
    let choice = multi::chardetng_choice(sample);
    for (at, multi) in MULTIS.iter().enumerate() {
        if let Some(cost) = multi::cost(multi, sample, choice) {
            let Multi { charset, language, .. } = *multi;
            hypotheses.push(Hypothesis { reading: readings.len() + at, charset, language, cost });
        }
    }
    hypotheses
}

/// The sample in one charset and one language.
pub(super) struct Hypothesis {
    /// The index of the reading. Charsets in which the sample is the same text share it.
    reading: usize,
    charset: Charset,
    language: &'static str,
    pub(super) cost: i32,
}

/// The ASCII words of a sample, each with its cost in English.
pub(super) struct AsciiWords<'a>(Vec<(&'a [u8], i32)>);

impl<'a> AsciiWords<'a> {
    pub(super) fn of(sample: &Sample<'a>) -> Self {
        let Some(english) = LanguageModel::of_ascii(ENGLISH) else { return Self(Vec::new()) };
        let words = sample.ascii().into_iter().filter(|word| word.iter().all(u8::is_ascii_alphabetic));
        Self(words.map(|word| (word, english.cost(word))).collect())
    }

    /// Their cost in a language, given by its index in the alphabets, compared with their cost in English.
    pub(super) fn cost(&self, language: usize) -> i32 {
        let Some(model) = LanguageModel::of_ascii(language).filter(|_| is_latin(language)) else {
            let number = i32::try_from(self.0.len()).unwrap_or(i32::MAX);
            return number.saturating_mul(ASCII_WORD).min(MOST_ASCII);
        };
        let over = |(word, english): &(&[u8], i32)| (model.cost(word) - english).clamp(-6 * NAT, INSERTED);
        self.0.iter().map(over).sum::<i32>().clamp(LEAST_ASCII, MOST_ASCII)
    }
}

/// A reading in a language, and the cost of the words scored so far.
struct Contender<'a> {
    at: usize,
    reading: &'a Reading,
    language: usize,
    cost: i32,
}

/// Each reading in each of its languages, grouped by reading.
fn contenders<'a>(readings: &'a [Reading], ascii: &AsciiWords<'_>) -> Vec<Contender<'a>> {
    let before: Vec<i32> = (0..ALPHABETS.len()).map(|index| prior(index) + ascii.cost(index)).collect();
    let of_reading = |(at, reading): (usize, &'a Reading)| {
        let cost = |language: usize| before.get(language).copied().unwrap_or_default();
        reading
            .languages()
            .iter()
            .map(|language| Contender { at, reading, language: *language, cost: cost(*language) })
            .collect::<Vec<_>>()
    };
    readings.iter().enumerate().flat_map(of_reading).collect()
}

/// The tag of a language, given by its index in the alphabets.
pub(super) fn tag(language: usize) -> &'static str {
    ALPHABETS.get(language).map_or("", |alphabet| alphabet.language)
}

/// The cost of the words in each reading and language. Hopeless hypotheses are dropped after each word.
fn scored(
    sample: &Sample<'_>,
    readings: &[Reading],
    ascii: &AsciiWords<'_>,
    unknown: Option<i32>,
) -> Vec<Hypothesis> {
    let mut contenders = contenders(readings, ascii);
    for (index, word) in sample.words.iter().enumerate() {
        // Few contenders remain after the first word. Only they need tables.
        score(word, index > 0, unknown, &mut contenders);
        let best = contenders.iter().map(|contender| contender.cost).min().unwrap_or_default();
        contenders.retain(|contender| contender.cost <= best + HOPELESS);
    }
    let mut hypotheses = Vec::new();
    for Contender { at, reading, language, cost, .. } in contenders {
        for page in reading.pages().filter(|page| page.languages.contains(&language)) {
            let (charset, cost) = (page.charset, cost + page.prior);
            hypotheses.push(Hypothesis { reading: at, charset, language: tag(language), cost });
        }
    }
    hypotheses
}

/// Adds the cost of a word, with the tables of the charset in each language or without.
fn score(word: &[u8], by_table: bool, unknown: Option<i32>, contenders: &mut [Contender<'_>]) {
    let most = unknown.map_or(i32::MAX, |unknown| unknown + word_noise(word));
    let mut characters = Vec::with_capacity(word.len());
    for contenders in contenders.chunk_by_mut(|one, other| one.at == other.at) {
        let Some(page) = contenders.first().map(|first| first.reading.page) else { continue };
        characters.clear();
        if by_table {
            page.high();
        }
        characters.extend(page.characters(word));
        let letters = |language| match by_table {
            true => page.model(language).map(|model| model.cost(word)),
            false => Spelling::of(language).map(|spelling| spelling.cost_of(word, &characters)),
        };
        let shape = shape(characters.iter().copied());
        let english = letters(ENGLISH).map_or(i32::MAX, |english| english + INSERTED);
        for contender in contenders {
            let own = letters(contender.language).unwrap_or(i32::MAX);
            contender.cost += shape.saturating_add(own.min(english)).min(most);
        }
    }
}

/// The cost of the words as noise.
pub(super) fn noise(sample: &Sample<'_>) -> i32 {
    NOISE + sample.words.iter().map(|word| word_noise(word)).sum::<i32>()
}

fn word_noise(word: &[u8]) -> i32 {
    word.iter().map(|octet| if octet.is_ascii() { 4 * NAT } else { NOISE_OCTET }).sum()
}

/// The probability of each reading, named for its likeliest charset.
pub(super) fn posterior(hypotheses: &[Hypothesis], noise: i32, prior: &Prior) -> Vec<Candidate> {
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(noise).min(noise);
    let weight = |cost: i32| (f64::from(best - cost) / f64::from(NAT)).exp();
    let weighed = |one: &Hypothesis| (one.charset, one.language, weight(one.cost));
    let mut weights: Vec<Weighed> = hypotheses.iter().map(weighed).collect();
    prior.apply(&mut weights);
    // For each reading, the sum of the weights of its hypotheses, and the weight of the likeliest one.
    let mut readings: Vec<(usize, f64, f64, &Hypothesis)> = Vec::new();
    for (hypothesis, (.., weight)) in hypotheses.iter().zip(weights) {
        match readings.iter_mut().find(|(reading, ..)| *reading == hypothesis.reading) {
            Some((_, sum, most, likeliest)) => {
                *sum += weight;
                if weight > *most {
                    (*most, *likeliest) = (weight, hypothesis);
                }
            }
            None => readings.push((hypothesis.reading, weight, weight, hypothesis)),
        }
    }
    let total: f64 = weight(noise) + readings.iter().map(|(_, sum, ..)| sum).sum::<f64>();
    let mut candidates: Vec<Candidate> = readings
        .into_iter()
        .map(|(_, sum, _, hypothesis)| Candidate {
            charset: hypothesis.charset,
            probability: sum / total,
            language: hypothesis.language,
        })
        .filter(|candidate| candidate.probability >= LEAST_PROBABILITY)
        .collect();
    candidates.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    candidates
}
