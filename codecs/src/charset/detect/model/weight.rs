//! Computes the cost of decoded text. The cost of each word is its cost in the language that suits this word best, so
//! that each word may be in a different language. The cost tells which of two readings of the same octets is
//! likelier, whatever their charsets.
//!
//! Letters have the costs of the model of languages. The cost of a Chinese, Japanese or Korean character depends on
//! how frequent the character is. Letters of scripts that the model does not know cost little next to letters of the
//! same script. All functions take linear time.

use super::characters::Character;
use super::costs::NAT;
use super::decoding::shape;
use super::language_model::Spelling;
use super::languages::{ALPHABETS, COMMON};
use super::multi::Costs;
use super::neutral::without_repetitions;
use super::sample::Sample;
use crate::charset::identity::Charset;
use std::borrow::Cow;

/// The maximum number of octets of words that are scored, or of characters of a text. More of them would hardly
/// change the result.
const SAMPLE: usize = 256;
/// The cost of a letter of a script that the model does not know, if it is the first such letter in its word.
const FIRST_UNKNOWN: i32 = 9 * NAT;
/// The cost of each further letter of the same unknown script in a word.
const NEXT_UNKNOWN: i32 = 9 * NAT / 2;
/// The cost of an ASCII letter in a word of an unknown script.
const ASCII_AMONG_UNKNOWN: i32 = 4 * NAT;
/// The cost of a letter of a second unknown script within a word. No author writes such words.
const OTHER_UNKNOWN: i32 = 18 * NAT;
/// Letters in one block of this many code points count as one script.
const BLOCK: u32 = 0x100;

/// Returns the evidence in nats that `octets` are in UTF-8, perhaps damaged. It is positive if UTF-8 is likelier than
/// `charset`, and negative if it is less likely. Only words with octets above 127 count, and
/// [repetitions](distinct_words) count once. Takes linear time.
pub fn likelier_as_utf8(octets: &[u8], charset: Charset) -> i32 {
    let over = |word: &Cow<'_, [u8]>| cost(&charset.decode(word).text) - cost(&String::from_utf8_lossy(word));
    words(octets, charset).iter().map(over).sum::<i32>() / NAT
}

/// Returns the words of `octets` that have octets above 127, with spaces between them. Only these words show anything
/// about the charset. A repeated word is returned once. If a part is repeated within a word, the part is returned
/// once. Long text is cut: only its first words are returned. Takes linear time.
pub fn distinct_words(octets: &[u8], charset: Charset) -> Vec<u8> {
    words(octets, charset).join(&b' ')
}

fn words(octets: &[u8], charset: Charset) -> Vec<Cow<'_, [u8]>> {
    let words = Sample::within(octets, SAMPLE).words;
    words.into_iter().map(|word| without_repetitions(word, Some(charset))).collect()
}

/// Returns the evidence in nats for the text `one`. It is positive if this text is likelier than `other`, and negative
/// if it is less likely. Only the start of long texts counts.
pub fn likelier(one: &str, other: &str) -> i32 {
    let start = |text: &str| text.chars().take(SAMPLE).collect::<String>();
    (cost(&start(other)) - cost(&start(one))) / NAT
}

/// The cost of a text.
pub(super) fn cost(text: &str) -> i32 {
    let blanks = text.chars().filter(|c| c.is_whitespace()).map(blank).sum::<i32>();
    blanks + text.split_whitespace().map(word).sum::<i32>()
}

/// The cost of a blank. Most blanks are spaces.
const fn blank(character: char) -> i32 {
    match character {
        ' ' => 2 * NAT,
        '\n' => 3 * NAT,
        _ => 7 * NAT,
    }
}

/// The cost of a word in the language that suits it best.
fn word(word: &str) -> i32 {
    let characters: Vec<Character> = word.chars().map(Character::of).collect();
    let spelling = |language| Some(Spelling::of(language)?.cost_of_characters(&characters));
    let letters = (0..ALPHABETS.len()).filter_map(spelling).min().unwrap_or(i32::MAX);
    let in_letters = shape(characters.iter().copied().map(Some)).saturating_add(letters);
    let costs = COMMON.iter().filter_map(|common| Costs::of(common.language));
    costs.map(|costs| costs.of_word(word)).fold(in_letters.min(in_other_script(&characters)), i32::min)
}

/// The cost of a word as a word in a script that the model does not know.
fn in_other_script(characters: &[Character]) -> i32 {
    let mut before = None;
    let cost = |character: &Character| match *character {
        Character::Symbol(_, cost) => cost,
        Character::Letter(letter, _) if letter.is_ascii() => ASCII_AMONG_UNKNOWN,
        Character::Letter(letter, _) => {
            let block = u32::from(letter) / BLOCK;
            match before.replace(block) {
                None => FIRST_UNKNOWN,
                Some(last) if last == block => NEXT_UNKNOWN,
                Some(_) => OTHER_UNKNOWN,
            }
        }
    };
    characters.iter().map(cost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likelier_reading_costs_less() {
        for (likely, unlikely) in [
            ("Hello there!", "䡥汬漠瑨敲攡"),
            ("होनाय", "\t9\tK\t(\t>\t/"),
            ("状态", "״\u{32c}"),
            ("СІНІ", "ѲͲ"),
            ("一小", "һС"),
            ("für", "fĂĽr"),
            ("für", "f眉r"),
            ("Größe", "Gr枚脽e"),
            ("नमस्ते", "à¤¨à¤®à¤¸à¥à¤¤à¥‡"),
        ] {
            assert!(
                likelier(likely, unlikely) > 0,
                "{likely} {} {unlikely} {}",
                cost(likely),
                cost(unlikely)
            );
        }
    }

    #[test]
    fn a_word_counts_once() {
        let charset = Charset::for_label(b"gb18030").unwrap();
        let once = likelier_as_utf8("für".as_bytes(), charset);
        assert_eq!(likelier_as_utf8("für\nfür für".as_bytes(), charset), once);
        assert!(once > 0);
    }
}
