//! UTF-32 to UTF-8, and back.

use super::{Level, kernel, utf16};

/// The octets of a block.
pub(super) const BLOCK: usize = 128;
/// The UTF-8 of a block, and what is written after it.
pub(crate) const ROOM: usize = 32 * 4 + 64;

/// Decodes characters, most significant octet first if `big_endian`, in whole blocks, as long as all of them are
/// characters. Stops when there is no more room. Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf32::blocks(encoded, big_endian, octets))
}

/// Encodes UTF-8, most significant octet first if `big_endian`. Stops between two characters before the last 66 octets, or
/// when there is no more room. Linear time.
pub(crate) fn encode(level: Level, text: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, utf32::from_units(text, big_endian, octets))
}

/// Room for the characters of a block of UTF-8, and what is written after them.
pub(crate) const UNITS_ROOM: usize = 2 * utf16::UNITS_ROOM + BLOCK;
