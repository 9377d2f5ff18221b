//! The costs of characters that do not depend on the language: the costs of symbols, control characters, letters of
//! other scripts, and changes of case.

use super::costs::NAT;

/// A character, as the model of languages classifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Character {
    /// The lower-case form of a letter, and the case that the letter has in the text.
    Letter(char, Case),
    /// A character that is not a letter, and its cost.
    Symbol(char, i32),
}

/// The case of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Upper,
    Lower,
    /// The script of the letter has no case.
    None,
}

/// A script that text may be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Thai,
    Georgian,
    Other,
}

impl Script {
    pub(super) fn of(letter: char) -> Self {
        match letter {
            'a'..='z'
            | 'A'..='Z'
            | '\u{C0}'..='\u{2AF}'
            | '\u{300}'..='\u{36F}'
            | '\u{1E00}'..='\u{1EFF}' => Self::Latin,
            '\u{370}'..='\u{3FF}' => Self::Greek,
            '\u{400}'..='\u{52F}' => Self::Cyrillic,
            '\u{530}'..='\u{58F}' => Self::Armenian,
            '\u{590}'..='\u{5FF}' => Self::Hebrew,
            '\u{600}'..='\u{6FF}' => Self::Arabic,
            '\u{E00}'..='\u{E7F}' => Self::Thai,
            '\u{10A0}'..='\u{10FF}' => Self::Georgian,
            _ => Self::Other,
        }
    }
}

/// The cost of an octet that a charset does not define.
pub(super) const UNDEFINED: i32 = 18 * NAT;
/// The cost of a letter that is not of the script of the language.
pub(super) const FOREIGN: i32 = 10 * NAT;
/// The additional cost of a letter that is of the script of the language, but not in the alphabet of the language.
pub(super) const RARE: i32 = 7 * NAT / 2;
/// The additional cost of a symbol that stands directly next to a letter on a side where the symbol does not belong.
const MISPLACED: i32 = 7 * NAT / 2;

impl Character {
    pub(super) fn of(character: char) -> Self {
        // This match is a fast path for the letters of most charsets: the tables of the standard library take ten
        // times as long. In some blocks of Unicode, capital and small letters alternate.
        let alternating = |is_upper| if is_upper { (1, Case::Upper) } else { (0, Case::Lower) };
        let (distance, case) = match character {
            'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ' | 'а'..='џ' | 'α'..='ώ' => (0, Case::Lower),
            'Ā'..='į' | 'Ĳ'..='ķ' | 'Ŋ'..='ŷ' => alternating(u32::from(character) % 2 == 0),
            'Ĺ'..='ň' | 'Ź'..='ž' => alternating(u32::from(character) % 2 == 1),
            'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' | 'Α'..='Ρ' | 'Σ'..='Ϋ' => {
                (0x20, Case::Upper)
            }
            'Ѐ'..='Џ' => (0x50, Case::Upper),
            '\u{5D0}'..='\u{5EA}' | '\u{621}'..='\u{63A}' | '\u{641}'..='\u{64A}' => (0, Case::None),
            '\u{E01}'..='\u{E4E}' => (0, Case::None),
            '\0'..='\u{A9}'
            | '«'..='´'
            | '¶'..='¹'
            | '»'..='¿'
            | '×'
            | '÷'
            | '\u{2010}'..='\u{2070}'
            | '\u{2190}'..='\u{23FF}'
            | '\u{2500}'..='\u{25FF}' => {
                return Self::Symbol(character, symbol(character));
            }
            _ => return Self::by_standard_library(character),
        };
        Self::Letter(char::from_u32(u32::from(character) + distance).unwrap_or(character), case)
    }

    fn by_standard_library(character: char) -> Self {
        if !is_letter(character) {
            return Self::Symbol(character, symbol(character));
        }
        let lower = character.to_lowercase().next().unwrap_or(character);
        let case = match character {
            // Georgian is written without capitals.
            _ if Script::of(character) == Script::Georgian => Case::None,
            _ if character.is_uppercase() => Case::Upper,
            _ if character.is_lowercase() => Case::Lower,
            _ => Case::None,
        };
        Self::Letter(lower, case)
    }
}

fn is_letter(character: char) -> bool {
    let mark = matches!(
        character,
        '\u{300}'..='\u{36F}' | '\u{5B0}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{64B}'..='\u{65F}' | '\u{E31}'..='\u{E4E}'
    );
    mark || (character.is_alphabetic() && !matches!(character, 'ª' | 'º' | 'µ'))
}

/// The places in which a symbol may stand directly next to letters. Each bit is one place: [`BEFORE`] a word,
/// [`AFTER`] a word, or [`BETWEEN`] two letters.
type Places = u8;
const BEFORE: Places = 1;
const AFTER: Places = 2;
const BETWEEN: Places = 4;
const AROUND: Places = BEFORE | AFTER;
const ANYWHERE: Places = AROUND | BETWEEN;
const NOWHERE: Places = 0;

