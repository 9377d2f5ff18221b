//! A search for unusual pairs of octets in text of single-octet and double-octet characters.

use super::{Level, kernel};

/// The usual pairs of octets of a charset. An octet above 128 is the first octet of a pair, unless it is the second
/// octet of a pair or a character by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsualPairs {
    /// The least and the greatest octet above 128 that are characters by themselves. If the least is greater than the
    /// greatest, there are no such octets.
    pub(crate) single: [u8; 2],
    /// The least and the greatest first octet of usual pairs, in two ranges.
    pub(crate) first: [[u8; 2]; 2],
    /// The least second octet of usual pairs.
    pub(crate) second: u8,
}

/// The number of octets before the first unusual pair, or before an octet without a second one at the end.
/// `octets` begin with a character. Linear time.
pub(crate) fn usual(level: Level, pairs: &UsualPairs, octets: &[u8]) -> usize {
    kernel!(level, pairs::blocks(pairs, octets))
}
