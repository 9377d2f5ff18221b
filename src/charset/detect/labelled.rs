//! Finds a charset that is likelier than the one that a label names.
//!
//! The words are scored in the label's charset, in any language, and in all other charsets. The label is doubtful if
//! they cost much more in its charset.

use super::candidates::{MULTIS, Multi, PAGES, Page};
use super::choice::FLOOR;
use super::costs::NAT;
use super::language_model::LanguageModel;
use super::languages::ALPHABETS;
use super::model::{Candidate, ENGLISH, INSERTED, ascii_costs, hypotheses, noise, posterior};
use super::multi;
use super::prior::Prior;
use super::reading::Reading;
use super::sample::Sample;
use crate::charset::identity::Charset;

/// How much more the words cost in the label's charset than in another one if the label is doubtful.
const MARGIN: i32 = 12 * NAT;
/// The number of octets of words that are scored.
const SAMPLE: usize = 256;
/// The highest cost for each octet of words whose label is right without further comparison. Nine of ten sentences
/// that were measured cost less in their own charset; text in a wrong script costs more.
const SOUND_OCTET: i32 = NAT * 7 / 2;
/// The lowest cost for each octet of words in any charset.
const LEAST_OCTET: i32 = NAT * 2;
/// Words without ASCII letters and with fewer different octets above 127 are taken for ornament, not text.
const LEAST_VARIETY: usize = 3;

/// The likeliest charset of `octets`, which decode in `charset`, if that label is doubtful. `None` if it is not, or if
/// the model does not know text in `charset`.
pub(super) fn likelier_than(octets: &[u8], charset: Charset) -> Option<Candidate> {
    let sample = Sample::within(octets, SAMPLE);
    let has_ascii_letters = || sample.words.iter().copied().flatten().any(u8::is_ascii_alphabetic);
    if sample.high().len() < LEAST_VARIETY && !has_ascii_letters() {
        return None;
    }
    let cost = match PAGES.iter().find(|page| page.charset == charset) {
        Some(page) => {
            let labelled = Labelled::new(&sample, page);
            // This spares sound text the comparison with all charsets.
            if labelled.is_sound() {
                return None;
            }
            labelled.cost()?
        }
        None => {
            let multi = MULTIS.iter().find(|multi| multi.charset == charset)?;
            multi::cost(&Multi { prior: 0, ..*multi }, &sample, Some(charset))?
        }
    };
    if cost < MARGIN {
        return None;
    }
    let hypotheses = hypotheses(&sample, None);
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min()?;
    let likeliest = posterior(&hypotheses, noise(&sample), &Prior::default()).into_iter().next()?;
    (cost - best >= MARGIN && likeliest.probability >= FLOOR).then_some(likeliest)
}

/// The words of a sample in the single-octet charset that their label names.
struct Labelled<'a> {
    sample: &'a Sample<'a>,
    page: &'a Page,
    high: Vec<u8>,
    reading: Reading,
}

impl<'a> Labelled<'a> {
    fn new(sample: &'a Sample<'a>, page: &'static Page) -> Self {
        let high = sample.high();
        let reading = Reading::of(page, &high);
        Self { sample, page, high, reading }
    }

    fn model(&self, language: usize) -> Option<LanguageModel> {
        LanguageModel::new(language, &self.reading, &self.high)
    }

    /// Whether the words are likely text in a language that is usually written in the charset.
    fn is_sound(&self) -> bool {
        let octets: usize = self.sample.words.iter().map(|word| word.len()).sum();
        let octets = i32::try_from(octets).unwrap_or(i32::MAX);
        let most =
            octets.saturating_mul(SOUND_OCTET).max(octets.saturating_mul(LEAST_OCTET).saturating_add(MARGIN));
        self.page.languages.iter().filter_map(|language| self.model(*language)).any(|model| {
            let costs = self.sample.words.iter().map(|word| self.reading.shape(word) + model.cost(word));
            costs.sum::<i32>() <= most
        })
    }

    /// The lowest cost of the words in any language, also in those that are usually written in other charsets.
    fn cost(&self) -> Option<i32> {
        let models: Vec<LanguageModel> =
            (0..ALPHABETS.len()).filter_map(|language| self.model(language)).collect();
        let mut costs = ascii_costs(self.sample);
        for word in &self.sample.words {
            let shape = self.reading.shape(word);
            let english = models.get(ENGLISH)?.cost(word) + INSERTED;
            let in_each = costs.iter_mut().zip(&models);
            in_each.for_each(|(cost, model)| *cost += shape + model.cost(word).min(english));
        }
        costs.into_iter().min()
    }
}
