//! Character sets of 94 rows and 94 columns for which this crate has tables:
//!
//! - the cells that GB 2312-80 uses;
//! - ISO-IR-165, a set of ISO-2022-CN-EXT (RFC 1922), which is GB 2312 with CCITT's additions;
//! - JIS X 0213, whose planes are sets of ISO-2022-JP-3 and ISO-2022-JP-2004.
//!
//! ISO-IR-165 and JIS X 0213 are only decoded in this module, not encoded.

use super::tables::{gb2312, iso_ir_165, jisx0213};

/// The number of a cell: 94 times the row plus the column, both counted from 0.
pub(crate) type Cell = u16;

/// The mark for a cell without a character in a table.
pub(super) const NONE: char = char::REPLACEMENT_CHARACTER;

/// The number of columns of a row.
pub(super) const COLUMNS: Cell = 94;

/// The cell of two octets. The high bits of the octets are ignored.
pub(crate) fn cell(pair: &[u8]) -> Option<Cell> {
    let &[row, column] = pair else { return None };
    let place = |octet: u8| (octet & 0x7F).checked_sub(0x21).filter(|&place| place < 94).map(u16::from);
    Some(place(row)? * COLUMNS + place(column)?)
}

/// The octets of a cell, without the high bit.
pub(crate) fn octets(cell: Cell) -> [u8; 2] {
    [cell / COLUMNS, cell % COLUMNS].map(|place| place.to_be_bytes()[1] + 0x21)
}

/// The character of a cell in a table of rows.
pub(crate) fn character(rows: &[&str], cell: Cell) -> Option<char> {
    let row = rows.get(usize::from(cell / COLUMNS))?;
    row.chars().nth(usize::from(cell % COLUMNS)).filter(|&character| character != NONE)
}

/// All characters in a table of rows, and their cells.
pub(crate) fn places(rows: &'static [&'static str]) -> impl Iterator<Item = (Cell, char)> {
    let row = |(row, text): (u16, &'static &'static str)| (row * COLUMNS..).zip(text.chars());
    (0..).zip(rows).flat_map(row).filter(|(_, character)| *character != NONE)
}

/// Whether GB 2312-80 has a character at two octets. The high bits of the octets are ignored. Decoding as GB18030
/// does not show this, because GB18030 has more characters in the same rows.
pub(super) fn gb2312_has(pair: [u8; 2]) -> bool {
    cell(&pair).is_some_and(|cell| gb2312::CELLS.iter().any(|run| run.contains(&cell)))
}

/// Appends the character that ISO-IR-165 has at two octets. The high bits of the octets are ignored. Returns
/// whether there is a character.
pub(crate) fn push_iso_ir_165(pair: &[u8], text: &mut String) -> bool {
    let character = cell(pair).and_then(|cell| character(iso_ir_165::ROWS, cell));
    text.extend(character);
    character.is_some()
}

/// Appends the one or two characters that JIS X 0213 has at two octets. The high bits of the octets are ignored.
/// Returns whether there is any character.
pub(crate) fn push_jisx0213(plane: u8, pair: &[u8], text: &mut String) -> bool {
    let Some(cell) = cell(pair) else { return false };
    let one = character(if plane == 1 { jisx0213::PLANE_1 } else { jisx0213::PLANE_2 }, cell);
    text.extend(one);
    let two = jisx0213::PAIRS.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
    text.extend(two.map(|(_, _, two)| *two));
    one.is_some() || two.is_some()
}
