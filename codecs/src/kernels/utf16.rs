//! UTF-16 to UTF-8, and back.

use super::{Level, kernel};

/// Decodes units, most significant octet first if `big_endian`, as long as surrogates are in pairs. Stops before the
/// last 33 units, between two characters, and when there is no more room. Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf16::blocks(encoded, big_endian, octets))
}

/// Encodes UTF-8 in units, most significant octet first if `big_endian`. Stops between two characters before the last 66
/// octets, or when there is no more room. Linear time.
pub(crate) fn encode(level: Level, text: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf16::to_units(text, big_endian, false, octets))
}

/// Room for 32 units in UTF-8, and for the octets that are written after them.
pub(crate) const ROOM: usize = 32 * 3 + 64;

/// The units of a block, and what is written after them.
pub(crate) const UNITS_ROOM: usize = 2 * 64 + 64;
