//! Chooses the charset that is likeliest by the model of languages, if its probability is high enough.
//!
//! Some rules go beyond the probabilities:
//!
//! - If the only octets above 127 are bullets of a list or signs with which lines are drawn, these signs show the
//!   charset (`layout.rs`).
//! - A word that is in no language of the model does not spoil the evidence of the other words.
//! - If no charset is probable enough, text is read in windows-1252 if its only octets above 127 are symbols, or a
//!   few letters within words of ASCII letters. This default does not apply if another charset is too likely.
//! - ASCII words speak for English, but the words with octets above 127 may be in another language. If no charset is
//!   probable enough, or if the likeliest charset is a multi-octet charset, the words with octets above 127 are also
//!   scored without the ASCII words.

use super::characters::{Character, Script};
use super::costs::NAT;
use super::layout;
use super::limits::{Amount, FEW_WORDS, FLOOR, FLOOR_OF_CONTRADICTION};
use super::neutral::{is_of_few_signs, without_repetitions};
use super::open_hypotheses::UnknownWords;
use super::sample::Sample;
use super::scorer::{AsciiWords, Scorer};
use crate::charset::detect::{Candidate, Prior};
use crate::charset::identity::Charset;
use std::borrow::Cow;
use std::cell::LazyCell;

/// If no charset is probable enough, some text is read in windows-1252. This default applies only if no other charset
/// has a higher probability than this. There are two exceptions: the limit is lower for charsets in the prior
/// knowledge, and there is none if the only octets above 127 are certain symbols.
const RIVAL: f64 = 0.35;
/// If each word has a letter beyond ASCII, the default applies only if the probability of windows-1252 is at least
/// this. The probabilities of charsets in which the words are the same text are added to it.
const FLOOR_OF_DEFAULT: f64 = 0.7;
/// The default does not apply if prior knowledge makes another charset likelier by at least this many nats. A caller
/// of the crate mailutf can name the charset of the other text in a message; mailutf gives this weight to that charset.
const KNOWN: f64 = 12.0;
/// A symbol that [costs](super::costs) more than this is rare (the cost is the negative logarithm of its probability).
/// A word with a rare symbol is not taken for Western text, so the default does not apply to text with such a word.
const RARE_SYMBOL: i32 = 8 * NAT;

/// Repetitions are looked for only in text of at most this many octets.
const SHORT: usize = 4096;

/// A word is certainly in a single-octet charset only if it has at least this many ASCII letters for each octet above
/// 127.
const LETTERS_PER_OTHER: usize = 3;

