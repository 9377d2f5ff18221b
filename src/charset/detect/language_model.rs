//! The cost of the letters of words in a language, for the octets of one reading.

use super::characters::{Character, FOREIGN, RARE, Script};
use super::costs::{Alphabet, Bigrams, Class};
use super::languages::ALPHABETS;
use super::reading::Reading;
use std::sync::LazyLock;

/// A character as a language spells it: its class; a second class if it counts as two letters, else 0; and its cost
/// in addition to that of the classes.
type Spelled = (Class, Class, i32);

/// The spelling of a language.
struct Spelling {
    script: Script,
    /// The letters, in the order of their code points.
    letters: Vec<char>,
    bigrams: Bigrams,
    /// The US-ASCII characters.
    ascii: Vec<Spelled>,
}

/// A tone mark. Only the alphabet of Vietnamese has it as a letter.
const ACUTE: char = '\u{301}';

static SPELLINGS: LazyLock<Vec<Spelling>> = LazyLock::new(|| {
    let spelling = |alphabet: &Alphabet| {
        let mut spelling = Spelling {
            script: alphabet.letters.chars().next().map_or(Script::Other, Script::of),
            letters: alphabet.letters.chars().collect(),
            bigrams: Bigrams::of(alphabet),
            ascii: Vec::new(),
        };
        let characters = (0..0x80_u8).map(|octet| Some(Character::of(char::from(octet))));
        spelling.ascii = characters.map(|character| spelling.spelled(character)).collect();
        spelling
    };
    ALPHABETS.iter().map(spelling).collect()
});

impl Spelling {
    fn class(&self, letter: char) -> Option<Class> {
        Class::try_from(self.letters.binary_search(&letter).ok()? + 1).ok()
    }

    fn spelled(&self, character: Option<Character>) -> Spelled {
        let Some(Character::Letter(letter, _)) = character else { return (0, 0, 0) };
        if let Some(class) = self.class(letter) {
            return (class, 0, 0);
        }
        let toned = !letter.is_ascii() && self.class(ACUTE).is_some();
        if let Some((base, mark)) = toned.then(|| apart(letter)).flatten()
            && let (Some(base), Some(mark)) = (self.class(base), self.class(mark))
        {
            return (base, mark, 0);
        }
        let beside = if Script::of(letter) == self.script { RARE } else { FOREIGN };
        (self.bigrams.other(), 0, beside)
    }
}

/// Whether a language, given by its index in [`ALPHABETS`], is written in Latin letters.
pub(super) fn is_latin(language: usize) -> bool {
    SPELLINGS.get(language).is_some_and(|spelling| spelling.script == Script::Latin)
}

/// The script that a language is written in.
pub(super) fn script(language: &str) -> Script {
    let at = ALPHABETS.iter().position(|alphabet| alphabet.language == language);
    at.and_then(|at| SPELLINGS.get(at)).map_or(Script::Other, |spelling| spelling.script)
}

/// The octets of one reading in a language.
pub(super) struct LanguageModel {
    spelling: &'static Spelling,
    /// The octets 128 to 255.
    high: Vec<Spelled>,
}

impl LanguageModel {
    /// Prepares a language, given by its index in [`ALPHABETS`], for US-ASCII and the `high` octets of a reading.
    pub(super) fn new(language: usize, reading: &Reading, high: &[u8]) -> Option<Self> {
        let spelling = SPELLINGS.get(language)?;
        let mut spelled = vec![(0, 0, 0); 0x80];
        for octet in high {
            if let Some(place) = spelled.get_mut(usize::from(octet & 0x7F)) {
                *place = spelling.spelled(reading.character(*octet));
            }
        }
        Some(Self { spelling, high: spelled })
    }

    /// The cost of the letters of a word.
    pub(super) fn cost(&self, word: &[u8]) -> i32 {
        let (mut cost, mut before) = (0, 0);
        let mut step = |class: Class| {
            if before != 0 || class != 0 {
                cost += self.spelling.bigrams.cost(before, class);
            }
            before = class;
        };
        let mut beside = 0;
        for octet in word {
            let half = if octet.is_ascii() { &self.spelling.ascii } else { &self.high };
            let (first, second, extra) = half.get(usize::from(octet & 0x7F)).copied().unwrap_or_default();
            step(first);
            if second != 0 {
                step(second);
            }
            beside += extra;
        }
        step(0);
        cost + beside
    }
}

/// Splits a Vietnamese letter into its base letter and its tone mark. Some charsets have the letter, others both
/// parts.
fn apart(letter: char) -> Option<(char, char)> {
    const TONES: [char; 5] = ['\u{300}', ACUTE, '\u{303}', '\u{309}', '\u{323}'];
    const BASES: [char; 12] = ['a', 'ă', 'â', 'e', 'ê', 'i', 'o', 'ô', 'ơ', 'u', 'ư', 'y'];
    // Five tones of each base, in the order above.
    const TONED: &str = "àáãảạằắẵẳặầấẫẩậèéẽẻẹềếễểệìíĩỉịòóõỏọồốỗổộờớỡởợùúũủụừứữửựỳýỹỷỵ";
    let at = TONED.chars().position(|toned| toned == letter)?;
    Some((BASES.get(at / 5).copied()?, TONES.get(at % 5).copied()?))
}
