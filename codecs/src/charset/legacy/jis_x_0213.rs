//! EUC-JIS-2004 and Shift_JIS-2004 (JIS X 0213:2004). They have US-ASCII, both planes of JIS X 0213, and the
//! half-width kana of JIS X 0201.
//!
//! Each of 25 cells stands for two characters: a letter and its accent. When the two characters are encoded, they
//! become one cell. Therefore the encoder holds back a character that can be the first of two until the next
//! character comes.

use super::multibyte::{Found, ill_formed};
use super::planes::{self, Cell};
use super::tables::jisx0213::{PAIRS, PLANE_1, PLANE_2};
use crate::charset::codec::{MalformedKind, RawEncoder, Unmappable};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The charset whose octets are written for the cells of JIS X 0213.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Euc,
    ShiftJis,
}

/// Single shift 2 of EUC, which precedes half-width kana.
const KANA: u8 = 0x8E;
/// Single shift 3 of EUC, which precedes a character of plane 2.
const SECOND: u8 = 0x8F;

/// The rows of plane 2 for each lead octet of Shift_JIS-2004 from F0 to F4. The lead octets F5 to FC have the rows
/// from 79 on, in order.
const ROWS: [[u8; 2]; 5] = [[1, 8], [3, 4], [5, 12], [13, 14], [15, 78]];

