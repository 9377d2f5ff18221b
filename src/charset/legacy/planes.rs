//! Character sets of 94 rows and 94 columns that stand in our own tables: which cells GB 2312-80 has, ISO-IR-165 (the
//! set of ISO-2022-CN-EXT, RFC 1922: GB 2312 with CCITT's additions) and JIS X 0213 (the sets of ISO-2022-JP-3 and
//! ISO-2022-JP-2004). The last two are read and never written.

use super::tables::{gb2312, iso_ir_165, jisx0213};

/// Row and column in one number, from 0.
pub(crate) type Cell = u16;

/// Stands in a row for a character that it does not have.
const NONE: char = char::REPLACEMENT_CHARACTER;

/// The cell of two octets, of which the high bit does not count.
pub(crate) fn cell(pair: &[u8]) -> Option<Cell> {
    let &[row, column] = pair else { return None };
    let place = |octet: u8| (octet & 0x7F).checked_sub(0x21).filter(|&place| place < 94).map(u16::from);
    Some(place(row)? * 94 + place(column)?)
}

/// The octets of a cell, without the high bit.
pub(crate) fn octets(cell: Cell) -> [u8; 2] {
    [cell / 94, cell % 94].map(|place| place.to_be_bytes()[1] + 0x21)
}

/// The character of a cell in a plane that is given by its rows.
pub(crate) fn character(rows: &[&str], cell: Cell) -> Option<char> {
    let row = rows.get(usize::from(cell / 94))?;
    row.chars().nth(usize::from(cell % 94)).filter(|&character| character != NONE)
}

/// The characters of a plane that is given by its rows, and their cells.
pub(crate) fn places(rows: &'static [&'static str]) -> impl Iterator<Item = (Cell, char)> {
    let row = |(row, text): (u16, &'static &'static str)| (row * 94..).zip(text.chars());
    (0..).zip(rows).flat_map(row).filter(|(_, character)| *character != NONE)
}

/// Whether GB 2312-80 has a character at these octets, of which the high bit does not count. GB18030, as which they are
/// decoded, has more characters in the same rows.
pub(super) fn gb2312_has(pair: [u8; 2]) -> bool {
    cell(&pair).is_some_and(|cell| gb2312::CELLS.iter().any(|run| run.contains(&cell)))
}

/// Appends the character of ISO-IR-165 of two octets, of which the high bit does not count; whether there is one.
pub(crate) fn push_iso_ir_165(pair: &[u8], text: &mut String) -> bool {
    let character = cell(pair).and_then(|cell| character(iso_ir_165::ROWS, cell));
    text.extend(character);
    character.is_some()
}

/// Appends the character of JIS X 0213 of two octets, of which the high bit does not count; whether there is one.
pub(crate) fn push_jisx0213(plane: u8, pair: &[u8], text: &mut String) -> bool {
    let Some(cell) = cell(pair) else { return false };
    let one = character(if plane == 1 { jisx0213::PLANE_1 } else { jisx0213::PLANE_2 }, cell);
    text.extend(one);
    let two = jisx0213::PAIRS.iter().find(|(of, at, _)| (*of, *at) == (plane, cell));
    text.extend(two.map(|(_, _, two)| *two));
    one.is_some() || two.is_some()
}
