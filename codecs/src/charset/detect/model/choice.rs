//! Chooses the charset that the model of languages shows, if one is probable enough.
//!
//! If the only octets above 127 are signs of layout, these show the charset. A word in no language of the model does
//! not spoil the evidence of the other words. If no charset is probable enough, text whose only octets above 127 are a
//! symbol, or a few letters within words of ASCII letters, is windows-1252, unless another charset is too likely. ASCII
//! words speak for English, but the other words may be in another language: if the ASCII words decide the result, the
//! other words are also scored without them.

use super::characters::{Character, Script};
use super::costs::NAT;
use super::layout;
use super::limits::{Amount, FLOOR, FLOOR_OF_CONTRADICTION};
use super::neutral::{is_of_few_signs, without_repetitions};
use super::open_hypotheses::UnknownWords;
use super::sample::Sample;
use super::scorer::{AsciiWords, Scorer};
use crate::charset::detect::{Candidate, Prior};
use crate::charset::identity::Charset;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::RangeInclusive;

/// The number of words that show their language.
const FEW_WORDS: RangeInclusive<usize> = 3..=8;
/// Text is windows-1252 by default only if no other charset has a higher probability.
const RIVAL: f64 = 0.35;
/// The lowest probability of windows-1252 by default, if letters and not only symbols are above 127.
const FLOOR_OF_DEFAULT: f64 = 0.7;
/// How many nats of prior knowledge for another charset rule out this default: as many as other text of the same author
/// gives.
const KNOWN: f64 = 12.0;
/// The highest cost of a symbol in text that is windows-1252 by default.
const RARE_SYMBOL: i32 = 8 * NAT;

/// The maximum number of octets of text in which repetitions are looked for.
const SHORT: usize = 4096;

/// The minimum number of ASCII letters for each other letter in a word that is certainly in a single-octet charset.
const LETTERS_PER_OTHER: usize = 3;

