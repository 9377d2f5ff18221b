//! Finds a charset that is likelier than the one that a label names.
//!
//! The words are scored in the label's charset, in any language, and in all other charsets. The label is doubtful if
//! they cost much more in its charset.

use super::candidates::{MULTIS, Multi, PAGES, Page};
use super::characters::{Case, Character, Script};
use super::choice::FLOOR;
use super::contenders::OddWords;
use super::costs::NAT;
use super::language_model::{ENGLISH, INSERTED, Spelling};
use super::languages::ALPHABETS;
use super::model::{AsciiWords, Candidate, Scale, noise, posterior, tag};
use super::multi::CHARDETNG_BONUS;
use super::prior::Prior;
use super::reading::shape;
use super::rivals::Own;
use super::sample::Sample;
use crate::charset::identity::Charset;
use std::cell::OnceCell;

/// How much more the words cost in the label's charset than in another one if the label is doubtful.
const MARGIN: i32 = 10 * NAT;
/// The same if all of the text is one word. It may be a name, an abbreviation or a word of another language.
const MARGIN_OF_WORD: i32 = 12 * NAT;
/// The number of octets of words that are scored first, and again as many of words with other octets. Most sound text
/// shows by them that it is sound.
const FIRST: usize = 64;
/// The number of octets of words that are scored if it does not.
const SAMPLE: usize = 256;
/// The highest cost for each octet of words whose label is right without further comparison. Nine of ten sentences
/// that were measured cost less in their own charset; text in a wrong script costs more.
const SOUND_OCTET: i32 = NAT * 7 / 2;
/// The same if other words follow, which may be less sound.
const SOUND_FIRST: i32 = NAT * 13 / 4;
/// The lowest cost for each octet of words in any charset.
const LEAST_OCTET: i32 = NAT * 2;
/// The cost of a language that is usually written in other charsets. Any text may be English.
const UNUSUAL: i32 = 3 * NAT;
/// Languages whose letters have the octets of others in another language's charset: text in that language, read in the
/// wrong charset, looks like them. `ğ`, `ş` and `ı` of windows-1254 are `ð`, `þ` and `ý` in windows-1252.
const DECEPTIVE: [&str; 2] = ["is", "fo"];
/// Words without ASCII letters and with fewer different octets above 127 are taken for ornament, not text.
const LEAST_VARIETY: usize = 3;

/// The number of letters that an ending has at most.
const MOST_ENDING: usize = 4;

/// Letters that people list to try whether they arrive (`äöü`, `ÆØÅ`). Such lists are likelier words in other scripts.
const LISTS: [&str; 4] = ["äöüß", "åäö", "æøå", "áéíóúñü"];

/// The likeliest charset of `octets`, which decode in `charset`, if that label is doubtful. `None` if it is not, or if
/// the model does not know text in `charset`.
pub(super) fn likelier_than(octets: &[u8], charset: Charset) -> Option<Candidate> {
    let page = PAGES.iter().find(|page| page.charset == charset);
    let multi = MULTIS.iter().find(|multi| multi.charset == charset);
    if page.is_none() && multi.is_none() {
        return None;
    }
    // Sound text is spared the comparison with all charsets.
    let mut sample = Sample::within(octets, FIRST);
    leave_out_inflected(&mut sample, page);
    let each = if sample.is_whole || sample.is_repetitive() { SOUND_OCTET } else { SOUND_FIRST };
    let mut own = unsound(&sample, page, multi, each)?;
    if sample.widen(SAMPLE) {
        leave_out_inflected(&mut sample, page);
        own = unsound(&sample, page, multi, SOUND_OCTET)?;
    }
    let has_ascii_letters = || sample.words.iter().copied().flatten().any(u8::is_ascii_alphabetic);
    if sample.high().nth(LEAST_VARIETY - 1).is_none() && !has_ascii_letters() {
        return None;
    }
    let ascii = OnceCell::new();
    let ascii = || ascii.get_or_init(|| AsciiWords::of(&sample));
    let is_word = !octets.trim_ascii().iter().any(u8::is_ascii_whitespace);
    let margin = if is_word { MARGIN_OF_WORD } else { MARGIN };
    if !own.has_rival(&sample, |language| ascii().cost(language), margin)
        || page.is_some_and(|page| sample.words.iter().all(|word| is_list(word, page)))
    {
        return None;
    }
    let cost = page.map_or(Some(own.cost() - CHARDETNG_BONUS), |page| cost(&sample, ascii(), page))?;
    let hypotheses = Scale::of(&sample, ascii())?.hypotheses(OddWords::Count, cost);
    let best = hypotheses.iter().map(|hypothesis| hypothesis.cost).min()?;
    if cost - best < margin {
        return None;
    }
    let mut others = posterior(&hypotheses, noise(&sample), &Prior::default());
    // A single octet above 127 is too little evidence for a charset of several octets a character.
    let is_single = sample.words.iter().copied().flatten().filter(|octet| !octet.is_ascii()).count() == 1;
    let is_multi = |charset| is_single && MULTIS.iter().any(|multi| multi.charset == charset);
    others.retain(|other| !reads_alike(&sample, other.charset, charset) && !is_multi(other.charset));
    let probability: f64 = others.iter().map(|other| other.probability).sum();
    if probability >= FLOOR { others.into_iter().next() } else { None }
}

