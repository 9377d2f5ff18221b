//! Undoes the wrong decoding of words of UTF-8 that stand beside sound words.
//!
//! If two tables in different charsets were joined, one word of a cell can be garbled, and another word can be sound. A
//! single word gives less evidence than a text. So each stretch of words between sound words is tried as a whole, and then
//! each of its words. All functions take linear time.

use super::about::About;
use super::suspicion::Suspicion;
use super::twice;
use super::whole::{Garbled, as_a_whole, suspected};
use crate::charset::Charset;
use std::collections::{HashMap, HashSet};

/// Returns how words of `text` were garbled, or `None` if no word was.
pub(super) fn undo(text: &str) -> Option<Garbled> {
    if Suspicion::of(text).pages == 0 {
        return None;
    }
    // Most suspected texts are sound, so only the suspected words are kept at first.
    let mut garbled: HashMap<&str, Option<Garbled>> = HashMap::new();
    for word in text.split_inclusive(is_blank).filter(|word| Suspicion::of(word).pages != 0) {
        garbled.entry(word).or_insert_with(|| of_utf8(word));
    }
    let first = text.split_inclusive(is_blank).find_map(|word| garbled.get(word)?.as_ref())?;
    let original = |word: &str| garbled.get(word)?.as_ref()?.original.as_deref();
    let words: Vec<&str> = text.split_inclusive(is_blank).collect();
    let about = about(&words, words.iter().filter_map(|word| original(word)));
    if about == About::Yes {
        return None;
    }
    let is_sound = |word: &&str| original(word).is_none() && !word.is_ascii() && !may_be_garbled(word);
    let mut restored = String::with_capacity(text.len());
    for stretch in words.split_inclusive(is_sound) {
        let (between, sound) = match stretch.split_last() {
            Some((last, between)) if is_sound(last) => (between, *last),
            _ => (stretch, ""),
        };
        let is_garbled = between.iter().any(|word| original(word).is_some());
        let whole = if is_garbled { of_utf8(&between.concat()) } else { None };
        match whole.and_then(|whole| whole.original) {
            Some(whole) => restored.push_str(&whole),
            None => restored.extend(between.iter().map(|word| original(word).unwrap_or(word))),
        }
        restored.push_str(sound);
    }
    // A word with several sequences may be the rest of a text that was garbled several times. A single one may be chance.
    let is_uncertain =
        |word: &str| suspected(Suspicion::of(word)).any(|page| twice::is_about(page, word).0 > 1);
    let is_sure = about == About::No
        && (as_a_whole(&restored).is_some() || !restored.split(is_blank).any(is_uncertain));
    let found = Garbled { original: Some(restored), ..first.clone() };
    Some(if is_sure { found } else { found.without_original() })
}

/// Returns how a word or a stretch was garbled if it was UTF-8. In UTF-8, a character beyond US-ASCII has several octets,
/// and each of them became at least one character, so the garbled text is longer. Without this condition, a sound word
/// could by chance look like text in another charset.
fn of_utf8(text: &str) -> Option<Garbled> {
    let length = |text: &str| text.chars().count();
    let found = if text.is_ascii() { None } else { as_a_whole(text) };
    found.filter(|found| found.original.as_ref().is_some_and(|read| length(read) < length(text)))
}

/// Whether a word that gives no evidence by itself can be UTF-8 that was decoded wrongly.
fn may_be_garbled(word: &str) -> bool {
    Charset::WINDOWS_1252.encode(word).is_ok_and(|octets| str::from_utf8(&octets).is_ok())
}

/// Whether the author of `words` wrote the garbled ones on purpose: some words are their `originals`.
fn about<'w>(words: &[&str], originals: impl Iterator<Item = &'w str>) -> About {
    let core = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    let there: HashSet<String> = words.iter().map(|word| core(word)).collect();
    let (mut sound, mut all) = (0, 0);
    for word in originals.map(core) {
        all += 1;
        sound += usize::from(word.chars().nth(2).is_some() && !word.is_ascii() && there.contains(&word));
    }
    About::of(sound, all)
}

/// Whether words end at the character. A no-break space can be an octet of a word that was decoded wrongly.
fn is_blank(character: char) -> bool {
    character.is_whitespace() && character != '\u{A0}'
}
