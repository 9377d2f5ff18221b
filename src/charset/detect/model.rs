//! The model of languages: computes the probability of each charset from the text that the octets would be in it.
//!
//! The sample ([`Telling`]) is decoded in each charset, and scored in each language that the charset is used for:
//! by pairs of letters, changes of case, and symbols. Any word may also be English. Charsets in which the sample is
//! the same text are one reading; the probability of a reading is the sum over its languages. One more hypothesis
//! is noise: octets that are not text.

use super::candidates::{MULTIS, Multi, PAGES, prior};
use super::characters::{Character, Script};
use super::costs::NAT;
use super::languages::ALPHABETS;
use super::multi;
use super::prior::{Prior, Weighed};
use super::reading::{Reading, readings};
use super::telling::{self, Telling};
use super::tongue::{Tongue, is_latin};
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
const ENGLISH: usize = 0;
/// The cost of an English word in text in another language.
const INSERTED: i32 = 3 * NAT;
/// The cost of the noise hypothesis.
const NOISE: i32 = 5 * NAT;
/// The cost of each octet above 127 as noise, if all are equally likely.
const NOISE_OCTET: i32 = 310;
/// The most that a word of no known language costs, in addition to its cost as noise, if there are other words.
const UNKNOWN: i32 = 4 * NAT;
/// A hypothesis whose cost exceeds the lowest by this is dropped.
const HOPELESS: i32 = 35 * NAT;
/// The cost of each ASCII word in a language of another script.
const ELSEWHERE: i32 = NAT;
/// The most that all ASCII words cost together.
const MOST_ELSEWHERE: i32 = 6 * NAT;
/// The lowest cost that ASCII words give a language.
const MOST_KNOWN: i32 = -12 * NAT;
/// Scales the costs, because summing them assumes that octets are independent of each other, which they are not.
const TEMPERATURE: f64 = 0.85;
/// The probability from which on a charset is the answer; for a lone octet more, which no other text confirms.
const FLOOR: f64 = 0.9;
const FLOOR_OF_ONE: f64 = 0.95;
/// The probability of another charset from which on octets are not Western merely because they could be.
const OTHERWISE: f64 = 0.5;
/// The cost from which on a symbol is none that Western words have.
const DOUBTFUL_SYMBOL: i32 = 8 * NAT;
/// How much more the words of a text cost in the charset of their label than in another one where the label is doubtful,
/// and how many octets of words are weighed for that.
const DOUBT: i32 = 12 * NAT;
const MOST_OF_DOUBT: usize = 256;
/// The most that words cost for each of their octets where their label needs no doubt. Nine in ten sound texts
/// cost less; text in another script costs more.
const SOUND_OCTET: i32 = NAT * 7 / 2;
/// The least that words cost for each of their octets in any charset.
const LEAST_OCTET: i32 = NAT * 2;
/// How many different octets above 127 words without ASCII letters have at least that are no play with letters.
const LEAST_VARIETY: usize = 3;
/// The least probability that is told.
const LEAST: f64 = 1e-4;

/// The possible charsets of `octets` and their probabilities, the likeliest first.
pub(super) fn weigh(octets: &[u8], prior: &Prior) -> Vec<Candidate> {
    weighed(&Telling::of(octets), prior, None)
}

/// The same for the words that tell; one that is `unknown` in a language costs no more than that and its noise.
fn weighed(telling: &Telling<'_>, prior: &Prior, unknown: Option<i32>) -> Vec<Candidate> {
    if telling.words.is_empty() {
        return Vec::new();
    }
    posterior(&hypotheses(telling, unknown), noise(telling), prior)
}

/// What the words cost in each charset and language.
fn hypotheses(telling: &Telling<'_>, unknown: Option<i32>) -> Vec<Hypothesis> {
    let readings = readings(telling);
    let plain = plain(telling);
    let mut hypotheses = scored(telling, unknown, &readings, &plain);
    let voice = multi::voice(telling);
    for (at, multi) in MULTIS.iter().enumerate() {
        if let Some(cost) = multi::cost(multi, telling, voice) {
            let Multi { charset, language, .. } = *multi;
            hypotheses.push(Hypothesis { reading: readings.len() + at, charset, language, cost });
        }
    }
    hypotheses
}

