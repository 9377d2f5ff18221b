//! A cheap pre-check that skips the full comparison for most text: whether words may be likelier in another charset
//! than in the charset of their label.
//!
//! Word by word, a charset is kept as long as it is not far behind the charset of the label. Most charsets fall behind
//! after the first words. Charsets in which the words are the same text as in the charset of the label do not count,
//! because that text costs the same.

use super::candidates::{MULTI_OCTET, MultiOctet, SINGLE_OCTET, SingleOctet, prior};
use super::characters::Character;
use super::costs::NAT;
use super::decoding::{Decoding, decodings, shape};
use super::language_model::{ENGLISH, INSERTED, Spelling};
use super::multi::{self, CHARDETNG_BONUS};
use super::sample::Sample;
use crate::charset::identity::Charset;
use std::cmp::Reverse;

/// How far a charset may fall behind the charset of the label and still be kept.
const BEHIND: i32 = 12 * NAT;

/// How many words are decoded without a table of the charset's characters.
const WITHOUT_TABLE: usize = 2;

/// A word of the sample.
struct Word<'a> {
    /// Its index in the sample.
    index: usize,
    octets: &'a [u8],
    /// Its cost in the charset of the label.
    own: i32,
}

/// A language in which the words may cost less.
struct OpenLanguage {
    /// The index in the alphabets.
    language: usize,
    spelling: &'static Spelling,
    /// How much more the words cost in it.
    over: i32,
}

/// The words in the charset of their label, in the language that suits them best.
pub(super) struct LabelledWords {
    charset: Charset,
    /// The cost of each word.
    words: Vec<i32>,
    /// The language, as an index into the alphabets; none in a multi-octet charset.
    language: Option<usize>,
}

impl LabelledWords {
    /// The words in a single-octet charset and a language, given by its index in the alphabets.
    pub(super) fn in_language(sample: &Sample<'_>, page: &SingleOctet, language: usize) -> Option<Self> {
        let (english, own) = (Spelling::of(ENGLISH)?, Spelling::of(language)?);
        let mut characters = Vec::new();
        let words = sample.words.iter().map(|word| {
            characters.clear();
            characters.extend(page.characters(word));
            cost_of(word, &characters, english, own)
        });
        Some(Self { charset: page.charset, words: words.collect(), language: Some(language) })
    }

    /// The words in a multi-octet charset; `None` if they do not decode in it.
    pub(super) fn in_multi(sample: &Sample<'_>, multi: &MultiOctet) -> Option<Self> {
        Some(Self { charset: multi.charset, words: multi::word_costs(multi, sample)?, language: None })
    }

    /// The cost of all words.
    pub(super) fn cost(&self) -> i32 {
        self.words.iter().sum()
    }

    /// Whether the words may cost less by `margin` in another charset. `ascii` computes the cost of the ASCII words in a
    /// language, which few texts need.
    pub(super) fn may_be_likelier_elsewhere(
        &self,
        sample: &Sample<'_>,
        ascii: impl Fn(usize) -> i32,
        margin: i32,
    ) -> bool {
        let high: Vec<u8> = sample.high().collect();
        let own = SINGLE_OCTET.iter().find(|page| page.charset == self.charset);
        let words = sample.words.iter().zip(&self.words).enumerate();
        let mut words: Vec<Word<'_>> =
            words.map(|(index, (octets, own))| Word { index, octets, own: *own }).collect();
        // The longest words are scored first, because they are the strongest evidence.
        words.sort_by_key(|word| Reverse(word.octets.len()));
        let is_apart = |page: &&SingleOctet| !own.is_some_and(|own| own.reads_alike(page, &high));
        let in_own = || self.language.map_or(0, &ascii);
        let (mut open_languages, mut characters) = (Vec::new(), Vec::new());
        decodings(&high, SINGLE_OCTET.iter().filter(is_apart)).iter().any(|decoding| {
            self.find_open_languages(&words, decoding, &mut open_languages, &mut characters);
            open_languages.iter().any(|language| {
                let is_own = self.language == Some(language.language);
                let more = if is_own { 0 } else { ascii(language.language) - in_own() };
                language.over + more <= -margin
            })
        }) || MULTI_OCTET.iter().any(|multi| {
            self.over_in_multi(sample, &words, multi).is_some_and(|over| over - in_own() <= -margin)
        })
    }

    /// How much more the words cost in a multi-octet charset; `None` if they fall far behind.
    fn over_in_multi(&self, sample: &Sample<'_>, words: &[Word<'_>], multi: &MultiOctet) -> Option<i32> {
        if multi.charset == self.charset {
            return None;
        }
        let mut over = multi.prior - CHARDETNG_BONUS;
        let is_near = |word: &Word<'_>| {
            let Some(cost) = multi::word_cost(multi, sample, word.index) else { return false };
            over += cost - word.own;
            over <= BEHIND
        };
        words.iter().all(is_near).then_some(over)
    }

    /// Finds the languages of a decoding in which the words may cost less. `open_languages` and `characters` are
    /// buffers that every decoding uses again.
    fn find_open_languages(
        &self,
        words: &[Word<'_>],
        decoding: &Decoding,
        open_languages: &mut Vec<OpenLanguage>,
        characters: &mut Vec<Option<Character>>,
    ) {
        open_languages.clear();
        let Some(english) = Spelling::of(ENGLISH) else { return };
        for language in decoding.pages().flat_map(|page| page.languages.iter().copied()) {
            if !open_languages.iter().any(|other| other.language == language) {
                let over = prior(language);
                open_languages.extend(Spelling::of(language).map(|spelling| OpenLanguage {
                    language,
                    spelling,
                    over,
                }));
            }
        }
        for (number, Word { octets: word, own, .. }) in words.iter().enumerate() {
            let Some(least) = open_languages.iter().map(|language| language.over).min() else { return };
            if number == WITHOUT_TABLE {
                decoding.page.high();
            }
            characters.clear();
            characters.extend(decoding.page.characters(word));
            let apart = shape(characters.iter().copied()) - own;
            let most = |over: i32| BEHIND - over - apart;
            let inserted = english.cost_within(word, characters, most(least) - INSERTED) + INSERTED;
            open_languages.retain_mut(|language| {
                let letters =
                    language.spelling.cost_within(word, characters, most(language.over).min(inserted));
                language.over += apart + letters.min(inserted);
                language.over <= BEHIND
            });
        }
    }
}

/// The cost of a word in a language.
fn cost_of(word: &[u8], characters: &[Option<Character>], english: &Spelling, own: &Spelling) -> i32 {
    let own = own.cost_of(word, characters);
    shape(characters.iter().copied()) + own.min(english.cost_of(word, characters) + INSERTED)
}
