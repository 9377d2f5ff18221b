//! The cost of each frequent character of Chinese, Japanese and Korean, by its code point. The tables are made at compile
//! time: a program that is started for each message must not do it each time.

use super::costs::{CODEBOOK, COSTS};
use super::languages::COMMON;

/// The number of code points in a page.
const PAGE: usize = 256;

/// For each language and each page of the Basic Multilingual Plane, which one of [`PAGES`] has its costs. The first one is for
/// pages without a frequent character.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static PLACES: [[u16; 1 << 8]; COMMON.len()] = {
    let mut places = [[0; 1 << 8]; COMMON.len()];
    let (mut count, mut language) = (1, 0);
    while language < COMMON.len() {
        let mut at = 0;
        while at < COMMON[language].characters {
            let page = character(language, at) / PAGE;
            if places[language][page] == 0 {
                places[language][page] = count;
                count += 1;
            }
            at += 1;
        }
        language += 1;
    }
    places
};

/// The number of pages.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const COUNT: usize = {
    let (mut last, mut at) = (0, 0);
    while at < COMMON.len() << 8 {
        let place = PLACES[at >> 8][at & 0xFF];
        last = if place > last { place } else { last };
        at += 1;
    }
    last as usize + 1
};

/// The costs; 0 for characters that are not frequent.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static PAGES: [[u16; PAGE]; COUNT] = {
    let (mut pages, mut language) = ([[0; PAGE]; COUNT], 0);
    while language < COMMON.len() {
        let (mut at, end) = (0, COMMON[language].start + 2 * COMMON[language].characters);
        while at < COMMON[language].characters {
            let character = character(language, at);
            let place = PLACES[language][character / PAGE] as usize;
            let bits = COSTS[end + at / 2] >> (at % 2 * 4) & 15;
            pages[place][character % PAGE] = CODEBOOK[bits as usize];
            at += 1;
        }
        language += 1;
    }
    pages
};

/// The code point of a frequent character of a language.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn character(language: usize, at: usize) -> usize {
    let at = COMMON[language].start + 2 * at;
    u16::from_le_bytes([COSTS[at], COSTS[at + 1]]) as usize
}

/// The costs of the frequent characters of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frequent(&'static [u16; 1 << 8]);

impl Frequent {
    pub(super) fn of(language: &str) -> Option<Self> {
        let at = COMMON.iter().position(|common| common.language == language)?;
        PLACES.get(at).map(Self)
    }

    /// The cost of a character; `None` if it is not frequent.
    pub(super) fn cost(self, character: char) -> Option<i32> {
        let place = self.0.get(character as usize / PAGE)?;
        let cost = PAGES.get(usize::from(*place))?.get(character as usize % PAGE)?;
        (*cost > 0).then(|| (*cost).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_characters_are_cheap() {
        let chinese = Frequent::of("zh-Hans").unwrap();
        assert!(chinese.cost('的') < chinese.cost('龙') && chinese.cost('的').is_some());
        assert_eq!((chinese.cost('龘'), chinese.cost('a'), chinese.cost('😀')), (None, None, None));
        assert!(Frequent::of("ko").unwrap().cost('이').is_some());
    }

    #[test]
    fn each_language_has_its_number_of_characters() {
        for common in &COMMON {
            let costs = Frequent::of(common.language).unwrap();
            let found = ('\0'..=char::MAX).filter(|one| costs.cost(*one).is_some()).count();
            assert_eq!(found, common.characters, "{}", common.language);
        }
    }
}