/// The charset that `octets` are in although they decode in `charset`, which their label names: how likely it is, and
/// whether what that one reads costs so much more that the label is doubtful. `None` where it is not, or the model does
/// not know text in `charset`.
pub(super) fn instead(octets: &[u8], charset: Charset) -> Option<Candidate> {
    let telling = Telling::within(octets, MOST_OF_DOUBT);
    let within_ascii = || telling.words.iter().copied().flatten().any(u8::is_ascii_alphabetic);
    if telling.high().len() < LEAST_VARIETY && !within_ascii() {
        return None;
    }
    if reads_well(&telling, charset) {
        return None;
    }
    let cost = cost_as_labelled(&telling, charset).filter(|cost| *cost >= DOUBT)?;
    let hypotheses = hypotheses(&telling, None);
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min()?;
    let likeliest = posterior(&hypotheses, noise(&telling), &Prior::default()).into_iter().next()?;
    (cost - best >= DOUBT && likeliest.probability >= FLOOR).then_some(likeliest)
}

/// Whether the words are likely text in `charset` in a language that is usually written in it. This is a quick look,
/// which spares sound text the comparison with all charsets.
fn reads_well(telling: &Telling<'_>, charset: Charset) -> bool {
    let Some(page) = PAGES.iter().find(|page| page.charset == charset) else { return false };
    let high = telling.high();
    let reading = Reading::of(page, &high);
    let octets: usize = telling.words.iter().map(|word| word.len()).sum();
    let octets = i32::try_from(octets).unwrap_or(i32::MAX);
    let most =
        octets.saturating_mul(SOUND_OCTET).max(octets.saturating_mul(LEAST_OCTET).saturating_add(DOUBT));
    page.languages.iter().filter_map(|language| Tongue::new(*language, &reading, &high)).any(|tongue| {
        let costs = telling.words.iter().map(|word| reading.shape(word) + tongue.cost(word));
        costs.sum::<i32>() <= most
    })
}

/// The least that the words cost in `charset` in any language, whatever charset that one is usually in.
fn cost_as_labelled(telling: &Telling<'_>, charset: Charset) -> Option<i32> {
    if let Some(multi) = MULTIS.iter().find(|multi| multi.charset == charset) {
        return multi::cost(&Multi { prior: 0, ..*multi }, telling, Some(charset));
    }
    let page = PAGES.iter().find(|page| page.charset == charset)?;
    let high = telling.high();
    let reading = Reading::of(page, &high);
    let tongues: Vec<Tongue> =
        (0..ALPHABETS.len()).filter_map(|language| Tongue::new(language, &reading, &high)).collect();
    let mut costs = plain(telling);
    for word in &telling.words {
        let shape = reading.shape(word);
        let english = tongues.get(ENGLISH)?.cost(word) + INSERTED;
        let in_each = costs.iter_mut().zip(&tongues);
        in_each.for_each(|(cost, tongue)| *cost += shape + tongue.cost(word).min(english));
    }
    costs.into_iter().min()
}

