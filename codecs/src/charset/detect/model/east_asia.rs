//! The cost of Chinese, Japanese and Korean characters, each alone and after the character before it.
//!
//! Costs are looked up in the octets of `east_asia.bin` directly, without making tables first. A program that is
//! started for each message would otherwise make the tables each time.

use super::costs::{Common, cost_at};
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
}

/// The index of a character in the list of characters of a language, or `None` if the character is rare.
pub(super) type Place = Option<u16>;

impl EastAsian {
    pub(super) fn of(language: &str) -> Option<Self> {
        let (&Common { characters, pairs, start, .. }, lower) =
            COMMON.iter().zip(&LOWER).find(|(common, _)| common.language == language)?;
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
        })
    }

    /// The index of a character in the list of characters of the language.
    pub(super) fn place(self, character: char) -> Place {
        let code_point = u16::try_from(u32::from(character)).ok()?;
        let [low, high] = code_point.to_le_bytes().map(usize::from);
        let (start, end) = (*self.lower.get(high)?, *self.lower.get(high + 1)?);
        let alike = self.characters.get(usize::from(start)..usize::from(end))?;
        let found = alike.binary_search_by_key(&low, |[low, _]| usize::from(*low)).ok()?;
        Some(start + u16::try_from(found).ok()?)
    }

    /// The cost of a character after the character `before`. `before` is `None` if the previous character is rare or
    /// not of the language, or if there is none.
    pub(super) fn cost(self, before: Place, place: u16) -> i32 {
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
        let (mut sum, mut before) = (0, None);
        for character in text.chars() {
            let place = costs.place(character);
            sum += costs.cost(before, place.unwrap());
            before = place;
        }
        sum
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
