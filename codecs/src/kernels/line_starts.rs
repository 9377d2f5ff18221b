//! Lines that begin with one of a few octets.

use super::{Level, kernel};

/// The line starts to find: the octets before a line and its first octets. Octets are looked up by their low four bits: an
/// entry that differs from its index in these bits is equal to no octet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    /// The octets before the line.
    pub(crate) before: [u8; 16],
    /// The first octets of the line, with the bits of `case` set.
    pub(crate) first: [u8; 16],
    /// The bits of a first octet that are ignored.
    pub(crate) case: u8,
}

/// The offset of the octet before the first such line; as an error, the offset of the rest that is too short for a block
/// and was not searched. Linear time.
pub(crate) fn find(level: Level, octets: &[u8], starts: &Starts) -> Result<usize, usize> {
    kernel!(level, line_starts::find_starts(octets, starts))
}

/// Like [`find`], for the lines that start with `first` after an LF. Fast if `first` is a rare octet.
pub(crate) fn find_one(level: Level, octets: &[u8], first: u8) -> Result<usize, usize> {
    kernel!(level, line_starts::find_rare(octets, first))
}
