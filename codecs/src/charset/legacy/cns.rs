//! CNS 11643, planes 1 to 7 and 15, for EUC-TW and ISO-2022-CN. Planes 1 and 2 have the characters of Big5 in
//! another order. The tables of the other planes take 80 KiB. When a character is encoded for the first time, an
//! index of 300 KiB is built.

use super::multibyte::{Found, ill_formed};
use super::packed_rows::PackedRows;
use super::planes::{self, Cell};
use super::superset::{self, LACKING, Octets};
use super::tables::cns::{ALONE, PLANE_1, PLANE_2, PLANE_3};
use super::tables::cns_rare::PLANES;
use crate::charset::codec::MalformedKind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The character that a plane has at two octets. The high bits of the octets are ignored.
pub(crate) fn character(plane: u8, pair: &[u8]) -> Option<char> {
    cached(plane, planes::cell(pair)?)
}

/// The character of a cell. The character is cached.
fn cached(plane: u8, cell: Cell) -> Option<char> {
    /// For each cell, the code point of its character plus 1. The number is 1 if the cell has no character, and 0
    /// before the cell is first used.
    static CACHE: [[AtomicU32; 94 * 94]; 8] = [const { [const { AtomicU32::new(0) }; 94 * 94] }; 8];
    let cells = match plane {
        1..=7 => CACHE.get(usize::from(plane) - 1),
        15 => CACHE.last(),
        _ => None,
    };
    let cached = cells?.get(usize::from(cell))?;
    let code = match cached.load(Relaxed) {
        0 => {
            let character = match plane {
                1 | 2 => in_big5(plane, cell),
                3 => planes::character(PLANE_3, cell),
                _ => PLANES.iter().find(|(of, _)| *of == plane).and_then(|(_, rows)| rows.character(cell)),
            };
            let code = character.map_or(1, |character| u32::from(character) + 1);
            cached.store(code, Relaxed);
            code
        }
        code => code,
    };
    char::from_u32(code - 1).filter(|_| code > 1)
}

fn in_big5(plane: u8, cell: Cell) -> Option<char> {
    let runs = if plane == 1 { PLANE_1 } else { PLANE_2 };
    let after = runs.partition_point(|run| run.first <= cell);
    let run = after.checked_sub(1).and_then(|at| runs.get(at)).filter(|run| cell - run.first < run.length);
    if let Some(run) = run {
        let octets = big5(run.big5 + (cell - run.first));
        let character = encoding_rs::BIG5.decode_without_bom_handling_and_without_replacement(&octets);
        character?.chars().next()
    } else {
        let alone = ALONE.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
        alone.map(|(_, _, character)| *character)
    }
}

/// The plane of a character, and the octets of the character without the high bit. If several cells have the
/// character, then the first cell of the lowest plane is used. However, a cell that corresponds to octets of Big5
/// is used only if Big5 encodes the character with these octets.
pub(crate) fn encode(character: char) -> Option<(u8, [u8; 2])> {
    static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(&characters()));
    let (plane, cell) = INDEX.place(character)?;
    Some((plane, planes::octets(cell)))
}

/// Finds the plane and the cell of a character. The characters are in groups of 256 code points.
struct Index {
    /// For each group of 256 code points, the place of the group in `places`. This place is 0 if no character of
    /// the group has a cell.
    pages: Vec<u16>,
    /// For each character of a group of 256, its plane and cell. The first group is empty.
    places: Vec<[Place; 256]>,
}

/// The plane and the cell of a character. The plane is 0 if no plane has the character.
type Place = (u8, Cell);

impl Index {
    /// Makes the index of characters. If a character occurs twice in `characters`, its first place is used.
    fn new(characters: &[(char, u8, Cell)]) -> Self {
        let mut index = Self { pages: Vec::new(), places: vec![[(0, 0); 256]] };
        for &(character, plane, cell) in characters {
            let (page, at) = page(character);
            if index.pages.len() <= page {
                index.pages.resize(page + 1, 0);
            }
            if let Some(number @ 0) = index.pages.get_mut(page) {
                *number = u16::try_from(index.places.len()).unwrap_or(0);
                index.places.push([(0, 0); 256]);
            }
            let number = index.pages.get(page).copied().unwrap_or(0);
            if let Some(place @ (0, _)) =
                index.places.get_mut(usize::from(number)).and_then(|places| places.get_mut(at))
            {
                *place = (plane, cell);
            }
        }
        index
    }

    fn place(&self, character: char) -> Option<Place> {
        let (page, at) = page(character);
        let number = *self.pages.get(page)?;
        self.places.get(usize::from(number))?.get(at).copied().filter(|(plane, _)| *plane != 0)
    }
}

/// The number of the group of 256 code points to which a character belongs, and the place of the character
/// in this group.
fn page(character: char) -> (usize, usize) {
    let code = u32::from(character) as usize;
    (code >> 8, code & 0xFF)
}