/// Returns the charset that the model chooses for the octets `all`, or `None` if the evidence does not suffice for
/// any charset.
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
        // If candidates are removed here, the probabilities of the others are not raised, because the octets may not
        // be text at all.
        candidates.retain(|candidate| !is_ornament || candidate.charset.is_single_octet());
        candidates
    };
    let found = candidates(UnknownWords::Penalized);
    // A charset is alike if the words are the same text in it and in windows-1252. A short word (`là`) is likely in
    // many languages, so the likeliest charset is often not windows-1252 itself but one that is alike.
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
    // Prior knowledge outweighs the default. For example, `Кf3` is a move in a game of chess, and the same octets are
    // `Êf3` in windows-1252. If the subject is Russian, the octets are not read in windows-1252.
    let is_known = |(charset, nats): &(Charset, f64)| *nats >= KNOWN && !is_alike(*charset);
    // The words may be in another language than the ASCII words around them, as names often are. Therefore they are
    // also scored without the ASCII words.
    let alone =
        LazyCell::new(|| scorer.among(&AsciiWords::none()).candidates(prior, UnknownWords::Penalized));
    let is_likely = |candidates: &[Candidate]| {
        let alike = candidates.iter().filter(|candidate| is_alike(candidate.charset));
        alike.map(|candidate| candidate.probability).sum::<f64>() >= FLOOR_OF_DEFAULT
    };
    let are_letters = || sample.words.iter().all(|word| has_letter(word));
    let are_western = || {
        // Text of one or two letters and symbols is Western only if it has an ASCII letter or digit. Otherwise there
        // is no word to which the letter or symbol could belong.
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
    // A sign that stands by itself (`\x9A 0`) is not evidence for a charset.
    let is_sign = |charset: Charset| is_bare && !is_alike(charset) && !has_letter_in(octets, charset);
    match likeliest {
        Some(charset) if is_sign(charset) => None,
        Some(charset) if !charset.is_single_octet() && !may_be_double => match number_of_pairs(all) {
            // One character is not enough evidence for a double-octet charset. A single octet above 127 is taken for
            // a Western letter or symbol. With a single pair of octets among ASCII letters, no charset is chosen. In
            // all other cases, the charset must also be the likeliest one if the ASCII words are left out.
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

/// Returns short text with each repetition reduced to one occurrence, because repetitions are no further evidence
/// (`öäöäöä`). Long text is returned unchanged, because repetitions hardly matter in it.
pub(super) fn distinct(octets: &[u8]) -> Cow<'_, [u8]> {
    if octets.len() > SHORT { Cow::Borrowed(octets) } else { without_repetitions(octets, None) }
}

/// Removes the multi-octet charsets from the candidates for text that is certainly in a single-octet charset, and
/// raises the probabilities of the other candidates accordingly.
fn of_single_octets(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_multi = |candidate: &Candidate| !candidate.charset.is_single_octet();
    let lost: f64 = candidates.iter().filter(|one| is_multi(one)).map(|one| one.probability).sum();
    candidates.retain(|candidate| !is_multi(candidate));
    candidates.iter_mut().for_each(|candidate| candidate.probability /= 1.0 - lost);
    candidates
}

/// Whether a word is ASCII letters with a few octets above 127, each of which stands alone next to a small ASCII
/// letter (`Lütkebohle`). In a double-octet charset, each of these octets would form one character with the ASCII
/// letter after it.
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

/// Whether all octets above 127 of a word are symbols that stand alone between US-ASCII characters, and none of them
/// directly after a letter (`20 µm`, `§ 5`).
fn has_lone_symbols(word: &[u8]) -> bool {
    number_of_pairs(word) == 0 && has_separate_symbols(word) && is_western(word)
}

/// The number of places where two octets above 127 stand side by side.
fn number_of_pairs(octets: &[u8]) -> usize {
    octets.windows(2).filter(|pair| !pair.iter().any(u8::is_ascii)).count()
}

/// Whether a text has at most one octet above 127.
fn has_one_octet(octets: &[u8]) -> bool {
    octets.iter().filter(|octet| !octet.is_ascii()).nth(1).is_none()
}

/// Whether a text has at most two octets that are letters or symbols: ASCII letters, or octets above 127.
fn is_bare(octets: &[u8]) -> bool {
    octets.iter().filter(|octet| !octet.is_ascii() || octet.is_ascii_alphabetic()).nth(2).is_none()
}

/// The number of words, which are separated by blanks. Counting stops as soon as there are more words than
/// [`FEW_WORDS`].
fn number_of_words(octets: &[u8]) -> usize {
    octets.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).take(FEW_WORDS.end() + 1).count()
}

/// Whether a word is Western text if it is read in windows-1252. All letters must be Latin, and at least half of
/// them must be ASCII letters. No symbol may be rare. At most two octets above 127 may stand in a row.
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

/// Whether a quotation mark, dagger, per mille or currency sign of windows-1252 stands between two ASCII letters
/// (`J”rg`, `A¥O`). In such a place, the octet is a letter of another charset.
fn has_mark_within(word: &[u8]) -> bool {
    let text = Charset::WINDOWS_1252.decode(word).text;
    let is_mark = |c: char| matches!(c, '‚' | '„' | '“' | '”' | '‰' | '†' | '‡' | '€' | '¢'..='¥');
    let mut neighbours = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    neighbours
        .any(|((before, c), after)| before.is_ascii_alphabetic() && is_mark(c) && after.is_ascii_alphabetic())
}

/// Whether a sign of windows-1252 stands before a small letter. In this place, the octet may be a letter of another
/// charset: `©verko` is `Šverko`, and `³zy` is `łzy`. Quotation marks (`«casa»`), the fractions `¼` and `½` (`½lb`),
/// `µ` (`µm`), acute accents, and signs after a digit (`4ºano`) do not count, because they often stand before
/// letters.
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

/// Whether all octets above 127 of a word are acute accents between ASCII letters. In this place, people mean an
/// apostrophe (`I´m`).
fn has_apostrophes(word: &[u8]) -> bool {
    let is_letter = |octet: Option<&u8>| octet.is_some_and(u8::is_ascii_alphabetic);
    let mut high = word.iter().enumerate().filter(|(_, octet)| !octet.is_ascii());
    high.all(|(at, octet)| {
        let (before, after) = (word.get(..at).and_then(<[u8]>::last), word.get(at + 1));
        *octet == 0xB4 && is_letter(before) && is_letter(after)
    })
}

/// Whether a word has a letter beyond ASCII if it is read in windows-1252.
fn has_letter(word: &[u8]) -> bool {
    has_letter_in(word, Charset::WINDOWS_1252)
}

/// Whether octets have a letter beyond ASCII if they are read in a charset.
fn has_letter_in(octets: &[u8], charset: Charset) -> bool {
    let is_letter = |c| matches!(Character::of(c), Character::Letter(letter, _) if !letter.is_ascii());
    charset.decode(octets).text.chars().any(is_letter)
}

/// Whether all octets above 127 of a word are symbols of windows-1252, and none of them stands directly after an
/// ASCII letter (`20 µm`).
fn has_separate_symbols(word: &[u8]) -> bool {
    let after_letter = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_alphabetic() && !b.is_ascii());
    !word.windows(2).any(after_letter) && !has_letter(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of these signs side by side may also be a character of two octets (`렁`, `魚`, `作`). The signs are tested
    /// alone and together with other text.
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

    /// In a charset of two octets, the second octet of some characters is an ASCII letter. The first octet of such a
    /// character looks like a symbol of windows-1252.
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

    /// If a sign of windows-1252 stands directly before a word, its octet may be a letter of another charset
    /// (`©verko` is `Šverko`). Signs that often stand directly next to letters are read as signs.
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

    /// These words are in other charsets than windows-1252. For example, the octets of Latvian `Indijā` are `Indijâ`
    /// in windows-1252, which is unlikely.
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

    /// English words around a foreign word speak for Western letters, and against scripts other than Latin.
    /// Nevertheless, the foreign word must not be read as Western.
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

    /// The octet FC and the ASCII letter after it also form a Chinese character.
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