/// The charset that the model chooses for `octets`; `None` if there is not enough evidence for any.
///
/// A word that is none in any language does not silence the others. A letter or two in the midst of a word of ASCII
/// letters, and a symbol, are Western where nothing better is known of them, nor is there evidence for a charset in
/// which they may be something else.
pub(super) fn answer(octets: &[u8], prior: &Prior) -> Option<Charset> {
    let telling = Telling::of(octets);
    let number = telling.words.iter().copied().flatten().filter(|octet| !octet.is_ascii()).count();
    let floor = if number > 1 || !prior.charsets.is_empty() { FLOOR } else { FLOOR_OF_ONE };
    let likely = |candidates: &[Candidate]| {
        let likeliest = candidates.first().filter(|likeliest| likeliest.probability >= floor);
        likeliest.map(|likeliest| likeliest.charset)
    };
    let candidates = weighed(&telling, prior, None);
    let speaks_against = |candidate: &Candidate| {
        let known = prior.charsets.iter().any(|(charset, _)| *charset == candidate.charset);
        let most = match known {
            true => 1.0 - floor,
            false if telling.words.iter().all(|word| has_symbols_apart(word)) => 1.0,
            false => OTHERWISE,
        };
        candidate.charset != Charset::WINDOWS_1252 && candidate.probability > most
    };
    let are_western = || {
        !telling.words.is_empty()
            && telling.words.iter().all(|word| is_western(word))
            && !candidates.iter().any(speaks_against)
    };
    let tolerant = || likely(&weighed(&telling, prior, Some(UNKNOWN)));
    likely(&candidates)
        .or_else(|| if telling.words.len() > 1 { tolerant() } else { None })
        .or_else(|| are_western().then_some(Charset::WINDOWS_1252))
}

/// Whether a word is ASCII with a Western symbol, or ASCII letters with a few Western letters between them, with at
/// most two octets above 127 in a row.
fn is_western(word: &[u8]) -> bool {
    let runs = word.split(u8::is_ascii).all(|run| run.len() <= 2);
    let mut letters = 0_i32;
    let mut common = |character: char| match Character::of(character) {
        Character::Letter(letter, _) => {
            letters += if letter.is_ascii() { 1 } else { -1 };
            Script::of(letter) == Script::Latin
        }
        Character::Symbol(_, cost) => cost <= DOUBTFUL_SYMBOL,
    };
    let common = Charset::WINDOWS_1252.decode(word).text.chars().all(&mut common);
    runs && common && letters >= 0
}

/// Whether what a word has beyond ASCII are Western symbols, none of them right behind a letter (`20 µm`).
fn has_symbols_apart(word: &[u8]) -> bool {
    let behind_letter = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_alphabetic() && !b.is_ascii());
    let is_letter = |character: char| matches!(Character::of(character), Character::Letter(letter, _) if !letter.is_ascii());
    !word.windows(2).any(behind_letter) && !Charset::WINDOWS_1252.decode(word).text.chars().any(is_letter)
}

/// A reading in a language.
struct Hypothesis {
    /// The index of the reading. Charsets in which the sample is the same text share it.
    reading: usize,
    charset: Charset,
    language: &'static str,
    cost: i32,
}

/// For each language, the cost of the ASCII words compared with their cost in English.
fn plain(telling: &Telling<'_>) -> Vec<i32> {
    let none = Reading::of_ascii();
    let words: Vec<&[u8]> =
        telling.plain.iter().copied().filter(|word| word.iter().all(u8::is_ascii_alphabetic)).collect();
    let tongue = |index| Tongue::new(index, &none, &[]);
    let Some(english) = tongue(ENGLISH) else { return Vec::new() };
    let in_english: Vec<i32> = words.iter().map(|word| english.cost(word)).collect();
    (0..ALPHABETS.len())
        .map(|index| {
            let Some(tongue) = tongue(index).filter(|_| is_latin(index)) else {
                let number = i32::try_from(words.len()).unwrap_or(i32::MAX);
                return number.saturating_mul(ELSEWHERE).min(MOST_ELSEWHERE);
            };
            let over: i32 = words
                .iter()
                .zip(&in_english)
                .map(|(word, english)| (tongue.cost(word) - english).clamp(-4 * NAT, INSERTED))
                .sum();
            (over * 3 / 4).clamp(MOST_KNOWN, MOST_ELSEWHERE)
        })
        .collect()
}

/// A reading in a language while the words are being scored.
struct Contender<'a> {
    at: usize,
    reading: &'a Reading,
    language: usize,
    tongue: Tongue,
    cost: i32,
}

