//! Computes the probability of each charset. The probability depends on how likely the text is to which the charset
//! decodes the octets.
//!
//! The sample ([`Sample`]) is decoded in each charset, and scored in each language that the charset is used for
//! ([`open_hypotheses`]). The score depends on sequences of two and three letters, changes of case, and symbols. Any
//! word may also be English. Charsets in which the sample is the same text are one decoding. The probability of a
//! decoding is the sum of the probabilities of its languages. One more hypothesis is noise, that is, octets that are
//! not text.

use super::ascii_pairs::{self, LATIN};
use super::candidates::{MULTI_OCTET, MultiOctet, SINGLE_OCTET, prior};
use super::costs::NAT;
use super::decoding::{Decoding, decodings};
use super::language_model::INSERTED;
use super::languages::ALPHABETS;
use super::multi::{self, CHARDETNG_BONUS};
use super::open_hypotheses::{OpenHypothesis, UnknownWords, open_hypotheses, word_noise};
use super::prior::Weighed;
use super::sample::Sample;
use super::visual;
use crate::charset::detect::{Candidate, Prior};
use crate::charset::identity::Charset;
use std::cell::OnceCell;

/// The cost of the hypothesis that the octets are noise, not counting the cost of the octets themselves.
const NOISE: i32 = 5 * NAT;
/// The cost of each ASCII word if the language of the text is not written with Latin letters.
const ASCII_WORD: i32 = 2 * NAT;
/// The highest cost of all ASCII words together.
const MOST_ASCII: i32 = 12 * NAT;
/// The lowest cost of all ASCII words together, in the language that suits them best. This cost is negative because
/// ASCII words may be likelier in that language than in English.
const LEAST_ASCII: i32 = -32 * NAT;
/// The choice of chardetng matters only for hypotheses whose cost exceeds the lowest cost by at most the sum of this
/// number and [`CHARDETNG_BONUS`].
const NEAR: i32 = 35 * NAT;
/// A candidate with a lower probability than this is left out.
const LEAST_PROBABILITY: f64 = 1e-4;

/// A sample, and the data that do not change if its words are scored several times.
#[derive(Clone)]
pub(super) struct Scorer<'s, 'a> {
    sample: &'s Sample<'a>,
    decodings: Vec<Decoding>,
    /// The cost of each language before any word is scored.
    before: Vec<i32>,
    /// One hypothesis for each multi-octet charset in which the words decode.
    multis: Vec<Hypothesis>,
    /// The charset that chardetng chooses. chardetng is asked on first use.
    choice: OnceCell<Option<Charset>>,
}

impl<'s, 'a> Scorer<'s, 'a> {
    /// The scorer of a sample; `None` if the sample has no words.
    pub(super) fn of(sample: &'s Sample<'a>, ascii: &AsciiWords) -> Option<Self> {
        Self::within(sample, ascii, |_| true)
    }

    /// The scorer of a sample for the charsets for which `is_meant` is true; `None` if the sample has no words.
    pub(super) fn within(
        sample: &'s Sample<'a>,
        ascii: &AsciiWords,
        is_meant: impl Fn(Charset) -> bool,
    ) -> Option<Self> {
        if sample.words.is_empty() {
            return None;
        }
        let high: Vec<u8> = sample.high().collect();
        let decodings = decodings(&high, SINGLE_OCTET.iter().filter(|page| is_meant(page.charset)));
        let in_multi = |(multi, decoding): (&MultiOctet, usize)| {
            let MultiOctet { charset, language, .. } = *multi;
            let cost = multi::cost(multi, sample)?;
            Some(Hypothesis { decoding, charset, language, cost })
        };
        let meant = MULTI_OCTET.iter().filter(|multi| is_meant(multi.charset));
        let multis = meant.zip(decodings.len()..).filter_map(in_multi).collect();
        Some(Self { sample, before: before(ascii), multis, decodings, choice: OnceCell::new() })
    }

    /// The scorer of the same sample, among other ASCII words.
    pub(super) fn among(&self, ascii: &AsciiWords) -> Self {
        Self { before: before(ascii), ..self.clone() }
    }

    /// The possible charsets and their probabilities, the likeliest first.
    pub(super) fn candidates(&self, prior: &Prior, unknown_words: UnknownWords) -> Vec<Candidate> {
        let noise = noise(self.sample);
        posterior(&self.hypotheses(unknown_words, noise), noise, prior)
    }

    /// Returns the hypotheses that the words are text in a charset and a language, with the cost of each. `other` is
    /// the cost of a competing hypothesis, such as noise.
    pub(super) fn hypotheses(&self, unknown_words: UnknownWords, other: i32) -> Vec<Hypothesis> {
        let mut hypotheses = self.of_decodings(unknown_words);
        hypotheses.extend_from_slice(&self.multis);
        if self.is_open(&hypotheses, other)
            && let Some(choice) = *self.choice.get_or_init(|| multi::chardetng_choice(self.sample))
        {
            let is_chosen =
                |one: &&mut Hypothesis| one.decoding >= self.decodings.len() && one.charset == choice;
            hypotheses.iter_mut().filter(is_chosen).for_each(|chosen| chosen.cost -= CHARDETNG_BONUS);
        }
        hypotheses
    }

    /// Returns the hypotheses for the single-octet charsets.
    fn of_decodings(&self, unknown_words: UnknownWords) -> Vec<Hypothesis> {
        let mut hypotheses = Vec::new();
        for OpenHypothesis { at, decoding, language, cost, .. } in
            open_hypotheses(self.sample, &self.decodings, &self.before, unknown_words)
        {
            for page in decoding.pages().filter(|page| page.languages.contains(&language)) {
                let (charset, cost) = (page.charset, cost + page.prior);
                hypotheses.push(Hypothesis { decoding: at, charset, language: tag(language), cost });
            }
        }
        hypotheses.extend(self.in_visual_order(unknown_words));
        hypotheses
    }

