//! Computes the cost of decoded text in the one language that suits all of its words best.
//!
//! The cost tells whether undoing a wrong decoding makes a text likelier.

use super::candidates::prior;
use super::characters::{Case, Character, Script, Shape};
use super::costs::NAT;
use super::language_model::{ENGLISH, INSERTED, Spelling};
use super::languages::ALPHABETS;

/// The cost of a letter of a script that the model does not know.
const UNSPELLED: i32 = 6 * NAT;
/// The maximum cost of a symbol. Costs are limited because correct text can contain many symbols, even rare ones.
const MOST_SYMBOL: i32 = 7 * NAT;
/// The cost of a control character, which no author writes.
const CONTROL: i32 = 16 * NAT;
/// The additional cost if a letter of a script that the model does not know stands next to a letter of a script that
/// it knows.
const BESIDE: i32 = 5 * NAT;

/// The properties of a word that do not depend on the language.
struct Word {
    octets: Vec<u8>,
    characters: Vec<Option<Character>>,
    /// The part of the cost that is the same in every language.
    shape: i32,
    /// The cost of the letters if the word is an English word within a text of another language.
    english: i32,
}

impl Word {
    fn of(word: &str, english: &Spelling) -> Self {
        let mut read = Self { octets: Vec::new(), characters: Vec::new(), shape: 0, english: 0 };
        let mut shape = Shape::default();
        let mut before = None;
        for character in word.chars().map(with_cedilla) {
            let kind = script(character);
            if matches!((before, kind), (Some(a), Some(b)) if (a == Script::Other) != (b == Script::Other)) {
                read.shape += BESIDE;
            }
            before = kind;
            let written = match (kind, Character::of(character)) {
                (Some(Script::Other), _) => {
                    read.shape += UNSPELLED;
                    Character::Symbol(character, 0)
                }
                (_, Character::Symbol('\u{80}'..='\u{9F}', _)) => Character::Symbol(character, CONTROL),
                (_, Character::Symbol(symbol, cost)) => Character::Symbol(symbol, cost.min(MOST_SYMBOL)),
                (_, letter) => letter,
            };
            // Letters of scripts that the model does not know have no cost for changes of case.
            if kind != Some(Script::Other) {
                shape.push(written);
            }
            read.octets.push(u8::try_from(character).ok().filter(u8::is_ascii).unwrap_or(u8::MAX));
            read.characters.push(Some(written));
        }
        read.shape += shape.cost;
        read.english = english.cost_of(&read.octets, &read.characters) + INSERTED;
        read
    }
}

/// The script of a letter, or `None` if the character is not a letter.
fn script(character: char) -> Option<Script> {
    matches!(Character::of(character), Character::Letter(..)).then(|| Script::of(character))
}

/// Returns a Romanian letter with a cedilla instead of a comma, because the model has only the letters with a
/// cedilla. Any other letter is returned as it is.
const fn with_cedilla(letter: char) -> char {
    match letter {
        'ș' => 'ş',
        'Ș' => 'Ş',
        'ț' => 'ţ',
        'Ț' => 'Ţ',
        other => other,
    }
}

/// The cost of words in the one language that suits all of them best, in sixty-fourths of a nat.
pub fn cost_of_written<'w>(words: impl Iterator<Item = &'w str>) -> i32 {
    let Some(english) = Spelling::of(ENGLISH) else { return 0 };
    let words: Vec<Word> = words.map(|word| Word::of(word, english)).collect();
    let shapes: i32 = words.iter().map(|word| word.shape).sum();
    let mut least = words.iter().map(|word| word.english - INSERTED).sum();
    for language in 0..ALPHABETS.len() {
        let Some(spelling) = Spelling::of(language) else { continue };
        let mut cost = prior(language);
        for word in &words {
            cost += spelling
                .cost_within(&word.octets, &word.characters, word.english.min(least - cost))
                .min(word.english);
            // A language is given up as soon as its cost reaches the least cost of the languages before it, because
            // further words only raise the cost.
            if cost >= least {
                break;
            }
        }
        least = least.min(cost);
    }
    shapes + least
}

/// Whether any language that the model knows is written with the letter.
pub fn is_spelled(letter: char) -> bool {
    let Character::Letter(letter, _) = Character::of(with_cedilla(letter)) else { return false };
    (0..ALPHABETS.len()).filter_map(Spelling::of).any(|spelling| {
        let (class, _, extra) = spelling.spelled(Some(Character::Letter(letter, Case::Lower)));
        class != 0 && extra == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sound_words_cost_less_than_garbled_ones() {
        for (garbled, sound) in [
            ("LietuviÅ³", "Lietuvių"),
            ("оПХБЕР", "Привет"),
            ("Ïðèâåò,", "Привет,"),
            ("ä¸\u{AD}æ–‡", "中文"),
            ("á¥à®¤à®®", "தமிழ"),
            ("Å veices", "Šveices"),
        ] {
            let cost = |word| cost_of_written([word].into_iter());
            assert!(cost(garbled) > cost(sound), "{garbled} {} {sound} {}", cost(garbled), cost(sound));
        }
    }

    #[test]
    fn letters_of_alphabets_are_known() {
        for letter in ['é', 'Ș', 'ữ', 'Ж', 'ג', 'Ω'] {
            assert!(is_spelled(letter), "{letter}");
        }
        for other in ['ſ', 'ɒ', 'Ʌ', 'Ѳ', '-', '²'] {
            assert!(!is_spelled(other), "{other}");
        }
    }
}
