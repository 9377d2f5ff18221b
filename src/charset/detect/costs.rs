//! What a letter costs behind another one in a language, and a character in a language without letters.
//!
//! A cost is the logarithm of how rare something is, in sixty-fourths of a nat: costs add where chances multiply.
//! `costs.bin` holds four bits for each, made by `tools/letters.py`.

/// Costs per nat.
pub(super) const NAT: i32 = 64;

/// What the four bits of a cost mean; `tools/letters.py` has the same row.
const CODEBOOK: [i32; 16] = [4, 16, 38, 64, 96, 128, 160, 192, 224, 256, 304, 352, 416, 480, 576, 704];

static COSTS: &[u8] = include_bytes!("costs.bin");

/// A class of letters in an alphabet: 0 is all that is no letter.
pub(super) type Class = u8;

/// The letters of a language, in the order of their code points, and where their costs start.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// The BCP 47 tag.
    pub(super) language: &'static str,
    pub(super) letters: &'static str,
    pub(super) start: usize,
}

impl Alphabet {
    /// How many letters it has.
    pub(super) fn len(&self) -> usize {
        self.letters.chars().count()
    }
}

/// The costs of each class behind each other one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bigrams {
    start: usize,
    size: usize,
}

impl Bigrams {
    pub(super) fn of(alphabet: &Alphabet) -> Self {
        Self { start: alphabet.start, size: alphabet.len() + 2 }
    }

    /// The class of letters that the alphabet does not have.
    pub(super) fn other(self) -> Class {
        Class::try_from(self.size - 1).unwrap_or(Class::MAX)
    }

    pub(super) fn cost(self, first: Class, second: Class) -> i32 {
        nibble(self.start, usize::from(first) * self.size + usize::from(second))
    }
}

/// The commonest characters of a language that is not written in letters, in the order of their code points,
/// two octets each (little-endian), and behind them their costs.
#[derive(Debug)]
pub(super) struct Common {
    /// The BCP 47 tag.
    pub(super) language: &'static str,
    pub(super) characters: usize,
    pub(super) start: usize,
}

impl Common {
    /// The cost of a character, where it is a common one.
    pub(super) fn cost(&self, character: char) -> Option<i32> {
        let wanted = u16::try_from(u32::from(character)).ok()?;
        let end = self.start + 2 * self.characters;
        let (units, _) = COSTS.get(self.start..end)?.as_chunks();
        let at = units.binary_search_by_key(&wanted, |unit| u16::from_le_bytes(*unit)).ok()?;
        Some(nibble(end, at))
    }
}

/// The cost of that many nibbles behind an octet of the table; the dearest one outside of it.
fn nibble(start: usize, at: usize) -> i32 {
    let [.., dearest] = CODEBOOK;
    let Some(octet) = COSTS.get(start + at / 2) else { return dearest };
    let bits = if at.is_multiple_of(2) { octet & 15 } else { octet >> 4 };
    CODEBOOK.get(usize::from(bits)).copied().unwrap_or(dearest)
}

#[cfg(test)]
mod tests {
    use super::super::languages::{ALPHABETS, COMMON};
    use super::*;

    #[test]
    fn the_table_has_a_place_for_every_cost_and_no_more() {
        let mut end = 0;
        for alphabet in &ALPHABETS {
            assert_eq!(alphabet.start, end, "{}", alphabet.language);
            let size = Bigrams::of(alphabet).size;
            end += (size * size).div_ceil(2);
        }
        for common in &COMMON {
            assert_eq!(common.start, end, "{}", common.language);
            end += 2 * common.characters + common.characters.div_ceil(2);
        }
        assert!(ALPHABETS.iter().all(|alphabet| alphabet.letters.chars().is_sorted()));
        assert_eq!(COSTS.len(), end);
        assert!(end < 60 * 1024);
    }

    #[test]
    fn frequent_letters_are_cheap() {
        let danish = ALPHABETS.iter().find(|alphabet| alphabet.language == "da").unwrap();
        let class = |letter| {
            Class::try_from(danish.letters.chars().position(|it| it == letter).unwrap() + 1).unwrap()
        };
        let costs = Bigrams::of(danish);
        assert!(costs.cost(class('p'), class('å')) < costs.cost(class('q'), class('å')));
        let chinese = COMMON.iter().find(|common| common.language == "zh-Hans").unwrap();
        assert!(chinese.cost('的') < chinese.cost('龙'));
        assert_eq!(chinese.cost('龘'), None);
    }
}
