//! Computes the cost of the letters of words in a language. A word is given by its octets in a charset, or by its
//! characters.

use super::characters::{Case, Character, FOREIGN, RARE, Script};
use super::costs::{Alphabet, Class, NAT};
use super::languages::ALPHABETS;
use super::trigrams::Trigrams;
use std::sync::OnceLock;

/// The properties of a character in a language: its class, or [`POINT`]; a second class if the character counts as two
/// letters, otherwise 0; and a cost that is added to the costs of the classes.
pub(super) type Spelled = (Class, Class, i32);

/// The spelling of a language: its alphabet, and the costs of its letters.
#[derive(Debug)]
pub(super) struct Spelling {
    script: Script,
    /// The first letter, in the order of code points.
    first: char,
    /// The classes of the characters from the first letter to the last one; 0 for a character that is not in the
    /// alphabet.
    classes: Vec<Class>,
    trigrams: Trigrams,
    /// The properties of each US-ASCII character in the language.
    ascii: [Spelled; 0x80],
}

/// The index of English in the alphabets.
pub(super) const ENGLISH: usize = 0;
/// The additional cost of an English word in text in another language.
pub(super) const INSERTED: i32 = 3 * NAT;
/// Romanian letters with a cedilla, and the same letters with a comma, which ISO-8859-16 has. The alphabet lists only
/// one of the two forms.
const COMMAS: [(char, char); 2] = [('ş', 'ș'), ('ţ', 'ț')];
/// The class of a vowel point that an author may leave out. The letters around the vowel point are scored as if it
/// were left out.
const POINT: Class = Class::MAX;
/// The cost of a vowel point. Most texts have no vowel points at all. In the other texts, most letters have one.
const POINTED: i32 = 5 * NAT;
/// The additional cost of a vowel point directly after another one, because few letters have two.
const SECOND_POINT: i32 = 2 * NAT;
/// The acute accent as a character of its own. Only the alphabet of Vietnamese has it as a letter: there it is a tone
/// mark.
const ACUTE: char = '\u{301}';

static SPELLINGS: [OnceLock<Spelling>; ALPHABETS.len()] = [const { OnceLock::new() }; ALPHABETS.len()];

impl Spelling {
    /// The spelling of a language, given by its index in [`ALPHABETS`].
    pub(super) fn of(language: usize) -> Option<&'static Self> {
        let alphabet = ALPHABETS.get(language)?;
        let spelling = || {
            let (first, classes) = classes(alphabet);
            let (script, trigrams, ascii) = (script(alphabet), Trigrams::of(alphabet), [(0, 0, 0); 0x80]);
            let mut spelling = Self { script, first, classes, trigrams, ascii };
            for letter in 'a'..='z' {
                let spelled = spelling.spelled(Some(Character::Letter(letter, Case::Lower)));
                for letter in [letter, letter.to_ascii_uppercase()] {
                    if let Some(place) = spelling.ascii.get_mut(letter as usize) {
                        *place = spelled;
                    }
                }
            }
            spelling
        };
        Some(SPELLINGS.get(language)?.get_or_init(spelling))
    }

    /// The cost of the letters of a word, given by its octets and by their characters in the charset.
    pub(super) fn cost_of(&self, word: &[u8], characters: &[Option<Character>]) -> i32 {
        self.cost_within(word, characters, i32::MAX)
    }

    /// The cost of the letters of a word. The result is exact if it is at most `most`. Otherwise it is any number
    /// above `most`.
    pub(super) fn cost_within(&self, word: &[u8], characters: &[Option<Character>], most: i32) -> i32 {
        let spelled =
            word.iter().zip(characters).map(|(octet, character)| match self.ascii.get(usize::from(*octet)) {
                Some(spelled) => *spelled,
                None => self.spelled(*character),
            });
        self.cost(spelled, most)
    }

    /// The cost of the letters of a word, given by its characters alone.
    pub(super) fn cost_of_characters(&self, characters: &[Character]) -> i32 {
        self.cost(characters.iter().map(|character| self.spelled(Some(*character))), i32::MAX)
    }

    /// Adds up the costs of the characters of a word. Stops as soon as the sum exceeds `most`, because the sum only
    /// grows.
    fn cost(&self, word: impl Iterator<Item = Spelled>, most: i32) -> i32 {
        let (mut cost, mut before, mut is_pointed) = (0, [0, 0], false);
        for (first, second, extra) in word {
            if first == POINT {
                let is_on_letter = before[1] != 0 && before[1] != self.trigrams.other();
                cost += extra
                    + match is_on_letter {
                        true if is_pointed => SECOND_POINT,
                        true => 0,
                        false => FOREIGN,
                    };
                is_pointed = true;
                continue;
            }
            is_pointed = false;
            cost += self.trigrams.cost([before[0], before[1], first]) + extra;
            before = [before[1], first];
            if second != 0 {
                cost += self.trigrams.cost([before[0], first, second]);
                before = [first, second];
            }
            if cost > most {
                return cost;
            }
        }
        cost + self.trigrams.cost([before[0], before[1], 0])
    }

    fn class(&self, letter: char) -> Option<Class> {
        let at = u32::from(letter).checked_sub(self.first.into())?;
        self.classes.get(usize::try_from(at).ok()?).copied().filter(|class| *class != 0)
    }

    /// Returns the properties of a character in the language.
    pub(super) fn spelled(&self, character: Option<Character>) -> Spelled {
        let Some(Character::Letter(letter, _)) = character else { return (0, 0, 0) };
        if let Some(class) = self.class(letter) {
            return (class, 0, 0);
        }
        // An alphabet has letters of only one script, so a letter of another script cannot be in it.
        if Script::of(letter) != self.script {
            return (self.trigrams.other(), 0, FOREIGN);
        }
        if is_optional_point(letter) {
            return (POINT, 0, POINTED);
        }
        let toned = !letter.is_ascii() && self.class(ACUTE).is_some();
        if let Some((base, mark)) = toned.then(|| decompose(letter)).flatten()
            && let (Some(base), Some(mark)) = (self.class(base), self.class(mark))
        {
            return (base, mark, 0);
        }
        (self.trigrams.other(), 0, RARE)
    }
}