/// Returns the cost of a character that is not a letter, in halves of a nat, and the places in which it may stand
/// next to letters. The values do not depend on the charset, because the function receives decoded characters.
const fn sign(character: char) -> (i32, Places) {
    match character {
        '0'..='9' => (7, ANYWHERE),
        ' '..='~' => (10, ANYWHERE),
        '\0'..='\x7F' => (22, ANYWHERE),
        // Blanks, dashes and quotation marks.
        '\u{A0}' => (8, AROUND),
        '’' => (8, AFTER | BETWEEN),
        '–' | '—' => (8, ANYWHERE),
        '“' | '”' | '«' | '»' => (9, AROUND),
        '„' => (9, BEFORE),
        '…' => (9, ANYWHERE),
        '‘' => (12, BEFORE),
        '·' => (12, ANYWHERE),
        '‹' => (14, BEFORE),
        '›' => (14, AFTER),
        '\u{AD}' => (14, ANYWHERE),
        '‚' => (16, NOWHERE),
        // Signs of Spanish, bullets of lists, and signs that stand before a name or a number.
        '•' | '¿' | '¡' | '№' => (11, BEFORE),
        '€' => (12, BEFORE),
        '§' | '£' => (13, BEFORE),
        // Signs of trademarks, degrees, ordinals and powers.
        '°' | '®' | '™' | 'ª' | 'º' => (12, AFTER),
        '²' => (13, AFTER),
        '³' => (14, AFTER),
        // Signs that stand alone or next to numbers.
        '©' => (12, NOWHERE),
        '´' | '½' | 'µ' => (13, NOWHERE),
        '¼' | '¾' | '±' | '×' | '¹' => (14, NOWHERE),
        '†' | '‡' | '¶' | '¢' | '¥' | '‰' => (16, NOWHERE),
        '¦' | '¬' | '¯' | '¨' | '¸' | '÷' | 'ˆ' | '˜' | '\u{200E}' | '\u{200F}' => (19, NOWHERE),
        // Punctuation and digits of other scripts.
        '\u{200C}' | '־' => (10, ANYWHERE),
        '،' | '؛' | '؟' | '։' | '՝' | '՞' | '՛' | '٠'..='٩' | '۰'..='۹' | '๐'..='๙' => {
            (10, AROUND)
        }
        '\u{55A}'..='\u{589}' | '\u{5BE}'..='\u{5F4}' | '\u{60C}'..='\u{66D}' | '\u{E2F}'..='\u{E5B}' => {
            (22, AROUND)
        }
        // Control characters, and characters for private use.
        '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => (32, NOWHERE),
        _ => (22, NOWHERE),
    }
}

/// The cost of a character that is not a letter.
const fn symbol(character: char) -> i32 {
    let (halves, _) = sign(character);
    halves * NAT / 2
}

/// Adds up the costs of the changes of case and of the symbols in a word.
#[derive(Debug, Default)]
pub(super) struct Shape {
    before: Before,
    /// Whether the word has had a letter so far.
    lettered: bool,
    /// Whether the last character was a symbol that does not belong directly before a letter.
    barred: bool,
    pub(super) cost: i32,
}

/// The case of the letters directly before the next character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Nothing,
    Capital,
    Capitals,
    Lower,
}

impl Shape {
    #[inline]
    pub(super) fn push(&mut self, character: Character) {
        // Fast path for most letters: the cost is 0, and the state does not change.
        if !matches!(character, Character::Letter(_, Case::Lower)) || self.before != Before::Lower {
            self.change(character);
        }
    }

    fn change(&mut self, character: Character) {
        match character {
            Character::Letter(_, case) => {
                if std::mem::take(&mut self.barred) {
                    self.cost += MISPLACED;
                }
                let (cost, before) = self.before.then(case);
                self.cost += cost;
                self.before = before;
                self.lettered = true;
            }
            Character::Symbol(character, cost) => {
                let within = self.before != Before::Nothing;
                let (_, places) = sign(character);
                let belongs = |wanted: Places| places & wanted != 0;
                self.cost += cost + if within && !belongs(AFTER) { MISPLACED } else { 0 };
                // One dash may join two letters, but two dashes in a row may not (`M——glichkeit`).
                self.barred = match self.lettered {
                    true => !belongs(BETWEEN) || !within && matches!(character, '–' | '—'),
                    false => !belongs(BEFORE),
                };
                self.before = Before::Nothing;
            }
        }
    }
}

impl Before {
    /// Returns the cost of a letter of the given case after the letters that `self` describes, and the state after
    /// that letter.
    fn then(self, case: Case) -> (i32, Self) {
        match (self, case) {
            (Self::Nothing, Case::Upper) => (96, Self::Capital),
            (Self::Nothing, Case::Lower) => (16, Self::Lower),
            (Self::Capital, Case::Upper) => (147, Self::Capitals),
            (Self::Capital, Case::Lower) => (7, Self::Lower),
            (Self::Capitals, Case::Upper) => (4, Self::Capitals),
            (Self::Capitals, Case::Lower) => (224, Self::Lower),
            (Self::Lower, Case::Upper) => (384, Self::Capital),
            (Self::Lower, Case::Lower) => (0, Self::Lower),
            (_, Case::None) => (0, Self::Lower),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_most_charsets_are_those_of_the_standard_library() {
        for character in '\0'..='\u{FFFF}' {
            assert_eq!(Character::of(character), Character::by_standard_library(character), "{character:?}");
        }
    }
}