/// The charset that the model chooses for the octets `all`; `None` if there is not enough evidence for any.
pub(in crate::charset::detect) fn choose(all: &[u8], prior: &Prior) -> Option<Charset> {
    if let Some(charset) = layout::charset(all) {
        return Some(charset);
    }
    let octets = &*distinct(all);
    let sample = Sample::of(octets);
    let number = sample.words.iter().copied().flatten().filter(|octet| !octet.is_ascii()).count();
    let words = number_of_words(octets);
    let is_bare = prior.charsets.is_empty() && is_bare(octets);
    let amount = match number {
        _ if is_bare => Amount::Bare,
        _ if FEW_WORDS.contains(&words) => Amount::FewWords,
        _ if (number <= 2 || words < *FEW_WORDS.start()) && prior.charsets.is_empty() => Amount::Little,
        _ => Amount::Enough,
    };
    let likely = |candidates: &[Candidate], floor: f64| {
        let likeliest = candidates.first().filter(|likeliest| likeliest.probability >= floor);
        likeliest.map(|likeliest| likeliest.charset)
    };
    let scorer = Scorer::of(&sample, &AsciiWords::of(&sample))?;
    let may_be_double = prior.charsets.iter().any(|(charset, _)| !charset.is_single_octet());
    let stands_alone = |word: &[u8]| has_lone_letters(word) || !is_bare && has_lone_symbols(word);
    let is_western_alone = !may_be_double && sample.words.iter().all(|word| stands_alone(word));
    let is_ornament = !may_be_double && is_of_few_signs(all);
    let candidates = |unknown_words| {
        let mut candidates = scorer.candidates(prior, unknown_words);
        if is_western_alone {
            return of_single_octets(candidates);
        }
        // The probabilities of the other candidates are not raised, because the octets may not be text at all.
        candidates.retain(|candidate| !is_ornament || candidate.charset.is_single_octet());
        candidates
    };
    let found = candidates(UnknownWords::Penalized);
    // Text this short is likely in many languages, and the likeliest one may belong to another charset (`là`).
    let is_alike = |charset: Charset| {
        let mut words = sample.words.iter();
        words.all(|word| charset.decode(word).text == Charset::WINDOWS_1252.decode(word).text)
    };
    let is_symbol = |word: &&[u8]| has_separate_symbols(word) || has_apostrophes(word);
    let are_symbols = !is_bare && sample.words.iter().all(is_symbol);
    let are_glued = sample.words.iter().any(|word| has_sign_before_letter(word));
    let is_rival = |candidate: &Candidate| {
        let has_prior = prior.charsets.iter().any(|(charset, _)| *charset == candidate.charset);
        let most = match has_prior {
            true => 1.0 - FLOOR,
            false if are_symbols && !are_glued => 1.0,
            false => RIVAL,
        };
        candidate.probability > most && !is_alike(candidate.charset)
    };
    let has_marks_within = || sample.words.iter().all(|word| has_mark_within(word));
    // A default is not evidence against prior knowledge (`Кf3` in a game of chess under a Russian subject).
    let is_known = |(charset, nats): &(Charset, f64)| *nats >= KNOWN && !is_alike(*charset);
    // The words may be in another language than the ASCII words around them, such as a name.
    let alone = LazyCell::new(|| {
        let scorer = Scorer::of(&sample, &AsciiWords::none());
        scorer.map_or_else(Vec::new, |scorer| scorer.candidates(prior, UnknownWords::Penalized))
    });
    let is_likely = |candidates: &[Candidate]| {
        let alike = candidates.iter().filter(|candidate| is_alike(candidate.charset));
        alike.map(|candidate| candidate.probability).sum::<f64>() >= FLOOR_OF_DEFAULT
    };
    let are_letters = || sample.words.iter().all(|word| has_letter(word));
    let are_western = || {
        // Without ASCII there is no word in which a letter or symbol could stand.
        (!is_bare || octets.iter().any(u8::is_ascii_alphanumeric))
            && sample.words.iter().all(|word| is_western(word))
            && !has_marks_within()
            && (!are_letters() || is_likely(&found) || is_likely(&alone))
            && !prior.charsets.iter().any(is_known)
            && !found.iter().any(is_rival)
            && !alone.iter().any(is_rival)
    };
    let tolerant = || likely(&candidates(UnknownWords::Tolerated), FLOOR);
    let likeliest =
        likely(&found, amount.floor()).or_else(|| if sample.words.len() > 1 { tolerant() } else { None });
    // A sign by itself (`\x9A 0`) is not evidence for a charset.
    let is_sign = |charset: Charset| is_bare && !is_alike(charset) && !has_letter_in(octets, charset);
    match likeliest {
        Some(charset) if is_sign(charset) => None,
        Some(charset) if !charset.is_single_octet() && !may_be_double => match number_of_pairs(all) {
            // One character is not evidence for a double-octet charset. One octet above 127 is taken for Western.
            0 if has_one_octet(all) => Some(Charset::WINDOWS_1252).filter(|_| !has_marks_within()),
            1 if all.iter().any(u8::is_ascii_alphabetic) => None,
            _ => likely(&alone, FLOOR).filter(|alone| *alone == charset),
        },
        Some(charset) => Some(charset),
        None if are_western() => Some(Charset::WINDOWS_1252),
        None if number > 2 && !is_ornament => likely(&alone, FLOOR_OF_CONTRADICTION),
        None => None,
    }
}

/// Short text with each repetition once, as repetitions are no further evidence (`öäöäöä`). Long text is not changed:
/// repetitions hardly matter there.
pub(super) fn distinct(octets: &[u8]) -> Cow<'_, [u8]> {
    if octets.len() > SHORT { Cow::Borrowed(octets) } else { without_repetitions(octets, None) }
}

/// The candidates for text that is certainly in a single-octet charset, with their probabilities adjusted.
fn of_single_octets(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_multi = |candidate: &Candidate| !candidate.charset.is_single_octet();
    let lost: f64 = candidates.iter().filter(|one| is_multi(one)).map(|one| one.probability).sum();
    candidates.retain(|candidate| !is_multi(candidate));
    candidates.iter_mut().for_each(|candidate| candidate.probability /= 1.0 - lost);
    candidates
}

