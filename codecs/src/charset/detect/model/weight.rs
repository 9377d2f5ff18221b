//! The cost of decoded text, where each word is in the language that suits it best. It tells which of two readings of the
//! same octets is likelier, whatever their charsets.
//!
//! Letters cost as in the model of languages, Chinese, Japanese and Korean characters by their frequency. Letters of
//! scripts that the model does not know cost little beside each other. Linear time.

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

/// The number of octets of words that are scored: more of them hardly change the result.
const SAMPLE: usize = 256;
/// The cost of the first letter of a script that the model does not know, in a word.
const FIRST_UNKNOWN: i32 = 9 * NAT;
/// The cost of each further letter of that script.
const NEXT_UNKNOWN: i32 = 9 * NAT / 2;
/// The cost of an ASCII character in such a word.
const ASCII_AMONG_UNKNOWN: i32 = 4 * NAT;
/// The cost of a letter of another such script within the word, which no author writes.
const OTHER_UNKNOWN: i32 = 18 * NAT;
/// Letters in one block of this many code points count as one script.
const BLOCK: u32 = 0x100;

/// How many nats likelier the words of `octets` with octets above 127 are as UTF-8, perhaps damaged, than in `charset`.
/// [Repetitions](distinct_words) count once. Linear time.
pub fn likelier_as_utf8(octets: &[u8], charset: Charset) -> i32 {
    let over = |word: &Cow<'_, [u8]>| cost(&charset.decode(word).text) - cost(&String::from_utf8_lossy(word));
    words(octets, charset).iter().map(over).sum::<i32>() / NAT
}

/// The words of `octets` with octets above 127, with spaces between them: all evidence that the octets have for a
/// charset. A repeated word, and a repetition within a word, is there only once. Only the first words count. Linear time.
pub fn distinct_words(octets: &[u8], charset: Charset) -> Vec<u8> {
    words(octets, charset).join(&b' ')
}

fn words(octets: &[u8], charset: Charset) -> Vec<Cow<'_, [u8]>> {
    let words = Sample::within(octets, SAMPLE).words;
    words.into_iter().map(|word| without_repetitions(word, Some(charset))).collect()
}

/// How many nats likelier the text `one` is than `other`. Only the start of long texts counts.
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

/// The cost of a word in a script that the model does not know.
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