/// Leaves out words that may speak against a single-octet charset by mistake.
fn leave_out_inflected(sample: &mut Sample<'_>, page: Option<&Page>) {
    if let Some(page) = page {
        sample.leave_out(|word| is_inflected(word, page));
    }
}

/// The words in the charset of their label; `None` if they do not decode in it, or are likely text in it: in a language,
/// they cost at most `each` for each octet.
fn unsound(
    sample: &Sample<'_>,
    page: Option<&'static Page>,
    multi: Option<&Multi>,
    each: i32,
) -> Option<Own> {
    let most = most_of_sound(sample, each);
    let Some(page) = page else {
        let own = Own::in_multi(sample, multi?)?;
        return (own.cost() - CHARDETNG_BONUS > most).then_some(own);
    };
    Own::in_language(sample, page, unsound_in(sample, page, most)?)
}

/// Whether a word in a single-octet charset is capitals of ASCII with a Cyrillic ending (`PDFы`). In another charset it
/// may be a likelier word (`PDFÙ`).
fn is_inflected(word: &[u8], page: &Page) -> bool {
    let capitals = word.iter().take_while(|octet| octet.is_ascii_uppercase()).count();
    let (stem, ending) = word.split_at_checked(capitals).unwrap_or_default();
    let is_small = |character| matches!(character, Some(Character::Letter(letter, Case::Lower)) if Script::of(letter) == Script::Cyrillic);
    stem.len() > 1 && (1..=MOST_ENDING).contains(&ending.len()) && page.characters(ending).all(is_small)
}

/// Whether a word in a single-octet charset has only letters of one list.
fn is_list(word: &[u8], page: &Page) -> bool {
    let is_of = |list: &str| {
        let is_known =
            |character| matches!(character, Some(Character::Letter(letter, _)) if list.contains(letter));
        page.characters(word).all(is_known)
    };
    LISTS.into_iter().any(is_of)
}

/// Whether the words are the same text in both charsets.
fn reads_alike(sample: &Sample<'_>, one: Charset, other: Charset) -> bool {
    let high: Vec<u8> = sample.high().collect();
    let page = |charset| PAGES.iter().find(|page| page.charset == charset);
    one == other || page(one).zip(page(other)).is_some_and(|(one, other)| one.reads_alike(other, &high))
}

/// The language of a single-octet charset that suits the words best; `None` if they are likely text in one that is
/// usually written in it, and cost at most `most`.
fn unsound_in(sample: &Sample<'_>, page: &'static Page, most: i32) -> Option<usize> {
    let shapes: i32 = sample.words.iter().map(|word| shape(page.characters(word))).sum();
    let languages = page.languages.iter().copied().filter(|language| !DECEPTIVE.contains(&tag(*language)));
    let (mut least, mut likeliest) = (i32::MAX, page.languages.first().copied());
    for language in languages {
        let model = page.model(language)?;
        let mut cost = shapes;
        // Costs only grow.
        if sample.words.iter().all(|word| {
            cost += model.cost(word);
            cost < least
        }) {
            (least, likeliest) = (cost, Some(language));
        }
        if least <= most {
            return None;
        }
    }
    likeliest
}

/// The highest cost of words whose label is right without further comparison, at `each` for each octet.
fn most_of_sound(sample: &Sample<'_>, each: i32) -> i32 {
    let octets: usize = sample.words.iter().map(|word| word.len()).sum();
    let octets = i32::try_from(octets).unwrap_or(i32::MAX);
    octets.saturating_mul(each).max(octets.saturating_mul(LEAST_OCTET).saturating_add(MARGIN))
}

/// The lowest cost of the words in a single-octet charset. Languages that are usually written in other charsets have a
/// price.
fn cost(sample: &Sample<'_>, ascii: &AsciiWords, page: &Page) -> Option<i32> {
    let english = Spelling::of(ENGLISH)?;
    let scored = |word: &&[u8]| {
        let characters: Vec<Option<Character>> = page.characters(word).collect();
        let english = english.cost_of(word, &characters) + INSERTED;
        (shape(characters.iter().copied()), english, characters)
    };
    let words: Vec<_> = sample.words.iter().map(scored).collect();
    let mut least = i32::MAX;
    for language in 0..ALPHABETS.len() {
        let (spelling, mut cost) = (Spelling::of(language)?, ascii.cost(language));
        if language != ENGLISH && !page.languages.contains(&language) {
            cost += UNUSUAL;
        }
        for (word, (shape, english, characters)) in sample.words.iter().zip(&words) {
            cost += shape + spelling.cost_of(word, characters).min(*english);
            // Costs only grow.
            if cost >= least {
                break;
            }
        }
        least = least.min(cost);
    }
    Some(least)
}
