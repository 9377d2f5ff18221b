//! Planes of 94 rows and 94 columns of characters.

/// Row and column in one number, from 0.
pub(super) type Cell = u16;

/// Stands in a row for a character that it does not have.
const NONE: char = char::REPLACEMENT_CHARACTER;

/// The cell of two octets, of which the high bit does not count.
pub(super) fn cell(pair: &[u8]) -> Option<Cell> {
    let &[row, column] = pair else { return None };
    let place = |octet: u8| (octet & 0x7F).checked_sub(0x21).filter(|&place| place < 94).map(u16::from);
    Some(place(row)? * 94 + place(column)?)
}

/// The octets of a cell, without the high bit.
pub(super) fn octets(cell: Cell) -> [u8; 2] {
    [cell / 94, cell % 94].map(|place| place.to_be_bytes()[1] + 0x21)
}

/// The character of a cell in a plane that is given by its rows.
pub(super) fn character(rows: &[&str], cell: Cell) -> Option<char> {
    let row = rows.get(usize::from(cell / 94))?;
    row.chars().nth(usize::from(cell % 94)).filter(|&character| character != NONE)
}

/// The characters of a plane that is given by its rows, and their cells.
pub(super) fn places(rows: &'static [&'static str]) -> impl Iterator<Item = (Cell, char)> {
    let row = |(row, text): (u16, &'static &'static str)| (row * 94..).zip(text.chars());
    (0..).zip(rows).flat_map(row).filter(|(_, character)| *character != NONE)
}
