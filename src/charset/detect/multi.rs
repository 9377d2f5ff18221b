//! The cost of words in multi-octet charsets, by the frequency of each character.

use super::candidates::Multi;
use super::costs::NAT;
use super::languages::COMMON;
use super::sample::Sample;
use crate::charset::identity::Charset;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// How much the cost of a charset is lowered if chardetng chooses it.
const CHARDETNG_BONUS: i32 = 4 * NAT;
/// The cost of an ASCII letter directly next to a character that is not ASCII.
const ADJACENT: i32 = 2 * NAT;

/// The cost of the words in a multi-octet charset; `None` if they do not decode in it. `choice` is that of chardetng.
pub(super) fn cost(multi: &Multi, sample: &Sample<'_>, choice: Option<Charset>) -> Option<i32> {
    let common = COMMON.iter().find(|common| common.language == multi.language)?;
    let mut sum = multi.prior - if choice == Some(multi.charset) { CHARDETNG_BONUS } else { 0 };
    for (index, word) in sample.words.iter().enumerate() {
        let decoded = multi.charset.decode(word);
        let cut = decoded.errors == 1 && decoded.text.ends_with(char::REPLACEMENT_CHARACTER);
        if decoded.errors > 0 && !(cut && sample.cut.contains(&index)) {
            return None;
        }
        let mut before = ' ';
        for character in decoded.text.chars() {
            let adjacent = match (before, character) {
                (before, character) if before.is_ascii_alphabetic() && !character.is_ascii() => ADJACENT,
                (before, character) if !before.is_ascii() && character.is_ascii_alphabetic() => ADJACENT,
                _ => 0,
            };
            sum += adjacent + common.cost(character).unwrap_or_else(|| uncommon(character));
            before = character;
        }
    }
    Some(sum)
}

/// The cost of a character that is not one of the frequent characters of the language.
fn uncommon(character: char) -> i32 {
    let halves = match character {
        ' ' => 0,
        _ if character.is_ascii_alphabetic() => 6,
        '0'..='9' => 7,
        '\u{1}'..='\u{7F}' => 10,
        '\u{3000}'..='\u{30FF}' | '\u{FF01}'..='\u{FF9F}' | '“' | '”' | '‘' | '’' | '…' | '·' | '—' => {
            16
        }
        '\u{4E00}'..='\u{9FFF}' => 26,
        '\u{AC00}'..='\u{D7A3}' | '\u{2000}'..='\u{2FFF}' | '\u{370}'..='\u{4FF}' => 24,
        _ => 32,
    };
    halves * NAT / 2
}

/// The charset that chardetng chooses for the words.
pub(super) fn chardetng_choice(sample: &Sample<'_>) -> Option<Charset> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (words, whole) = sample.joined();
    detector.feed(&words, whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    Charset::for_label(encoding.name().as_bytes())
}