/// Decodes the first character of text in EUC-JIS-2004.
pub(crate) fn read_euc(octets: &[u8]) -> Found {
    match *octets {
        [KANA | SECOND | 0xA1..=0xFE] | [SECOND, 0xA1..=0xFE] => Found::Prefix,
        [KANA, kana @ 0xA1..=0xDF, ..] => Found::Character(half_width(kana), 2),
        [SECOND, row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => {
            at(2, planes::cell(&[row, column]), 3, column)
        }
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => at(1, planes::cell(&[row, column]), 2, column),
        [SECOND, 0xA1..=0xFE, trail, ..] if trail >= 0x80 => Found::IllFormed(3, MalformedKind::Unmapped),
        [SECOND, 0xA1..=0xFE, ..] => Found::IllFormed(2, MalformedKind::Unmapped),
        [KANA | SECOND | 0xA1..=0xFE, trail, ..] => ill_formed(trail),
        _ => Found::IllFormed(1, MalformedKind::InvalidOctet),
    }
}

/// Decodes the first character of text in Shift_JIS-2004.
pub(crate) fn read_shift_jis(octets: &[u8]) -> Found {
    let (lead, trail) = match *octets {
        [kana @ 0xA1..=0xDF, ..] => return Found::Character(half_width(kana), 1),
        [0x81..=0x9F | 0xE0..=0xFC] => return Found::Prefix,
        [lead @ (0x81..=0x9F | 0xE0..=0xFC), trail, ..] => (lead, trail),
        _ => return Found::IllFormed(1, MalformedKind::InvalidOctet),
    };
    let column = match trail {
        0x40..=0x7E => trail - 0x40,
        0x80..=0xFC => trail - 0x41,
        _ => return ill_formed(trail),
    };
    let half = column / 94;
    let (plane, row) = match lead {
        0x81..=0x9F => (1, (lead - 0x81) * 2 + half),
        0xE0..=0xEF => (1, (lead - 0xC1) * 2 + half),
        _ => (2, row_of_plane_2(lead - 0xF0, half)),
    };
    at(plane, Some(u16::from(row) * 94 + u16::from(column % 94)), 2, trail)
}

/// The row of plane 2 that a lead octet of Shift_JIS-2004 means. Each lead octet has two rows, and `half` is 0 for
/// the first and 1 for the second. The lead octet is counted from 0xF0, and the row from 0.
fn row_of_plane_2(lead: u8, half: u8) -> u8 {
    match ROWS.get(usize::from(lead)) {
        Some([first, second]) => (if half == 0 { first } else { second }) - 1,
        None => 78 + (lead - 5) * 2 + half,
    }
}

/// The result of decoding a cell of `plane`. The cell has `length` octets, and `trail` is the last of them.
fn at(plane: u8, cell: Option<Cell>, length: usize, trail: u8) -> Found {
    let Some(cell) = cell else { return ill_formed(trail) };
    let rows = if plane == 1 { PLANE_1 } else { PLANE_2 };
    if let Some(character) = planes::character(rows, cell) {
        return Found::Character(character, length);
    }
    let pair = PAIRS.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
    let mut characters = pair.map(|(_, _, pair)| pair.chars()).into_iter().flatten();
    match (characters.next(), characters.next()) {
        (Some(first), Some(second)) => Found::Two([first, second], length),
        _ if length == 3 => Found::IllFormed(3, MalformedKind::Unmapped),
        _ => ill_formed(trail),
    }
}

fn half_width(kana: u8) -> char {
    char::from_u32(0xFF61 - 0xA1 + u32::from(kana)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The encoder of both charsets.
#[derive(Debug)]
pub(crate) struct Writer {
    form: Form,
    /// A character that can share a cell with the next character.
    held: Option<char>,
}

impl Writer {
    pub(crate) fn new(form: Form) -> Self {
        Self { form, held: None }
    }

    /// Writes a character. Returns whether the charset has it.
    fn character(&self, character: char, octets: &mut Vec<u8>) -> bool {
        let kana = u32::from(character).checked_sub(0xFF61 - 0xA1).and_then(|kana| u8::try_from(kana).ok());
        match (kana.filter(|kana| (0xA1..=0xDF).contains(kana)), self.form) {
            (Some(kana), Form::Euc) => octets.extend([KANA, kana]),
            (Some(kana), Form::ShiftJis) => octets.push(kana),
            (None, _) if character.is_ascii() => octets.extend(u8::try_from(character)),
            (None, _) => {
                let Some(&(plane, cell)) = CELLS.get(&character) else { return false };
                self.cell(plane, cell, octets);
            }
        }
        true
    }

    fn cell(&self, plane: u8, cell: Cell, octets: &mut Vec<u8>) {
        let [row, column] = planes::octets(cell);
        match self.form {
            Form::Euc => {
                octets.extend((plane == 2).then_some(SECOND));
                octets.extend([row | 0x80, column | 0x80]);
            }
            Form::ShiftJis => {
                let (row, column) = (row - 0x21, column - 0x21);
                let (lead, half) = if plane == 2 { lead_of_plane_2(row) } else { (row / 2, row % 2) };
                let first = match plane {
                    2 => 0xF0,
                    _ if lead < 31 => 0x81,
                    _ => 0xC1,
                };
                let trail = column + 94 * half;
                octets.extend([first + lead, trail + if trail < 0x3F { 0x40 } else { 0x41 }]);
            }
        }
    }
}

/// The lead octet of Shift_JIS-2004 for a row of plane 2. Each lead octet has two rows. The other number in the
/// result is 0 if `row` is the first of them, and 1 if it is the second. The lead octet is counted from 0xF0, and the
/// row from 0.
fn lead_of_plane_2(row: u8) -> (u8, u8) {
    let leads =
        (0..).zip(ROWS).flat_map(|(lead, rows)| (0..).zip(rows).map(move |(half, row)| (lead, half, row)));
    let found = leads.into_iter().find(|(_, _, other)| *other == row + 1);
    found.map_or_else(|| (row.saturating_sub(78) / 2 + 5, row % 2), |(lead, half, _)| (lead, half))
}

/// The plane and the cell of each character that has a cell of its own. ([`PAIRS`] has the cells that stand for two
/// characters each.)
static CELLS: LazyLock<HashMap<char, (u8, Cell)>> = LazyLock::new(|| {
    let places = [(2, PLANE_2), (1, PLANE_1)].into_iter().flat_map(|(plane, rows)| {
        planes::places(rows).map(move |(cell, character)| (character, (plane, cell)))
    });
    places.collect()
});

impl RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        for (at, character) in text.char_indices() {
            if let Some(first) = self.held.take() {
                let pair = PAIRS.iter().find(|(_, _, pair)| pair.chars().eq([first, character]));
                if let Some((plane, cell, _)) = pair {
                    self.cell(*plane, *cell, octets);
                    continue;
                }
                self.character(first, octets);
            }
            if PAIRS.iter().any(|(_, _, pair)| pair.starts_with(character)) {
                self.held = Some(character);
            } else if !self.character(character, octets) {
                return Err((at, character));
            }
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if let Some(first) = self.held.take() {
            self.character(first, octets);
        }
    }
}
