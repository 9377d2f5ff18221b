//! CNS 11643, planes 1 to 3, for EUC-TW and ISO-2022-CN. Planes 1 and 2 are the characters of Big5 in another
//! order.
//!
//! Planes 4 to 7 and 15 are left out: 35,000 rare hanzi, nearly all beyond U+FFFF, would be by far the largest
//! table here, and no mail is known to use them.

mod table;

use super::cells::{self, Cell};
use table::{ALONE, PLANE_1, PLANE_2, PLANE_3};

/// Characters that stand in the same order in a plane and in Big5.
#[derive(Debug)]
struct Run {
    /// The first of them in the plane: row and column in one number, from 0.
    first: u16,
    /// The first of them in Big5: the pointer of the WHATWG index.
    big5: u16,
    /// How many.
    length: u16,
}

/// Appends the character of two octets, of which the high bit does not count; whether there is one.
pub(super) fn push(plane: u8, pair: &[u8], text: &mut String) -> bool {
    let length = text.len();
    if let Some(cell) = cells::cell(pair) {
        match plane {
            1 | 2 => push_big5(plane, cell, text),
            3 => text.extend(cells::character(PLANE_3, cell)),
            _ => {}
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

/// The plane of a character, and its octets in the 7-bit form.
pub(super) fn encode(character: char) -> Option<(u8, [u8; 2])> {
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
        .or_else(|| cells::find(PLANE_3, character).map(|cell| (3, cell)))?;
    Some((plane, cells::octets(cell)))
}

/// The octets of a WHATWG pointer into Big5.
fn big5(pointer: u16) -> [u8; 2] {
    let [lead, trail] = [pointer / 157, pointer % 157].map(|part| part.to_be_bytes()[1]);
    [lead + 0x81, if trail < 0x3F { trail + 0x40 } else { trail + 0x62 }]
}
