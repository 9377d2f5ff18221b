//! Lines of words in another script among words in a Latin alphabet: a quotation, a signature, or a footer that was not converted.
//!
//! A word in a Latin alphabet does not consist of three or more letters beyond US-ASCII only. A Cyrillic, Greek, Hebrew
//! or Chinese word that is read in a Latin charset does. Among many Western words, such words are too few to count in a
//! sample of all words, so the model is asked about them alone. An [embedded message](crate::syntax::embedded) has its
//! own label. Linear time.

use super::doubt::{Doubt, in_other_charset};
use super::segments::lines;
use crate::charset::Charset;
use crate::syntax::embedded::embedded;

/// The least number of octets beyond US-ASCII in a word without letters of US-ASCII.
const WORD: usize = 3;
/// The least number of such words in a line.
const WORDS: usize = 2;
/// The least number of octets in these words.
const OCTETS: usize = 8;
/// The most octets of such words that the model is asked about.
const SAMPLE: usize = 256;

/// The doubt about `octets` in `charset` of which some lines are likely in another charset.
pub(in crate::text) fn in_stray_words(octets: &[u8], charset: Charset) -> Option<Doubt> {
    if octets.is_ascii() || !charset.is_single_octet() {
        return None;
    }
    let foreign_lines = || lines(octets).map(|(line, _)| line).filter(|line| !line.is_ascii());
    if !foreign_lines().any(|line| words(line).any(is_mixed)) {
        return None;
    }
    let mut stray = Vec::new();
    for line in foreign_lines().filter(|line| !words(line).any(is_mixed)) {
        let of_line = || words(line).filter(|word| word.len() >= WORD && !word.iter().any(u8::is_ascii));
        if of_line().count() >= WORDS && stray.len() < SAMPLE {
            of_line().for_each(|word| {
                stray.extend_from_slice(word);
                stray.push(b' ');
            });
        }
    }
    let count = stray.iter().filter(|octet| !octet.is_ascii()).count();
    if count < OCTETS || !is_latin(&charset.decode(&stray).text) || !embedded(octets).is_empty() {
        return None;
    }
    let (doubt, _) = in_other_charset(&stray, charset)?;
    // The remaining lines would be wrong in that other charset.
    doubt.evidence_suffices.then(|| doubt.where_evidence_counts(false))
}

/// The words of a line: letters of US-ASCII, and octets beyond it.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|octet| octet.is_ascii() && !octet.is_ascii_alphabetic())
}

/// Whether a word has letters of US-ASCII, and octets beyond it.
fn is_mixed(word: &[u8]) -> bool {
    !word.is_ascii() && word.iter().any(u8::is_ascii)
}

/// Whether most characters are letters of a Latin alphabet.
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
