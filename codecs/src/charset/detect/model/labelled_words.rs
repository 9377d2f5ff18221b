//! Checks whether words may be likelier in another charset than in the charset of their label. For most text, this
//! cheap check makes the full comparison unnecessary.
//!
//! The words are scored one after the other. A charset is dropped as soon as the words cost much more in it than in
//! the charset of the label. Most charsets are dropped after the first words. Charsets in which the words are the
//! same text as in the charset of the label do not count, because the same text has the same cost.

use super::candidates::{MULTI_OCTET, MultiOctet, SINGLE_OCTET, SingleOctet, prior};
use super::characters::Character;
use super::costs::NAT;
use super::decoding::{Decoding, decodings, shape};
use super::language_model::{ENGLISH, INSERTED, Spelling};
use super::multi::{self, CHARDETNG_BONUS};
use super::sample::Sample;
use super::word_letters::WordLetters;
use crate::charset::identity::Charset;
use std::cmp::Reverse;

/// A charset is dropped if the cost of the words in it exceeds their cost in the charset of the label by more than
/// this.
const BEHIND: i32 = 12 * NAT;

/// The number of words that are decoded in a charset before a table of its characters is made.
const WITHOUT_TABLE: usize = 2;

/// A word of the sample.
struct Word<'a> {
    /// The index of the word in the sample.
    index: usize,
    octets: &'a [u8],
    /// The cost of the word in the charset of the label.
    own: i32,
}

/// A language in which the words may cost less than in the charset of the label.
struct OpenLanguage {
    /// The language, as an index into the alphabets.
    language: usize,
    /// How much more the scored words cost in this language than in the charset of the label.
    over: i32,
}

/// The costs of words in the charset of their label, in the language that suits the words best.
pub(super) struct LabelledWords {
    charset: Charset,
    /// The cost of each word.
    words: Vec<i32>,
    /// The language, as an index into the alphabets; `None` in a multi-octet charset.
    language: Option<usize>,
}

impl LabelledWords {
    /// Scores the words in a single-octet charset and a language, which is given by its index in the alphabets.
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

    /// Scores the words in a multi-octet charset. Returns `None` if the words do not decode in it.
    pub(super) fn in_multi(sample: &Sample<'_>, multi: &MultiOctet) -> Option<Self> {
        Some(Self { charset: multi.charset, words: multi::word_costs(multi, sample)?, language: None })
    }

    /// The cost of all words.
    pub(super) fn cost(&self) -> i32 {
        self.words.iter().sum()
    }

    /// Whether the words may cost less in another charset by at least `margin`. `ascii` returns the cost of the ASCII
    /// words in a language; it is a function because few texts need this cost.
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

    /// How much more the words cost in a multi-octet charset than in the charset of the label. `None` if the words do
    /// not decode in the multi-octet charset, if the difference exceeds [`BEHIND`], or if both charsets are the same.
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

    /// Finds the languages of a decoding in which the words may cost less than in the charset of the label, and puts
    /// them into `open_languages`. `open_languages` and `characters` are buffers that are used again for each
    /// decoding.
    fn find_open_languages(
        &self,
        words: &[Word<'_>],
        decoding: &Decoding,
        open_languages: &mut Vec<OpenLanguage>,
        characters: &mut Vec<Option<Character>>,
    ) {
        open_languages.clear();
        for language in decoding.pages().flat_map(|page| page.languages.iter().copied()) {
            if !open_languages.iter().any(|other| other.language == language) {
                open_languages.push(OpenLanguage { language, over: prior(language) });
            }
        }
        for (number, Word { octets: word, own, .. }) in words.iter().enumerate() {
            let Some(least) = open_languages.iter().map(|language| language.over).min() else { return };
            let apart = shape(decoding.page.characters(word)) - own;
            let most = |over: i32| BEHIND - over - apart;
            if most(least) < 0 {
                return open_languages.clear();
            }
            let letters = WordLetters::of(decoding.page, word, number >= WITHOUT_TABLE, characters);
            let inserted = letters.cost_within(ENGLISH, most(least) - INSERTED).saturating_add(INSERTED);
            open_languages.retain_mut(|language| {
                let own = letters.cost_within(language.language, most(language.over).min(inserted));
                language.over = language.over.saturating_add(apart).saturating_add(own.min(inserted));
                language.over <= BEHIND
            });
        }
    }
}

/// The cost of a word in the language `own`, or as an English word in text in this language if that is cheaper.
fn cost_of(word: &[u8], characters: &[Option<Character>], english: &Spelling, own: &Spelling) -> i32 {
    let own = own.cost_of(word, characters);
    shape(characters.iter().copied()) + own.min(english.cost_of(word, characters) + INSERTED)
}
