//! Searches for lines that begin with one of a few octets.

use super::{Level, kernel};

/// The line starts to search for: the octet before a line, and the first octet of the line. In each table, the
/// index of an octet is its low four bits. In an unused entry, the low four bits differ from the index. Therefore an
/// octet of the text never equals the unused entry at its index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    /// The octets that can come before the line.
    pub(crate) before: [u8; 16],
    /// The first octets that the line can have, with the bits of `case` set.
    pub(crate) first: [u8; 16],
    /// The bits of a first octet that are ignored.
    pub(crate) case: u8,
}

/// Returns the offset of the octet before the first line start. If no line start is found, then the error is
/// the offset at which the search stopped. The octets after this offset are too few for a block. Linear time.
pub(crate) fn find(level: Level, octets: &[u8], starts: &Starts) -> Result<usize, usize> {
    kernel!(level, line_starts::find_starts(octets, starts))
}

/// Searches as [`find`] does, for lines that start with `first` after an LF. The search is fast if `first` is a
/// rare octet.
pub(crate) fn find_one(level: Level, octets: &[u8], first: u8) -> Result<usize, usize> {
    kernel!(level, line_starts::find_rare(octets, first))
}