/// Whether a letter is a vowel point of Arabic or Hebrew, which most texts leave out. Fathatan (U+064B) does not
/// count, because most texts write it. Some vowel points are in the alphabet of Yiddish. In Yiddish, they count as
/// letters, because the alphabet is searched first.
const fn is_optional_point(letter: char) -> bool {
    matches!(letter, '\u{64C}'..='\u{652}' | '\u{670}' | '\u{5B0}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}')
}

/// The script that a language is written in.
pub(super) fn script_of(language: &str) -> Script {
    let alphabet = ALPHABETS.iter().find(|alphabet| alphabet.language == language);
    alphabet.map_or(Script::Other, script)
}

/// Returns the first letter of an alphabet, and the classes of the characters from this letter to the last letter.
/// There are fewer than a thousand such characters, because the letters of a script are close together in Unicode.
fn classes(alphabet: &Alphabet) -> (char, Vec<Class>) {
    let first = alphabet.letters.chars().next().unwrap_or_default();
    let place = |letter| usize::try_from(u32::from(letter).saturating_sub(first.into())).unwrap_or_default();
    let mut classes = Vec::new();
    for (letter, class) in alphabet.letters.chars().zip(1..) {
        classes.resize(place(letter), 0);
        classes.push(class);
    }
    for (cedilla, comma) in COMMAS {
        if let Some(class) = classes.get(place(cedilla)).copied().filter(|class| *class != 0)
            && classes.len() <= place(comma)
        {
            classes.resize(place(comma), 0);
            classes.push(class);
        }
    }
    (first, classes)
}

fn script(alphabet: &Alphabet) -> Script {
    alphabet.letters.chars().next().map_or(Script::Other, Script::of)
}

/// The model of a language for the octets of one single-octet charset.
#[derive(Clone, Copy)]
pub(super) struct LanguageModel {
    pub(super) spelling: &'static Spelling,
    /// For each octet from 128 to 255, the properties of its character in the language.
    pub(super) high: &'static [Spelled; 0x80],
}

impl LanguageModel {
    /// The cost of the letters of a word. The result is exact if it is at most `most`. Otherwise it is any number
    /// above `most`.
    pub(super) fn cost_within(&self, word: &[u8], most: i32) -> i32 {
        let spelled = word.iter().map(|octet| {
            let half = if octet.is_ascii() { &self.spelling.ascii } else { self.high };
            half.get(usize::from(octet & 0x7F)).copied().unwrap_or_default()
        });
        self.spelling.cost(spelled, most)
    }
}

/// Splits a Vietnamese letter into its base letter and its tone mark. Some charsets have the whole letter, others
/// have the base letter and the tone mark.
fn decompose(letter: char) -> Option<(char, char)> {
    const TONES: [char; 5] = ['\u{300}', ACUTE, '\u{303}', '\u{309}', '\u{323}'];
    const BASES: [char; 12] = ['a', 'ă', 'â', 'e', 'ê', 'i', 'o', 'ô', 'ơ', 'u', 'ư', 'y'];
    // Each letter of `BASES` with each mark of `TONES`, in the order of both.
    const TONED: &str = "àáãảạằắẵẳặầấẫẩậèéẽẻẹềếễểệìíĩỉịòóõỏọồốỗổộờớỡởợùúũủụừứữửựỳýỹỷỵ";
    let at = TONED.chars().position(|toned| toned == letter)?;
    Some((BASES.get(at / 5).copied()?, TONES.get(at % 5).copied()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alphabet_has_letters_of_one_script() {
        for alphabet in &ALPHABETS {
            let other = alphabet.letters.chars().find(|letter| Script::of(*letter) != script(alphabet));
            assert_eq!(other, None, "{}", alphabet.language);
        }
    }

    #[test]
    fn vowel_points_may_be_left_out() {
        let cost = |language, text: &str| {
            let index = ALPHABETS.iter().position(|alphabet| alphabet.language == language).unwrap();
            let characters: Vec<Character> = text.chars().map(Character::of).collect();
            Spelling::of(index).unwrap().cost_of_characters(&characters)
        };
        for (language, pointed, plain) in [("ar", "مُحَمَّد", "محمد"), ("he", "שָׁלוֹם", "שלום")]
        {
            let points = i32::try_from(pointed.chars().count() - plain.chars().count()).unwrap();
            let seconds = cost(language, pointed) - cost(language, plain) - points * POINTED;
            assert_eq!(seconds, SECOND_POINT, "{pointed}");
        }
        assert!(cost("ar", "\u{64E}\u{64F}") > 2 * FOREIGN);
    }

    #[test]
    fn a_cost_is_exact_up_to_its_limit() {
        let (word, spelling) = (b"worth", Spelling::of(0).unwrap());
        let characters: Vec<_> = word.iter().map(|octet| Some(Character::of(char::from(*octet)))).collect();
        let exact = spelling.cost_of(word, &characters);
        for most in 0..2 * exact {
            let within = spelling.cost_within(word, &characters, most);
            assert!(within == exact || exact.min(within) > most, "{most}");
        }
        assert!(spelling.cost_within(word, &characters, 0) < exact);
    }
}
