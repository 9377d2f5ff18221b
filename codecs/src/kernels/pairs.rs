//! Searches for an unusual pair of octets in text of single-octet and double-octet characters.

use super::{Level, kernel};

/// The usual pairs of octets of a charset. An octet above 128 is the first octet of a pair, unless it is the second
/// octet of another pair or is a character by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsualPairs {
    /// The least and the greatest octet above 128 that is a character by itself. If the least octet is greater than
    /// the greatest one, then no octet is a character by itself.
    pub(crate) single: [u8; 2],
    /// Two ranges of the first octets of usual pairs. Each range is given by its least and its greatest octet.
    pub(crate) first: [[u8; 2]; 2],
    /// The least second octet of usual pairs.
    pub(crate) second: u8,
}

/// The number of octets before the first unusual pair, or before a last octet that lacks the second octet of its
/// pair. `octets` must begin at the start of a character. Linear time.
pub(crate) fn usual(level: Level, pairs: &UsualPairs, octets: &[u8]) -> usize {
    kernel!(level, pairs::blocks(pairs, octets))
}
