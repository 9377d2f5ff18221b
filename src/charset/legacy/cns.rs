//! CNS 11643, planes 1 to 7 and 15, for EUC-TW and ISO-2022-CN. Planes 1 and 2 have the characters of Big5 in another
//! order. The tables of the other planes take 160 KiB; the first time one of their characters is encoded, an index of
//! the same size is built.

use super::multibyte::{Found, ill_formed};
use super::planes::{self, Cell};
use super::tables::cns::{ALONE, PLANE_1, PLANE_2, PLANE_3, Run};
use super::tables::cns_rare::{PLANE_4, PLANE_5, PLANE_6, PLANE_7, PLANE_15};
use crate::charset::codec::MalformedKind;
use std::sync::LazyLock;

/// The planes whose tables list the characters row by row.
const BY_ROWS: [(u8, &[&str]); 6] =
    [(3, PLANE_3), (4, PLANE_4), (5, PLANE_5), (6, PLANE_6), (7, PLANE_7), (15, PLANE_15)];

/// Appends the character of two octets in a plane, ignoring their high bits. Returns whether there is one.
pub(crate) fn push(plane: u8, pair: &[u8], text: &mut String) -> bool {
    let length = text.len();
    if let Some(cell) = planes::cell(pair) {
        match plane {
            1 | 2 => push_big5(plane, cell, text),
            _ => {
                let rows = BY_ROWS.iter().find(|(of, _)| *of == plane);
                text.extend(rows.and_then(|(_, rows)| planes::character(rows, cell)));
            }
        }
    }
    text.len() > length
}

fn push_big5(plane: u8, cell: Cell, text: &mut String) {
    let runs = if plane == 1 { PLANE_1 } else { PLANE_2 };
    let after = runs.partition_point(|run| run.first <= cell);
    let run = after.checked_sub(1).and_then(|at| runs.get(at)).filter(|run| cell - run.first < run.length);
    if let Some(run) = run {
        let octets = big5(run.big5 + (cell - run.first));
        let character = encoding_rs::BIG5.decode_without_bom_handling_and_without_replacement(&octets);
        text.push_str(&character.unwrap_or_default());
    } else {
        let alone = ALONE.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
        text.extend(alone.map(|(_, _, character)| character));
    }
}

/// The plane of a character, and its octets without the high bit.
pub(crate) fn encode(character: char) -> Option<(u8, [u8; 2])> {
    let mut utf8 = [0; 4];
    let (octets, _, unmappable) = encoding_rs::BIG5.encode(character.encode_utf8(&mut utf8));
    let pointer = match *octets {
        [lead @ 0x81..=0xFE, trail @ 0x40..=0xFE] if !unmappable => {
            u16::from(lead - 0x81) * 157 + u16::from(trail) - if trail < 0x7F { 0x40 } else { 0x62 }
        }
        _ => u16::MAX,
    };
    let in_run = |(plane, run): (u8, &Run)| {
        let place = pointer.checked_sub(run.big5).filter(|&place| place < run.length)?;
        Some((plane, run.first + place))
    };
    let runs = PLANE_1.iter().map(|run| (1, run)).chain(PLANE_2.iter().map(|run| (2, run)));
    let alone = ALONE.iter().find(|(_, _, alone)| *alone == character);
    let (plane, cell) = runs
        .filter_map(in_run)
        .next()
        .or(alone.map(|&(plane, cell, _)| (plane, cell)))
        .or_else(|| by_rows(character))?;
    Some((plane, planes::octets(cell)))
}

/// The plane and cell of a character in the planes of [`BY_ROWS`].
fn by_rows(character: char) -> Option<(u8, Cell)> {
    static INDEX: LazyLock<Vec<(char, u8, Cell)>> = LazyLock::new(|| {
        let places =
            |(plane, rows)| planes::places(rows).map(move |(cell, character)| (character, plane, cell));
        let mut index: Vec<_> = BY_ROWS.into_iter().flat_map(places).collect();
        index.sort_unstable();
        index
    });
    // If several planes have the character, the lowest one comes first.
    let at = INDEX.partition_point(|&(other, ..)| other < character);
    INDEX.get(at).filter(|&&(found, ..)| found == character).map(|&(_, plane, cell)| (plane, cell))
}

/// The octets of a pointer into the index Big5 of the WHATWG encoding standard.
fn big5(pointer: u16) -> [u8; 2] {
    let [lead, trail] = [pointer / 157, pointer % 157].map(|part| part.to_be_bytes()[1]);
    [lead + 0x81, if trail < 0x3F { trail + 0x40 } else { trail + 0x62 }]
}

/// Single shift 2, which precedes the number of a plane in EUC-TW.
const SHIFT: u8 = 0x8E;

/// Decodes the first character of text in EUC-TW.
pub(crate) fn read_euc_tw(octets: &[u8], text: &mut String) -> Found {
    let character = |plane, pair, length, text: &mut String| {
        if push(plane, pair, text) {
            Found::Character(length)
        } else {
            Found::IllFormed(length, MalformedKind::Unmapped)
        }
    };
    match *octets {
        [SHIFT] | [0xA1..=0xFE] | [SHIFT, 0xA1..=0xB0] | [SHIFT, 0xA1..=0xB0, 0xA1..=0xFE] => Found::Prefix,
        [SHIFT, plane @ 0xA1..=0xB0, row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => {
            character(plane - 0xA0, &[row, column], 4, text)
        }
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => character(1, &[row, column], 2, text),
        [0xA1..=0xFE, trail, ..] => ill_formed(trail),
        _ => Found::IllFormed(1, MalformedKind::InvalidByte),
    }
}

/// Appends the octets of a character in EUC-TW. Returns whether the charset has it.
pub(crate) fn encode_euc_tw(character: char, octets: &mut Vec<u8>) -> bool {
    if let Ok(octet @ ..0x80) = u8::try_from(character) {
        octets.push(octet);
        return true;
    }
    let Some((plane, pair)) = encode(character) else { return false };
    if plane != 1 {
        octets.extend([SHIFT, 0xA0 + plane]);
    }
    octets.extend(pair.map(|octet| octet | 0x80));
    true
}
