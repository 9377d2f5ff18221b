//! Chooses the charset that the model of languages shows, if one is probable enough.
//!
//! A word that is in no known language does not keep the other words from being evidence. If no charset is probable,
//! a symbol, or a few letters within a word of ASCII letters, are windows-1252, unless another charset is too likely.

use super::characters::{Character, Script};
use super::contenders::OddWords;
use super::costs::NAT;
use super::model::{AsciiWords, Candidate, Scale};
use super::neutral::without_repetitions;
use super::prior::Prior;
use super::sample::Sample;
use crate::charset::identity::Charset;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The lowest probability of a charset that is chosen.
pub(super) const FLOOR: f64 = 0.9;
/// The same for text of one or two letters and symbols, which nothing else confirms.
const FLOOR_OF_BARE: f64 = 0.99;
/// The same for text with one or two octets above 127, which few other octets confirm.
const FLOOR_OF_TWO: f64 = 0.95;
/// The same for text of a few words, whose language is known better. More words can be surer.
const FLOOR_OF_WORDS: f64 = 0.85;
/// The number of words that such text has.
const FEW_WORDS: RangeInclusive<usize> = 3..=8;
/// The highest probability of another charset beside which text is windows-1252 by default.
const RIVAL: f64 = 0.35;
/// The highest cost of a symbol in text that is windows-1252 by default.
const RARE_SYMBOL: i32 = 8 * NAT;

/// The most octets of text in which repetitions are looked for.
const SHORT: usize = 4096;

/// How many ASCII letters a word has for each other letter, at least, to be a word in a charset of single octets.
const LETTERS_PER_OTHER: usize = 3;

/// The charset that the model chooses for `octets`; `None` if there is not enough evidence for any.
pub(super) fn choose(octets: &[u8], prior: &Prior) -> Option<Charset> {
    let octets = &*distinct(octets);
    let sample = Sample::of(octets);
    let number = sample.words.iter().copied().flatten().filter(|octet| !octet.is_ascii()).count();
    let is_bare = prior.charsets.is_empty() && is_bare(octets);
    let floor = match number {
        _ if is_bare => FLOOR_OF_BARE,
        _ if FEW_WORDS.contains(&number_of_words(octets)) => FLOOR_OF_WORDS,
        1..=2 if prior.charsets.is_empty() => FLOOR_OF_TWO,
        _ => FLOOR,
    };
    let likely = |candidates: &[Candidate], floor: f64| {
        let likeliest = candidates.first().filter(|likeliest| likeliest.probability >= floor);
        likeliest.map(|likeliest| likeliest.charset)
    };
    let scale = Scale::of(&sample, &AsciiWords::of(&sample))?;
    let is_spelled = !prior.charsets.iter().any(|(charset, _)| !charset.is_single_octet())
        && sample.words.iter().all(|word| is_spelled(word));
    let candidates = |odd_words| {
        let candidates = scale.candidates(prior, odd_words);
        if is_spelled { of_single_octets(candidates) } else { candidates }
    };
    let found = candidates(OddWords::Count);
    // So little text is likely in many languages, and the likeliest one may be that of another charset (`là`).
    let is_alike = |charset: Charset| {
        let mut words = sample.words.iter();
        words.all(|word| charset.decode(word).text == Charset::WINDOWS_1252.decode(word).text)
    };
    let is_rival = |candidate: &Candidate| {
        let known = prior.charsets.iter().any(|(charset, _)| *charset == candidate.charset);
        let most = match known {
            true => 1.0 - FLOOR,
            false if !is_bare && sample.words.iter().all(|word| has_separate_symbols(word)) => 1.0,
            false => RIVAL,
        };
        let is_other =
            candidate.charset != Charset::WINDOWS_1252 && !(is_bare && is_alike(candidate.charset));
        is_other && candidate.probability > most
    };
    let are_western = || {
        // Without ASCII there is no word that a letter or symbol could stand in.
        (!is_bare || octets.iter().any(u8::is_ascii_alphanumeric))
            && sample.words.iter().all(|word| is_western(word))
            && !found.iter().any(is_rival)
    };
    let tolerant = || likely(&candidates(OddWords::Tolerated), FLOOR);
    likely(&found, floor)
        .or_else(|| if sample.words.len() > 1 { tolerant() } else { None })
        .or_else(|| are_western().then_some(Charset::WINDOWS_1252))
}

