//! Single-octet charsets to UTF-8.

use super::{Level, kernel};

/// For the octets from 128 and from 192 on, the first, second and third octets of their characters in UTF-8. A second
/// octet of zero means that there is no character; a third octet of zero, that the character has two.
pub(crate) type Planes = [[[u8; 64]; 2]; 3];

/// Whether looking octets up in vectors is faster than looking them up one after the other.
pub(crate) fn pays(level: Level) -> bool {
    level.looks_up_32_octets()
}

/// Decodes whole blocks of octets; those below 128 are US-ASCII. Stops before a block with an octet without a character,
/// and when there is no more room. Linear time.
pub(crate) fn decode(level: Level, planes: &Planes, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, single_octet::blocks(planes, encoded, octets))
}
