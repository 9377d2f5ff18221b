//! Decodes UTF-32 to UTF-8, and encodes UTF-8 as UTF-32.

use super::{Level, kernel, utf16};

/// The number of octets of a block.
pub(super) const BLOCK: usize = 128;
/// The room for the UTF-8 of a block, and for the octets that are written after it.
pub(crate) const ROOM: usize = 32 * 4 + 64;

/// Decodes whole blocks of 32 units. If `big_endian` is true, then the most significant octet of a unit comes
/// first. Stops before a block that contains a unit that is no character, or when there is no more room. Returns
/// the number of octets read and the number of octets written. Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf32::blocks(encoded, big_endian, octets))
}

/// Encodes UTF-8 in UTF-32 units. If `big_endian` is true, then the most significant octet of a unit comes first.
/// Stops when fewer than 66 octets are left, or when there is no more room. Never stops within a character. Returns
/// the number of octets read and the number of octets written. Linear time.
pub(crate) fn encode(level: Level, text: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf32::from_units(text, big_endian, octets))
}

/// The room for the UTF-32 units of 64 octets of UTF-8, and for the octets that are written after them.
pub(crate) const UNITS_ROOM: usize = 2 * utf16::UNITS_ROOM + BLOCK;
