//! The cost of Chinese, Japanese and Korean characters, each alone and after the character before it.
//!
//! Costs are looked up in the octets of `east_asia.bin` directly, without making tables first. A program that is
//! started for each message would otherwise make the tables each time.

use super::costs::{Common, NAT, cost_at};
use super::known::Known;
use super::languages::COMMON;

const COSTS: &[u8] = include_bytes!("east_asia.bin");

/// For each language of [`COMMON`]: element n is the number of its characters whose code points have a high octet below n.
static LOWER: [[u16; 0x101]; COMMON.len()] = lower();

/// The additional cost of a character that forms no frequent pair with the character before it.
const NO_PAIR: i32 = 64;

/// The characters of a language that are not rare, and the frequent pairs of these characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct EastAsian {
    /// The code points of the characters, in order.
    characters: &'static [[u8; 2]],
    /// The elements of [`LOWER`] for the language.
    lower: &'static [u16; 0x101],
    /// The cost of each character without regard to the character before it, in four bits each.
    costs: &'static [u8],
    /// For each character, the index of the first pair that begins with this character. The last element is the
    /// number of pairs.
    starts: &'static [[u8; 2]],
    /// The second character of each pair, as an index into `characters`. The pairs are in the order of their first
    /// characters.
    seconds: &'static [[u8; 2]],
    /// The cost of the second character of each pair, in four bits each.
    pair_costs: &'static [u8],
    /// Costs that were looked up before, by both characters of a pair.
    known: &'static KnownPairs,
}

/// The costs of pairs that were looked up before in a language.
type KnownPairs = Known<2048>;

static KNOWN: [KnownPairs; COMMON.len()] = [const { Known::new() }; COMMON.len()];