/// Short text with each repetition once, which shows no more than one (`öäöäöä`). It hardly matters in other text.
pub(super) fn distinct(octets: &[u8]) -> Cow<'_, [u8]> {
    if octets.len() > SHORT { Cow::Borrowed(octets) } else { without_repetitions(octets, None) }
}

/// The candidates of a text that surely is in a charset of single octets.
fn of_single_octets(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_multi = |candidate: &Candidate| !candidate.charset.is_single_octet();
    let lost: f64 = candidates.iter().filter(|one| is_multi(one)).map(|one| one.probability).sum();
    candidates.retain(|candidate| !is_multi(candidate));
    candidates.iter_mut().for_each(|candidate| candidate.probability /= 1.0 - lost);
    candidates
}

/// Whether a word of ASCII letters has a few other letters, each alone beside a small letter (`Lütkebohle`). As a character of
/// two octets, such a letter would take an ASCII letter from the word.
pub(super) fn is_spelled(word: &[u8]) -> bool {
    let number = |is_one: fn(&u8) -> bool| word.iter().filter(|octet| is_one(octet)).count();
    let is_alone = |pair: &[u8]| pair.iter().any(u8::is_ascii);
    let is_beside = |three: &[u8]| match three {
        [before, 0x80..=0xFF, after] => before.is_ascii_lowercase() || after.is_ascii_lowercase(),
        _ => true,
    };
    let padded = [b" ", word, b" "].concat();
    word.windows(2).all(is_alone)
        && padded.windows(3).all(is_beside)
        && word.iter().all(|octet| octet.is_ascii() || *octet >= 0xC0)
        && number(u8::is_ascii_alphabetic) >= LETTERS_PER_OTHER * number(|octet| !octet.is_ascii())
}

/// Whether a text has fewer than three letters and octets above 127.
fn is_bare(octets: &[u8]) -> bool {
    octets.iter().filter(|octet| !octet.is_ascii() || octet.is_ascii_alphabetic()).nth(2).is_none()
}

/// The number of words between blanks, at most one more than few.
fn number_of_words(octets: &[u8]) -> usize {
    octets.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).take(FEW_WORDS.end() + 1).count()
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
        Character::Symbol(_, cost) => cost <= RARE_SYMBOL,
    };
    let common = Charset::WINDOWS_1252.decode(word).text.chars().all(&mut common);
    runs && common && letters >= 0
}

/// Whether all octets above 127 of a word are Western symbols, none of them directly after a letter (`20 µm`).
fn has_separate_symbols(word: &[u8]) -> bool {
    let after_letter = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_alphabetic() && !b.is_ascii());
    let is_letter = |character: char| matches!(Character::of(character), Character::Letter(letter, _) if !letter.is_ascii());
    !word.windows(2).any(after_letter) && !Charset::WINDOWS_1252.decode(word).text.chars().any(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FC with the ASCII letter after it is also a Chinese character.
    #[test]
    fn a_letter_within_a_word_is_no_character_of_two_octets() {
        for (octets, text) in [
            (&b"\"Ingo L\xFCtkebohle\""[..], "\"Ingo Lütkebohle\""),
            (b"J\xF6rg", "Jörg"),
            (b"\"Andr\xE9s\"", "\"Andrés\""),
        ] {
            let charset = choose(octets, &Prior::default()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(charset.decode(octets).text, text);
        }
        assert!(
            is_spelled(b"\xDCbersicht")
                && !is_spelled(b"\xA4j")
                && !is_spelled(b"\xC4\xE3\xBA\xC3abcdefghijklm")
        );
    }
}
