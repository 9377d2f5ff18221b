//! Rows of 94 characters, packed: each character is stored as its difference from the character before it in the same
//! block of Unicode. Charsets order ideographs by strokes or radicals, and so does each block, so most differences are
//! small. Most characters take one or two octets instead of the three or four of UTF-8.
//!
//! The first octet of a character has the number of the block in its highest two bits. Its other bits are the value,
//! or the start of the value: 0 to 31 are values themselves, 32 to 61 are followed by 8 more bits, and 62 and 63 by 16
//! more. An even value n stands for the difference n / 2, and an odd value n for the difference -(n + 1) / 2.
//!
//! `tools/cns.py` packs rows.

use super::planes::{COLUMNS, Cell, NONE};

/// For each block, the code point from which the first difference of a row is counted: ideographs of extension A,
/// ideographs from U+4E00 on, ideographs from U+20000 on, and all else.
const FIRST: [u32; 4] = [0x3400, 0x4E00, 0x20000, NONE as u32];

/// Packed rows.
pub(super) struct PackedRows {
    pub(super) octets: &'static [u8],
    /// The offset of each row in `octets`, and the offset of the end of the last row.
    pub(super) starts: &'static [u16],
}

impl PackedRows {
    /// The character of a cell. Takes at most as many steps as a row has columns.
    pub(super) fn character(&self, cell: Cell) -> Option<char> {
        let mut row = self.row(usize::from(cell / COLUMNS))?;
        row.nth(usize::from(cell % COLUMNS)).filter(|&character| character != NONE)
    }

    /// All characters and their cells.
    pub(super) fn places(&self) -> impl Iterator<Item = (Cell, char)> {
        let rows = (0..).map_while(|number| self.row(usize::from(number)).map(|row| (number, row)));
        let cells = rows.flat_map(|(number, row)| (number * COLUMNS..).zip(row));
        cells.filter(|(_, character)| *character != NONE)
    }

    fn row(&self, number: usize) -> Option<Row> {
        let (start, end) = (*self.starts.get(number)?, *self.starts.get(number + 1)?);
        let octets = self.octets.get(usize::from(start)..usize::from(end))?;
        Some(Row { octets: octets.iter(), last: FIRST })
    }
}

/// The characters of a row. U+FFFD stands for a cell without a character.
struct Row {
    octets: std::slice::Iter<'static, u8>,
    /// The code point of the last character of each block.
    last: [u32; 4],
}

impl Iterator for Row {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let first = *self.octets.next()?;
        let mut more = || self.octets.next().map(|octet| u32::from(*octet));
        let value = match u32::from(first & 0x3F) {
            value @ 0..32 => value,
            start @ 32..62 => (start - 32) << 8 | more()?,
            start => (start - 62) << 16 | more()? << 8 | more()?,
        };
        let last = self.last.get_mut(usize::from(first >> 6))?;
        *last = last.wrapping_add(value >> 1 ^ (value & 1).wrapping_neg());
        char::from_u32(*last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_of_a_difference_is_read() {
        // Differences of 1 and -1 in two blocks, a cell without a character, 2,000 in 8 bits more, -1, and 0xA6DF in 16
        // bits more. The second row begins anew.
        let first =
            [&[0x02, 0x41, 0xC0][..], &[0x80 | (32 + 15), 0xA0], &[0x81], &[0x80 | 63, 0x4D, 0xBE]].concat();
        let octets = [&first[..], &[0x00]].concat().leak();
        let end = u16::try_from(first.len()).unwrap();
        let rows = PackedRows { octets, starts: vec![0, end, end + 1].leak() };
        let expected = [(0, 0x3401), (1, 0x4DFF), (3, 0x207D0), (4, 0x207CF), (5, 0x2AEAE), (94, 0x3400)];
        let expected = expected.map(|(cell, code)| (cell, char::from_u32(code).unwrap()));
        assert_eq!(rows.places().collect::<Vec<_>>(), expected);
        assert!(expected.iter().all(|(cell, character)| rows.character(*cell) == Some(*character)));
        assert_eq!([2, 6, 95, 188].map(|cell| rows.character(cell)), [None; 4]);
    }
}
