//! Hebrew in visual order (RFC 1555, RFC 1556): each line is stored as it is seen from left to right, so its last
//! letter comes first.
//!
//! Five Hebrew letters have a special form at the end of a word. In visual order, these final letters stand at the
//! start of words and never at the end. All functions take linear time.

use super::candidates::SingleOctet;
use super::characters::Character;
use super::costs::NAT;
use super::decoding::shape;
use super::language_model::{ENGLISH, INSERTED, Spelling};
use super::languages::ALPHABETS;
use super::open_hypotheses::{UnknownWords, most_of_word};
use super::sample::Sample;
use crate::charset::detect::final_letter::is_final;
use std::sync::LazyLock;

/// The BCP 47 tag of Hebrew, the only language of the model that is also written in visual order.
pub(super) const HEBREW: &str = "he";
/// The cost of visual order, which is rare today.
const RARE: i32 = 5 * NAT;

/// The index of Hebrew in the alphabets.
static INDEX: LazyLock<Option<usize>> =
    LazyLock::new(|| ALPHABETS.iter().position(|alphabet| alphabet.language == HEBREW));

/// The index of Hebrew in the alphabets, or `None` if the charset is not used for Hebrew.
pub(super) fn hebrew(page: &SingleOctet) -> Option<usize> {
    INDEX.filter(|hebrew| page.languages.contains(hebrew))
}

/// The cost of the words as Hebrew in visual order. `None` if the charset is not used for Hebrew, or if the final
/// letters do not show visual order.
pub(super) fn cost(sample: &Sample<'_>, page: &SingleOctet, unknown_words: UnknownWords) -> Option<i32> {
    let (hebrew, english) = (Spelling::of(hebrew(page)?)?, Spelling::of(ENGLISH)?);
    if !is_visual(sample, page) {
        return None;
    }
    let word = |word: &&[u8]| {
        let octets: Vec<u8> = word.iter().rev().copied().collect();
        let characters: Vec<Option<Character>> = page.characters(&octets).collect();
        let letters = hebrew.cost_of(&octets, &characters);
        // A word that is not Hebrew is not stored in visual order, so it is scored as it is.
        let other = english.cost_of(word, &page.characters(word).collect::<Vec<_>>()) + INSERTED;
        (shape(characters.iter().copied()) + letters.min(other)).min(most_of_word(word, unknown_words))
    };
    Some(RARE + sample.words.iter().map(word).sum::<i32>())
}

/// Whether at least one word starts with a final letter, and no word ends with one.
fn is_visual(sample: &Sample<'_>, page: &SingleOctet) -> bool {
    let mut starts = false;
    let is_possible = |word: &&[u8]| {
        // The first and the last letter of the run of Hebrew letters that is being read, if it has several.
        let (mut first, mut last) = (None, None);
        page.characters(word).map(hebrew_letter).chain([None]).all(|letter| match letter {
            Some(_) if first.is_none() => {
                first = letter;
                true
            }
            Some(_) => {
                last = letter;
                true
            }
            None => {
                let (first, last) = (first.take(), last.take());
                starts |= last.is_some() && first.is_some_and(is_final);
                !last.is_some_and(is_final)
            }
        })
    };
    sample.words.iter().all(is_possible) && starts
}

/// Whether a final letter stands before another Hebrew letter in a word.
pub(super) fn has_misplaced_final(word: &[u8], page: &SingleOctet) -> bool {
    let letters: Vec<Option<char>> = page.characters(word).map(hebrew_letter).collect();
    letters.windows(2).any(|pair| matches!(pair, [Some(letter), Some(_)] if is_final(*letter)))
}

fn hebrew_letter(character: Option<Character>) -> Option<char> {
    match character? {
        Character::Letter(letter @ 'א'..='ת', _) => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;
    use crate::charset::detect::by_language;

    /// Returns the octets of a text in visual order, as programs once stored it.
    fn visual(text: &str) -> Vec<u8> {
        Charset::for_label(b"iso-8859-8").unwrap().encode(text).unwrap().iter().rev().copied().collect()
    }

    #[test]
    fn visual_order_is_hebrew_and_not_russian_or_greek() {
        for text in [
            "הפגישה נדחתה ליום ראשון בשעה עשר בבוקר",
            "שלום לכולם, אני שולח את הקובץ",
            "תודה רבה על המכתב ועל כל השאלות, נדבר ביום חמישי",
            "אין חדש תחת השמש",
        ] {
            let found = by_language(&visual(text)).unwrap_or_else(|| panic!("{text}"));
            assert!(["windows-1255", "ISO-8859-8"].contains(&found.name()), "{text} {found}");
        }
    }
}
