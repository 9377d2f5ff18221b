//! A search for octets with which a character of UTF-8 may begin: lead octets before a continuation octet (RFC 3629
//! section 4).

use super::{Level, kernel};

/// The number of octets of a block, for each of which a bit tells whether it is a start.
pub(crate) const BLOCK: usize = 64;

/// The first block that has a start: an offset, and the bits of the [`BLOCK`] octets after the one at that offset. No bits
/// if there is no start. With `AFTER_ASCII`, only octets after US-ASCII are starts. The first of `octets` is never one.
/// Linear time.
pub(crate) fn find<const AFTER_ASCII: bool>(level: Level, octets: &[u8]) -> (usize, u64) {
    kernel!(level, utf8_starts::blocks<AFTER_ASCII>(octets))
}