/// All characters with their planes and cells. They are sorted by character, and then by plane.
fn characters() -> Vec<(char, u8, Cell)> {
    let runs = PLANE_1.iter().map(|run| (1, run)).chain(PLANE_2.iter().map(|run| (2, run)));
    let in_big5 = runs.flat_map(|(plane, run)| {
        (0..run.length).filter_map(move |place| {
            let character = big5_character(run.big5 + place)?;
            Some((character, plane, run.first + place))
        })
    });
    let alone = ALONE.iter().map(|&(plane, cell, character)| (character, plane, cell));
    let mut characters: Vec<_> = in_big5.chain(alone).chain(by_rows()).collect();
    characters.sort_unstable();
    characters
}

/// The characters of the planes whose tables list them row by row, with their planes and cells, from the lowest plane
/// on.
fn by_rows() -> impl Iterator<Item = (char, u8, Cell)> {
    let third = planes::places(PLANE_3).map(|(cell, character)| (character, 3, cell));
    let rare = |(plane, rows): &'static (u8, PackedRows)| {
        rows.places().map(|(cell, character)| (character, *plane, cell))
    };
    third.chain(PLANES.iter().flat_map(rare))
}

/// The character that the index Big5 of the WHATWG has at `pointer`. `None` if the index has no character
/// there, or if Big5 encodes the character with another pointer. (Some characters have two pointers.)
fn big5_character(pointer: u16) -> Option<char> {
    let octets = big5(pointer);
    let text = encoding_rs::BIG5.decode_without_bom_handling_and_without_replacement(&octets)?;
    let written = encoding_rs::BIG5.encode(&text).0;
    text.chars().next().filter(|_| *written == octets)
}

/// The octets of a pointer into the index Big5 of the WHATWG encoding standard.
fn big5(pointer: u16) -> [u8; 2] {
    let [lead, trail] = [pointer / 157, pointer % 157].map(|part| part.to_be_bytes()[1]);
    [lead + 0x81, if trail < 0x3F { trail + 0x40 } else { trail + 0x62 }]
}

/// Single shift 2, which precedes the number of the plane in EUC-TW.
const SHIFT: u8 = 0x8E;

/// Decodes the first character of text in EUC-TW.
pub(crate) fn read_euc_tw(octets: &[u8]) -> Found {
    let found = |plane, pair, length| match character(plane, pair) {
        Some(character) => Found::Character(character, length),
        None => Found::IllFormed(length, MalformedKind::Unmapped),
    };
    match *octets {
        [SHIFT] | [0xA1..=0xFE] | [SHIFT, 0xA1..=0xB0] | [SHIFT, 0xA1..=0xB0, 0xA1..=0xFE] => Found::Prefix,
        [SHIFT, plane @ 0xA1..=0xB0, row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => {
            found(plane - 0xA0, &[row, column], 4)
        }
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => found(1, &[row, column], 2),
        [0xA1..=0xFE, trail, ..] => ill_formed(trail),
        _ => Found::IllFormed(1, MalformedKind::InvalidOctet),
    }
}

/// The octets of a character in EUC-TW.
pub(crate) fn encode_euc_tw(character: char) -> Octets {
    match encode(character) {
        Some((1, pair)) => superset::pair(pair.map(|octet| octet | 0x80)),
        Some((plane, [row, column])) => {
            (u32::from_le_bytes([SHIFT, 0xA0 + plane, row | 0x80, column | 0x80]), 4)
        }
        None => LACKING,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::cns::Run;
    use super::*;

    /// Searches the tables for the plane and the octets of a character: first the tables of Big5 characters, then
    /// [`ALONE`], and then the tables of the other planes, from the lowest plane on.
    fn searched(character: char) -> Option<(u8, [u8; 2])> {
        let mut utf8 = [0; 4];
        let (octets, _, unmappable) = encoding_rs::BIG5.encode(character.encode_utf8(&mut utf8));
        let runs = PLANE_1.iter().map(|run| (1, run)).chain(PLANE_2.iter().map(|run| (2, run)));
        let in_run = |(plane, run): (u8, &Run)| {
            let place = (0..run.length).find(|place| !unmappable && big5(run.big5 + place) == *octets)?;
            Some((plane, run.first + place))
        };
        let alone = ALONE.iter().find(|(_, _, alone)| *alone == character);
        let in_rows =
            || by_rows().find(|(other, ..)| *other == character).map(|(_, plane, cell)| (plane, cell));
        let in_runs = if octets.len() == 2 { runs.filter_map(in_run).next() } else { None };
        let (plane, cell) = in_runs.or(alone.map(|(plane, cell, _)| (*plane, *cell))).or_else(in_rows)?;
        Some((plane, planes::octets(cell)))
    }

    #[test]
    fn the_index_has_each_character_where_a_search_finds_it() {
        let written = characters();
        assert!(written.len() > 45_000);
        // Only some characters are searched for, because the search is slow.
        for (character, ..) in written.iter().step_by(89) {
            assert_eq!(encode(*character), searched(*character), "{character}");
        }
        assert_eq!((encode('é'), encode('\u{E000}')), (None, None));
    }
}
