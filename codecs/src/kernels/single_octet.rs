//! Decodes single-octet charsets to UTF-8.

use super::{Level, kernel};

/// The UTF-8 of the character of each octet above 127. The first index says which octet of the UTF-8 is meant: the
/// first, the second or the third. The second index is 0 for the octets from 128 to 191, and 1 for those from 192
/// on. If the second octet of UTF-8 is zero, then there is no character. If only the third is zero, then the
/// character has two octets.
pub(crate) type Planes = [[[u8; 64]; 2]; 3];

/// Whether looking octets up in vectors is faster than looking them up one by one.
pub(crate) fn pays(level: Level) -> bool {
    level.looks_up_32_octets()
}

/// Decodes whole blocks of 64 octets. Octets below 128 are US-ASCII. Stops before a block that contains an octet
/// without a character, and when there is no more room. Returns the number of octets read and the number of octets
/// written. Linear time.
pub(crate) fn decode(level: Level, planes: &Planes, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, single_octet::blocks(planes, encoded, octets))
}
