//! Decodes UTF-16 to UTF-8, and encodes UTF-8 as UTF-16.

use super::{Level, kernel};

/// Decodes blocks of 32 units. If `big_endian` is true, then the most significant octet of a unit comes first. Stops
/// before a block that contains an unpaired surrogate, when fewer than 33 units are left, or when there is no more
/// room. Never stops within a surrogate pair. Returns the number of octets read and the number of octets written.
/// Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf16::blocks(encoded, big_endian, octets))
}

/// Encodes UTF-8 in UTF-16 units. If `big_endian` is true, then the most significant octet of a unit comes first.
/// Stops when fewer than 66 octets are left, or when there is no more room. Never stops within a character. Returns
/// the number of octets read and the number of octets written. Linear time.
pub(crate) fn encode(level: Level, text: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf16::to_units(text, big_endian, false, octets))
}

/// The room for the UTF-8 of 32 units, which take at most three octets each, and for the octets that are written
/// after them.
pub(crate) const ROOM: usize = 32 * 3 + 64;

/// The room for the UTF-16 units of 64 octets of UTF-8, and for the octets that are written after them.
pub(crate) const UNITS_ROOM: usize = 2 * 64 + 64;