    /// Returns the hypotheses that the words are Hebrew in visual order, for each charset that is used for Hebrew.
    fn in_visual_order(&self, unknown_words: UnknownWords) -> impl Iterator<Item = Hypothesis> {
        let pages = self
            .decodings
            .iter()
            .enumerate()
            .flat_map(|(at, decoding)| decoding.pages().map(move |page| (at, page)));
        pages.filter_map(move |(decoding, page)| {
            let before = self.before.get(visual::hebrew(page)?)?;
            let cost = before + page.prior + visual::cost(self.sample, page, unknown_words)?;
            Some(Hypothesis { decoding, charset: page.charset, language: visual::HEBREW, cost })
        })
    }

    /// Whether the choice of chardetng can change the result. It can if several hypotheses are likely, and one of
    /// them is text in a multi-octet charset.
    fn is_open(&self, hypotheses: &[Hypothesis], other: i32) -> bool {
        let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(other).min(other);
        let is_near = |cost: i32| cost <= best + NEAR + CHARDETNG_BONUS;
        let near = || hypotheses.iter().filter(|one| is_near(one.cost)).map(|one| one.decoding);
        near().any(|decoding| {
            decoding >= self.decodings.len() && (is_near(other) || near().any(|rival| rival != decoding))
        })
    }
}

/// The cost of each language before any word is scored.
fn before(ascii: &AsciiWords) -> Vec<i32> {
    (0..ALPHABETS.len()).map(|index| prior(index) + ascii.cost(index)).collect()
}

/// The hypothesis that the sample is text in one charset and one language.
#[derive(Clone, Copy)]
pub(super) struct Hypothesis {
    /// The index of the decoding. Charsets in which the sample is the same text have the same index.
    pub(super) decoding: usize,
    pub(super) charset: Charset,
    pub(super) language: &'static str,
    pub(super) cost: i32,
}

/// The cost of the ASCII words of a sample in each language, compared with their cost in English.
pub(super) struct AsciiWords([i32; ALPHABETS.len()]);

impl AsciiWords {
    pub(super) fn of(sample: &Sample<'_>) -> Self {
        let words = sample.ascii().into_iter().filter(|word| word.iter().all(u8::is_ascii_alphabetic));
        let (mut number, mut latin) = (0_i32, [0; LATIN.len()]);
        for word in words {
            let costs = ascii_pairs::costs(word);
            let [english, ..] = costs;
            for (over, cost) in latin.iter_mut().zip(costs) {
                *over += (cost - english).clamp(-6 * NAT, INSERTED);
            }
            number += 1;
        }
        let other = number.saturating_mul(ASCII_WORD);
        let least = latin.iter().copied().fold(other, i32::min);
        // The costs of all languages with Latin letters are raised by the same amount, so that none is below
        // [`LEAST_ASCII`]. If each cost were limited on its own instead, the lowest costs would become equal.
        let excess = (LEAST_ASCII - least).max(0);
        let mut costs = [other.min(MOST_ASCII); ALPHABETS.len()];
        for (language, cost) in LATIN.iter().zip(latin) {
            if let Some(place) = costs.get_mut(*language) {
                *place = (cost + excess).min(MOST_ASCII);
            }
        }
        Self(costs)
    }

    /// The costs if the ASCII words do not count.
    pub(super) fn none() -> Self {
        Self([0; ALPHABETS.len()])
    }

    /// The cost of the ASCII words in a language, which is given by its index in the alphabets.
    pub(super) fn cost(&self, language: usize) -> i32 {
        self.0.get(language).copied().unwrap_or_default()
    }
}

/// The tag of a language, given by its index in the alphabets.
pub(super) fn tag(language: usize) -> &'static str {
    ALPHABETS.get(language).map_or("", |alphabet| alphabet.language)
}

/// The cost of the words as noise.
pub(super) fn noise(sample: &Sample<'_>) -> i32 {
    NOISE + sample.words.iter().map(|word| word_noise(word)).sum::<i32>()
}

/// Returns the probability of each decoding, the likeliest first. The charset of a decoding is that of its likeliest
/// hypothesis.
pub(super) fn posterior(hypotheses: &[Hypothesis], noise: i32, prior: &Prior) -> Vec<Candidate> {
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min().unwrap_or(noise).min(noise);
    let weight = |cost: i32| (f64::from(best - cost) / f64::from(NAT)).exp();
    let weighed = |one: &Hypothesis| (one.charset, one.language, weight(one.cost));
    let mut weights: Vec<Weighed> = hypotheses.iter().map(weighed).collect();
    prior.apply(&mut weights);
    // Each element has the index of a decoding, the sum of the weights of its hypotheses, the weight of its likeliest
    // hypothesis, and this hypothesis.
    let mut decodings: Vec<(usize, f64, f64, &Hypothesis)> = Vec::new();
    for (hypothesis, (.., weight)) in hypotheses.iter().zip(weights) {
        match decodings.iter_mut().find(|(decoding, ..)| *decoding == hypothesis.decoding) {
            Some((_, sum, most, likeliest)) => {
                *sum += weight;
                if weight > *most {
                    (*most, *likeliest) = (weight, hypothesis);
                }
            }
            None => decodings.push((hypothesis.decoding, weight, weight, hypothesis)),
        }
    }
    let total: f64 = weight(noise) + decodings.iter().map(|(_, sum, ..)| sum).sum::<f64>();
    let mut candidates: Vec<Candidate> = decodings
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
