//! Searches for octets with which a character of UTF-8 can begin: lead octets before a continuation octet (RFC 3629
//! section 4).

use super::{Level, kernel};

/// The number of octets of a block. A bit for each of them tells whether a character can begin with it.
pub(crate) const BLOCK: usize = 64;

/// Finds the first block that has a start, that is, a lead octet before a continuation octet. Returns the offset of
/// the octet directly before the block, and a bit for each of the [`BLOCK`] octets of the block, which is set if the
/// octet is a start. If there is no start, then no bit is set. With `AFTER_ASCII`, only octets after US-ASCII are
/// starts. The first octet of `octets` is never a start. Linear time.
pub(crate) fn find<const AFTER_ASCII: bool>(level: Level, octets: &[u8]) -> (usize, u64) {
    kernel!(level, utf8_starts::blocks<AFTER_ASCII>(octets))
}
