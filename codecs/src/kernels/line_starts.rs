//! Searches for lines that begin with one of a few octets.

use super::{Level, kernel};

/// The line starts to search for: the octets before a line, and the first octets of the line. An octet is looked up
/// by its low four bits. If an entry differs from its index in these bits, then no octet is equal to the entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    /// The octets that can come before the line.
    pub(crate) before: [u8; 16],
    /// The first octets that the line can have, with the bits of `case` set.
    pub(crate) first: [u8; 16],
    /// The bits of a first octet that are ignored.
    pub(crate) case: u8,
}

/// Returns the offset of the octet before the first line start. The error is the offset of the rest, which is too
/// short for a block and was not searched. Linear time.
pub(crate) fn find(level: Level, octets: &[u8], starts: &Starts) -> Result<usize, usize> {
    kernel!(level, line_starts::find_starts(octets, starts))
}

/// Searches as [`find`] does, for lines that start with `first` after an LF. The search is fast if `first` is a
/// rare octet.
pub(crate) fn find_one(level: Level, octets: &[u8], first: u8) -> Result<usize, usize> {
    kernel!(level, line_starts::find_rare(octets, first))
}