impl EastAsian {
    pub(super) fn of(language: &str) -> Option<Self> {
        let ((&Common { characters, pairs, start, .. }, lower), known) =
            COMMON.iter().zip(&LOWER).zip(&KNOWN).find(|((common, _), _)| common.language == language)?;
        let mut rest = COSTS.get(start..)?;
        let mut next = |length: usize| {
            let (part, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(part)
        };
        Some(Self {
            characters: next(2 * characters)?.as_chunks().0,
            lower,
            costs: next(characters.div_ceil(2))?,
            starts: next(2 * (characters + 1))?.as_chunks().0,
            seconds: next(2 * pairs)?.as_chunks().0,
            pair_costs: next(pairs.div_ceil(2))?,
            known,
        })
    }

    /// The cost of a character after the character `before`. Both may be any characters.
    pub(super) fn cost(self, before: char, character: char) -> i32 {
        let find = || match self.place(character) {
            Some(place) => self.cost_at_places(self.place(before), place),
            None => uncommon(character),
        };
        let units = [before, character].map(|character| u16::try_from(u32::from(character)));
        let [Ok(first), Ok(second)] = units else { return find() };
        // The key of a pair is made of both characters. The odd factor spreads the pairs over the slots.
        let key = (u32::from(first) << 16 | u32::from(second)).wrapping_mul(0x9E37_79B1).rotate_left(11);
        self.known.get_or(key, find)
    }

    /// The index of a character in the list of characters of the language, or `None` if the character is rare.
    fn place(self, character: char) -> Option<u16> {
        let code_point = u16::try_from(u32::from(character)).ok()?;
        let [low, high] = code_point.to_le_bytes().map(usize::from);
        let (start, end) = (*self.lower.get(high)?, *self.lower.get(high + 1)?);
        let alike = self.characters.get(usize::from(start)..usize::from(end))?;
        let found = alike.binary_search_by_key(&low, |[low, _]| usize::from(*low)).ok()?;
        Some(start + u16::try_from(found).ok()?)
    }

    /// The cost of a character after another one. `before` is `None` if the other one is rare.
    fn cost_at_places(self, before: Option<u16>, place: u16) -> i32 {
        let alone = cost_at(self.costs, place.into());
        let Some(before) = before.map(usize::from) else { return alone };
        let start = |at: usize| self.starts.get(at).map_or(0, |start| u16::from_le_bytes(*start).into());
        let (start, end): (usize, usize) = (start(before), start(before + 1));
        let seconds = self.seconds.get(start..end).unwrap_or_default();
        match seconds.binary_search_by_key(&place, |second| u16::from_le_bytes(*second)) {
            Ok(at) => cost_at(self.pair_costs, start + at),
            Err(_) => alone + NO_PAIR,
        }
    }
}

/// The cost of a character that is not in the list of frequent characters of the language. This can be a rare
/// ideograph or syllable, or, for example, a US-ASCII character.
fn uncommon(character: char) -> i32 {
    let halves = match character {
        ' ' => 0,
        _ if character.is_ascii_alphabetic() => 6,
        '0'..='9' => 7,
        '\u{1}'..='\u{7F}' => 10,
        '\u{3000}'..='\u{312F}' | '\u{FF01}'..='\u{FF9F}' | '“' | '”' | '‘' | '’' | '…' | '·' | '—' => {
            16
        }
        // The tone marks of Bopomofo (`ㄧˋ`).
        'ˇ' | 'ˊ' | 'ˋ' | '˙' => 16,
        '\u{4E00}'..='\u{9FFF}' => 26,
        '\u{AC00}'..='\u{D7A3}' | '\u{2000}'..='\u{2FFF}' | 'ㄱ'..='ㅣ' | '\u{370}'..='\u{4FF}' => 24,
        _ => 32,
    };
    halves * NAT / 2
}

/// Counts the characters for [`LOWER`].
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn lower() -> [[u16; 0x101]; COMMON.len()] {
    let mut lower = [[0; 0x101]; COMMON.len()];
    let mut language = 0;
    while language < COMMON.len() {
        let Common { characters, start, .. } = COMMON[language];
        let mut at = 0;
        while at < characters {
            lower[language][COSTS[start + 2 * at + 1] as usize + 1] += 1;
            at += 1;
        }
        let mut high = 0;
        while high < 0x100 {
            lower[language][high + 1] += lower[language][high];
            high += 1;
        }
        language += 1;
    }
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(language: &str, text: &str) -> i32 {
        let costs = EastAsian::of(language).unwrap();
        let before = [' '].into_iter().chain(text.chars());
        before.zip(text.chars()).map(|(before, character)| costs.cost(before, character)).sum()
    }

    #[test]
    fn frequent_characters_and_pairs_are_cheap() {
        assert!(cost("zh-Hans", "的") < cost("zh-Hans", "龙"));
        for (language, pair) in [("zh-Hans", "中国"), ("zh-Hant", "我們"), ("ja", "です"), ("ko", "니다")]
        {
            let alone: i32 = pair.chars().map(|character| cost(language, &character.to_string())).sum();
            assert!(cost(language, pair) < alone, "{pair}");
        }
        let chinese = EastAsian::of("zh-Hans").unwrap();
        assert_eq!(['龘', 'a', '😀'].map(|rare| chinese.place(rare)), [None; 3]);
    }

    /// The first call finds a cost, and later calls return the same cost.
    #[test]
    fn costs_that_are_kept_are_those_that_are_found() {
        for common in &COMMON {
            let costs = EastAsian::of(common.language).unwrap();
            let characters = costs.characters.iter().step_by(37);
            let characters = characters.map(|one| char::from_u32(u16::from_le_bytes(*one).into()).unwrap());
            let characters: Vec<char> = characters.chain(['a', '龘', '😀']).collect();
            let pairs = || characters.iter().flat_map(|one| characters.iter().map(|other| (*one, *other)));
            for (before, character) in pairs().chain(pairs()) {
                let place = costs.place(character);
                let found = place.map(|place| costs.cost_at_places(costs.place(before), place));
                assert_eq!(costs.cost(before, character), found.unwrap_or_else(|| uncommon(character)));
            }
        }
    }

    #[test]
    fn each_character_is_found_in_its_place() {
        for common in &COMMON {
            let costs = EastAsian::of(common.language).unwrap();
            for (character, place) in costs.characters.iter().zip(0..) {
                let character = char::from_u32(u16::from_le_bytes(*character).into()).unwrap();
                assert_eq!(costs.place(character), Some(place), "{} {character}", common.language);
            }
        }
    }

    #[test]
    fn the_table_has_the_exact_size_for_all_costs() {
        let mut end = 0;
        for common in &COMMON {
            assert_eq!(common.start, end, "{}", common.language);
            let costs = EastAsian::of(common.language).unwrap();
            assert!(costs.characters.is_sorted_by_key(|one| u16::from_le_bytes(*one)), "{}", common.language);
            assert_eq!(costs.starts.last().map(|end| u16::from_le_bytes(*end).into()), Some(common.pairs));
            let parts = [costs.characters.len(), costs.starts.len(), costs.seconds.len()];
            end += 2 * parts.iter().sum::<usize>() + costs.costs.len() + costs.pair_costs.len();
        }
        assert_eq!(COSTS.len(), end);
        assert!(end < 200 * 1024);
    }
}
