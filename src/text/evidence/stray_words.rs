//! Finds lines whose words are in another script, although the rest of the text is in a Latin alphabet. Such lines are
//! a quotation, a signature, or a footer that was not converted.
//!
//! In a Latin alphabet, no word of three or more letters has only letters beyond US-ASCII. But a Cyrillic, Greek,
//! Hebrew or Chinese word has only such letters if it is decoded in a Latin charset. Among many Western words, such
//! words are too few to count in a sample of all words. So the model of languages is asked about these words alone.
//! An [embedded message](crate::syntax::embedded) has its own label, so text with such a message is not judged here.
//! All functions take linear time.

use super::doubt::{Doubt, in_other_charset};
use crate::charset::Charset;
use crate::finding::Hypothesis;
use crate::syntax::embedded::embedded;
use encoding_rs::Encoding;
use mailutf_codecs::internal::{has_latin_letters, likelier};

/// The smallest number of octets in a stray word. A stray word has no letters of US-ASCII.
const WORD: usize = 3;
/// The smallest number of stray words in a line.
const WORDS: usize = 2;
/// The smallest number of octets in all stray words together.
const OCTETS: usize = 8;
/// The approximate maximum number of octets of stray words about which the model is asked.
const SAMPLE: usize = 256;

/// The other lines are in the charset of the label if they are likelier in it by at least this many nats (natural
/// logarithm of the ratio of the probabilities).
const CLEAR: i32 = 6;

/// Returns the doubt about `octets` in `charset`, if some lines are likely in another charset.
pub(in crate::text) fn in_stray_words(octets: &[u8], charset: Charset) -> Option<Doubt> {
    if octets.is_ascii() || !charset.is_single_octet() || !has_latin_letters(charset) {
        return None;
    }
    let (mut stray, mut has_western_lines) = (Vec::new(), false);
    for line in foreign_lines(octets) {
        if has_mixed_word(line) {
            has_western_lines = true;
            continue;
        }
        let of_line = || words(line).filter(|word| word.len() >= WORD && !word.iter().any(u8::is_ascii));
        if stray.len() < SAMPLE && of_line().count() >= WORDS {
            of_line().for_each(|word| {
                stray.extend_from_slice(word);
                stray.push(b' ');
            });
        }
    }
    if !has_western_lines {
        return None;
    }
    let count = stray.iter().filter(|octet| !octet.is_ascii()).count();
    if count < OCTETS || !is_latin(&charset.decode(&stray).text) || !embedded(octets).is_empty() {
        return None;
    }
    let (doubt, other) = in_other_charset(&stray, charset)?;
    // If the other lines are words in that other charset, too, the whole text may be in it.
    let western: Vec<u8> =
        foreign_lines(octets).filter(|line| has_mixed_word(line)).flatten().copied().collect();
    let is_western = likelier(&charset.decode(&western).text, &other.decode(&western).text) >= CLEAR;
    // The other lines would be wrong in that other charset, so evidence does not suffice to read the whole text in it.
    let doubt = Doubt { hypothesis: Hypothesis::LinesIn(other), ..doubt };
    (is_western && doubt.evidence_suffices).then(|| doubt.where_evidence_counts(false))
}

/// Returns the words of a line. A word consists of letters of US-ASCII and octets beyond US-ASCII.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|octet| octet.is_ascii() && !octet.is_ascii_alphabetic())
}

/// Returns a part of each line that has octets beyond US-ASCII: from the octet before the first of them to the end of
/// the line.
fn foreign_lines(octets: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = octets;
    std::iter::from_fn(move || {
        let line = rest.get(Encoding::ascii_valid_up_to(rest).saturating_sub(1)..)?;
        let length = memchr::memchr(b'\n', line.get(1..)?).map_or(line.len(), |end| end + 1);
        let (line, after) = line.split_at_checked(length)?;
        rest = after;
        Some(line).filter(|line| !line.is_ascii())
    })
}

/// Whether a word of the line has both letters of US-ASCII and octets beyond US-ASCII. It has both if somewhere in the
/// line a letter of US-ASCII is next to an octet beyond US-ASCII.
fn has_mixed_word(line: &[u8]) -> bool {
    line.windows(2).any(|pair| match pair {
        [letter, other] | [other, letter] if letter.is_ascii_alphabetic() => !other.is_ascii(),
        _ => false,
    })
}

/// Whether most characters, except white space, are Latin letters beyond US-ASCII.
fn is_latin(text: &str) -> bool {
    let letters = text.chars().filter(|c| matches!(c, '\u{C0}'..='\u{24F}')).count();
    letters * 2 > text.chars().filter(|c| !c.is_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charset(label: &str) -> Charset {
        Charset::for_label(label.as_bytes()).unwrap()
    }

    #[test]
    fn words_in_another_script_are_found_among_western_ones() {
        for (label, stray, text) in [
            ("windows-1252", "windows-1251", "Брызги сознания"),
            ("windows-1252", "koi8-r", "Добрый день, уважаемые коллеги"),
            ("iso-8859-2", "windows-1251", "Брызги сознания"),
            ("windows-1252", "windows-1253", "Καλημέρα σας"),
        ] {
            let western = charset(label).encode("Lieber Jörg, schöne Grüße\nan alle Bürger\n").unwrap();
            let octets = [&western, &*charset(stray).encode(text).unwrap()].concat();
            let doubt = in_stray_words(&octets, charset(label));
            assert!(doubt.is_some_and(|doubt| !doubt.evidence_suffices), "{label} {text}");
            assert_eq!(in_stray_words(&western, charset(label)), None, "{label}");
        }
    }

    #[test]
    fn lists_of_letters_and_signs_are_no_words() {
        for text in [
            "größer: äöü ÄÖÜ ß",
            "Zeichen äöüß und ÄÖÜß für alle",
            "déjà vu — «là» … où çà",
            "für ©®™ und ´¨¸ ¼½¾",
            "préféré ÀÉÈÙ éàèùç ÂÊÎÔÛ âêîôû",
        ] {
            let octets = Charset::WINDOWS_1252.encode(text).unwrap();
            assert_eq!(in_stray_words(&octets, Charset::WINDOWS_1252), None, "{text}");
        }
    }
}
