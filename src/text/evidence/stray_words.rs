//! Words in another script among words in a Latin alphabet: a quotation, a signature, or a footer that was not converted.
//!
//! No word of a Latin alphabet has three letters beyond US-ASCII and none of it, but each Cyrillic, Greek, Hebrew or Chinese one
//! that is read as one has. Among many Western words they are too few to tell in the sample of all, so that they are asked
//! alone. Linear time.

use super::doubt::{Doubt, in_other_charset};
use crate::charset::Charset;

/// The least number of octets beyond US-ASCII in a word without letters of US-ASCII.
const WORD: usize = 3;
/// The least number of such words.
const WORDS: usize = 2;
/// The least number of octets in them.
const OCTETS: usize = 8;
/// The most octets of them that are asked.
const SAMPLE: usize = 256;

/// The doubt about words of `octets` that are likely in another charset than `charset`, while others are in it.
pub(in crate::text) fn in_stray_words(octets: &[u8], charset: Charset) -> Option<Doubt> {
    if octets.is_ascii() || !charset.is_single_octet() {
        return None;
    }
    let (mut stray, mut count, mut has_others) = (Vec::new(), 0, false);
    for word in octets.split(|octet| octet.is_ascii() && !octet.is_ascii_alphabetic()) {
        let ascii = word.iter().filter(|octet| octet.is_ascii()).count();
        if ascii > 0 {
            has_others |= ascii < word.len();
        } else if word.len() >= WORD && stray.len() < SAMPLE {
            stray.extend_from_slice(word);
            stray.push(b' ');
            count += 1;
        }
    }
    if !has_others || count < WORDS || stray.len() < OCTETS + count || !is_latin(&charset.decode(&stray).text)
    {
        return None;
    }
    let (doubt, _) = in_other_charset(&stray, charset)?;
    // The other words would be wrong in that charset.
    Some(doubt.where_evidence_counts(false))
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