/// Each reading in each of its languages, grouped by reading.
fn contenders<'a>(high: &[u8], readings: &'a [Reading], plain: &[i32]) -> Vec<Contender<'a>> {
    let mut contenders = Vec::new();
    for (at, reading) in readings.iter().enumerate() {
        let mut languages: Vec<usize> =
            reading.pages.iter().flat_map(|page| page.languages.iter().copied()).collect();
        languages.sort_unstable();
        languages.dedup();
        contenders.extend(languages.into_iter().filter_map(|language| {
            let tongue = Tongue::new(language, reading, high)?;
            let cost = prior(tag(language)) + plain.get(language).copied().unwrap_or_default();
            Some(Contender { at, reading, language, tongue, cost })
        }));
    }
    contenders
}

fn tag(language: usize) -> &'static str {
    ALPHABETS.get(language).map_or("", |alphabet| alphabet.language)
}

/// The cost of the words in each reading and language. Hopeless hypotheses are dropped after each word.
fn scored(
    telling: &Telling<'_>,
    unknown: Option<i32>,
    readings: &[Reading],
    plain: &[i32],
) -> Vec<Hypothesis> {
    let high = telling.high();
    let english: Vec<Option<Tongue>> =
        readings.iter().map(|reading| Tongue::new(ENGLISH, reading, &high)).collect();
    // Few contenders remain after the first word. Only they need the octets of the other words.
    let first = telling.words.get(..1).unwrap_or_default();
    let mut contenders = contenders(&telling::high(first), readings, plain);
    for (index, word) in telling.words.iter().enumerate() {
        if index == 1 {
            for Contender { reading, language, tongue, .. } in &mut contenders {
                if let Some(whole) = Tongue::new(*language, reading, &high) {
                    *tongue = whole;
                }
            }
        }
        score(word, unknown, &english, &mut contenders);
    }
    let mut hypotheses = Vec::new();
    for Contender { at, reading, language, cost, .. } in contenders {
        for page in reading.pages.iter().filter(|page| page.languages.contains(&language)) {
            let (charset, cost) = (page.charset, cost + page.prior);
            hypotheses.push(Hypothesis { reading: at, charset, language: tag(language), cost });
        }
    }
    hypotheses
}

/// Adds the cost of a word, and drops contenders that have become hopeless.
fn score(word: &[u8], unknown: Option<i32>, english: &[Option<Tongue>], contenders: &mut Vec<Contender<'_>>) {
    let mut known = None;
    let most = unknown.map_or(i32::MAX, |unknown| unknown + of_noise(word));
    for Contender { at, reading, tongue, cost, .. } in contenders.iter_mut() {
        let (shape, foreign) = match known {
            Some((of, costs)) if of == *at => costs,
            _ => {
                let english = english.get(*at).and_then(Option::as_ref);
                let costs = (reading.shape(word), english.map(|english| english.cost(word) + INSERTED));
                known = Some((*at, costs));
                costs
            }
        };
        let own = tongue.cost(word);
        *cost += (shape + foreign.map_or(own, |foreign| foreign.min(own))).min(most);
    }
    let best = contenders.iter().map(|contender| contender.cost).min().unwrap_or_default();
    contenders.retain(|contender| contender.cost <= best + HOPELESS);
}

/// The cost of the words as noise.
fn noise(telling: &Telling<'_>) -> i32 {
    NOISE + telling.words.iter().map(|word| of_noise(word)).sum::<i32>()
}

fn of_noise(word: &[u8]) -> i32 {
    word.iter().map(|octet| if octet.is_ascii() { 4 * NAT } else { NOISE_OCTET }).sum()
}

/// The probability of each reading, named for its likeliest charset.
fn posterior(hypotheses: &[Hypothesis], noise: i32, prior: &Prior) -> Vec<Candidate> {
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(noise).min(noise);
    let weight = |cost: i32| (f64::from(best - cost) / f64::from(NAT) * TEMPERATURE).exp();
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
        .filter(|candidate| candidate.probability >= LEAST)
        .collect();
    candidates.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    candidates
}