/// Whether a word of ASCII letters has a few other letters, each alone beside a small letter (`Lütkebohle`). In a
/// double-octet charset, each of them would swallow an ASCII letter.
pub(super) fn has_lone_letters(word: &[u8]) -> bool {
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

/// Whether all octets above 127 of a word are symbols, each alone among US-ASCII and none after a letter (`20 µm`, `§ 5`).
fn has_lone_symbols(word: &[u8]) -> bool {
    number_of_pairs(word) == 0 && has_separate_symbols(word) && is_western(word)
}

/// How often two octets above 127 stand side by side.
fn number_of_pairs(octets: &[u8]) -> usize {
    octets.windows(2).filter(|pair| !pair.iter().any(u8::is_ascii)).count()
}

/// Whether a text has only one octet above 127.
fn has_one_octet(octets: &[u8]) -> bool {
    octets.iter().filter(|octet| !octet.is_ascii()).nth(1).is_none()
}

/// Whether a text has at most two octets that are ASCII letters or above 127.
fn is_bare(octets: &[u8]) -> bool {
    octets.iter().filter(|octet| !octet.is_ascii() || octet.is_ascii_alphabetic()).nth(2).is_none()
}

/// The number of words between blanks. Counting stops beyond [`FEW_WORDS`].
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

/// Whether a quotation mark or currency sign stands between two ASCII letters (`J”rg`, `A¥O`): it is a letter in another charset.
fn has_mark_within(word: &[u8]) -> bool {
    let text = Charset::WINDOWS_1252.decode(word).text;
    let is_mark = |c: char| matches!(c, '‚' | '„' | '“' | '”' | '‰' | '†' | '‡' | '€' | '¢'..='¥');
    let mut neighbours = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    neighbours
        .any(|((before, c), after)| before.is_ascii_alphabetic() && is_mark(c) && after.is_ascii_alphabetic())
}

/// Whether a sign of windows-1252 stands before a small letter, where it may be a letter of another charset: `©verko` is
/// `Šverko`, and `³zy` is `łzy`. Quotation marks (`«casa»`), `½lb`, `µm` and what follows a digit (`4ºano`) are what
/// they seem to be.
fn has_sign_before_letter(word: &[u8]) -> bool {
    let word: Vec<char> = Charset::WINDOWS_1252.decode(word).text.chars().collect();
    let is_sign =
        |c: char| matches!(c, '¢'..='¾' | '×' | '÷') && !matches!(c, '«' | '»' | '´' | '¼' | '½' | 'µ');
    let is_first =
        |at: usize| !word.get(..at).and_then(<[char]>::last).is_some_and(|before| before.is_numeric());
    let mut pairs = word.windows(2).enumerate();
    pairs.any(
        |(at, pair)| matches!(*pair, [sign, after] if is_sign(sign) && after.is_lowercase() && is_first(at)),
    )
}

/// Whether all octets above 127 of a word are acute accents between ASCII letters, where people mean an apostrophe (`I´m`).
fn has_apostrophes(word: &[u8]) -> bool {
    let is_letter = |octet: Option<&u8>| octet.is_some_and(u8::is_ascii_alphabetic);
    let mut high = word.iter().enumerate().filter(|(_, octet)| !octet.is_ascii());
    high.all(|(at, octet)| {
        let (before, after) = (word.get(..at).and_then(<[u8]>::last), word.get(at + 1));
        *octet == 0xB4 && is_letter(before) && is_letter(after)
    })
}

/// Whether a word has a letter of windows-1252 that is not ASCII.
fn has_letter(word: &[u8]) -> bool {
    has_letter_in(word, Charset::WINDOWS_1252)
}

/// Whether octets have a letter of a charset that is not ASCII.
fn has_letter_in(octets: &[u8], charset: Charset) -> bool {
    let is_letter = |c| matches!(Character::of(c), Character::Letter(letter, _) if !letter.is_ascii());
    charset.decode(octets).text.chars().any(is_letter)
}

/// Whether all octets above 127 of a word are Western symbols, none of them directly after a letter (`20 µm`).
fn has_separate_symbols(word: &[u8]) -> bool {
    let after_letter = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_alphabetic() && !b.is_ascii());
    !word.windows(2).any(after_letter) && !has_letter(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of these signs are also a character of two octets (`렁`, `魚`, `作`), alone and beside other text.
    #[test]
    fn ornament_is_no_character_of_two_octets() {
        for ornament in ["·¸¸·´¯`·¸¸·´¯`·¸¸·´¯`", "··", "º°º°º°", "‹›‹›", "×÷×÷", "¡¿¡¿"]
        {
            let text = format!("Weekly news\n{ornament}\nfor people who like it.\n{ornament}\n");
            for octets in [&text, ornament].map(|text| Charset::WINDOWS_1252.encode(text).unwrap()) {
                let charset = choose(&octets, &Prior::default());
                assert!(charset.is_none_or(|charset| charset == Charset::WINDOWS_1252), "{text} {charset:?}");
            }
        }
    }

    /// The second octet of some characters is an ASCII letter, so the first could be taken for a symbol of windows-1252.
    #[test]
    fn characters_with_ascii_octets_are_no_symbols() {
        for (label, text) in [("shift_jis", "【重要】 Meeting"), ("big5", "你好 John")] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let octets = charset.encode(text).unwrap();
            assert_eq!(choose(&octets, &Prior::default()), Some(charset), "{text}");
        }
        for text in ["20 µm and § 5", "SingleOctet 5 · 7 °C"] {
            let octets = Charset::WINDOWS_1252.encode(text).unwrap();
            assert_eq!(choose(&octets, &Prior::default()), Some(Charset::WINDOWS_1252), "{text}");
        }
    }

    /// A letter of another charset stands where a sign of windows-1252 would.
    #[test]
    fn signs_that_are_glued_to_letters_are_letters() {
        let detected = |text| choose(&Charset::WINDOWS_1252.encode(text).unwrap(), &Prior::default());
        for text in ["®elite", "¾igan", "±adt", "©verko", "³zy", "ºerban"] {
            assert_ne!(detected(text), Some(Charset::WINDOWS_1252), "{text}");
        }
        let read = [
            "Mª José y Dª Ana, nº 5",
            "«casa» y «niño»",
            "Windows® y Word®",
            "col·legi",
            "20 µm and § 5",
            "© 2004",
            "SingleOctet 5 · 7 °C",
            "©Microsoft",
            "Take ½lb of it",
            "4ºano",
            "that´s",
            "I´m",
            "l´eau",
        ];
        let left: Vec<&str> =
            read.into_iter().filter(|text| detected(text) != Some(Charset::WINDOWS_1252)).collect();
        assert_eq!(left, [""; 0]);
    }

    /// In windows-1252, Latvian `Indijā` would be `Indijâ`.
    #[test]
    fn letters_of_windows_1252_by_default_are_likely() {
        for (label, text) in [
            ("windows-1257", "Indijā"),
            ("windows-1257", "resursų"),
            ("windows-1250", "űz"),
            ("windows-1250", "Szlęk"),
        ] {
            let octets = Charset::for_label(label.as_bytes()).unwrap().encode(text).unwrap();
            assert_ne!(choose(&octets, &Prior::default()), Some(Charset::WINDOWS_1252), "{text}");
        }
    }

    /// Beside English text, the ASCII words speak for Western letters, and against scripts other than Latin.
    #[test]
    fn words_of_another_language_beside_english_are_not_western() {
        let english = "This is a message from the people who have been working on it for a while.\n";
        for (label, word) in
            [("windows-1257", "Ačiū, Žemaitė"), ("iso-8859-2", "błąd."), ("windows-874", "สวัสดี")]
        {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let text = format!("{english}{word}\n");
            let found = choose(&charset.encode(&text).unwrap(), &Prior::default());
            assert!(found.is_none_or(|found| found == charset), "{word} {found:?}");
        }
        for (label, word) in [
            ("windows-1250", "název"),
            ("iso-8859-2", "błędów"),
            ("windows-1255", "עברית שלום"),
            ("windows-1252", "können"),
            ("euc-kr", "대한민국"),
        ] {
            let charset = Charset::for_label(label.as_bytes()).unwrap();
            let text = format!("{english}{word}\n");
            let octets = charset.encode(&text).unwrap();
            let found = choose(&octets, &Prior::default()).unwrap();
            assert_eq!(found.decode(&octets).text, text);
        }
    }

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
            has_lone_letters(b"\xDCbersicht")
                && !has_lone_letters(b"\xA4j")
                && !has_lone_letters(b"\xC4\xE3\xBA\xC3abcdefghijklm")
        );
    }
}
