//! Base64 (RFC 2045 section 6.8): decoding lines that consist only of symbols, and encoding full lines.

use super::{Level, kernel};

/// The number of octets that can be written after the last decoded octet, because vectors are stored as a whole.
pub(crate) const SLACK: usize = 64;

/// Decodes whole lines at the start of `encoded`. Stops before the first irregular line, or when there is not
/// enough room for a line and [`SLACK`] more octets. A line is regular if it consists only of symbols before its
/// line end, has as many symbols as the first line, and this number is a multiple of four and at least 16. Returns
/// the number of octets read and the number of octets written. Linear time.
pub(crate) fn decode_lines(level: Level, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, base64::lines(encoded, octets))
}

/// The number of octets in the regular lines at the start of `encoded`. [`decode_lines`] says which lines are
/// regular. Linear time.
pub(crate) fn regular_lines(level: Level, encoded: &[u8]) -> usize {
    kernel!(level, base64::regular(encoded))
}

/// The minimum number of symbols of a line that a kernel decodes.
pub(crate) const LEAST: usize = 16;

/// Decodes a line of symbols without a line end. The number of symbols must be a multiple of four and at least
/// [`LEAST`]. Returns whether the line consists only of symbols, and there is enough room for it and [`SLACK`] more
/// octets.
pub(crate) fn decode_line(level: Level, symbols: &[u8], octets: &mut [u8]) -> bool {
    let whole = symbols.len() >= LEAST && symbols.len().is_multiple_of(4);
    whole && kernel!(level, base64::line_of_symbols(symbols, octets))
}

/// The number of symbols of a full line.
pub(super) const LINE_SYMBOLS: usize = 76;

/// Encodes `octets`, which are at most one line, in groups of three. A last group of fewer than three octets is not
/// encoded. Encodes nothing if there are fewer than 18 octets. Returns the number of octets read and the number of
/// symbols written.
pub(crate) fn encode_quanta(level: Level, octets: &[u8], symbols: &mut [u8; LINE_SYMBOLS]) -> (usize, usize) {
    kernel!(level, base64::quanta(octets, symbols))
}

/// Encodes full lines of 76 symbols, each ended by `line_end`. Stops when fewer than 64 octets are left, or when
/// there is no more room. Returns the number of octets read and the number of octets written. Linear time.
pub(crate) fn encode_lines<const END: usize>(
    level: Level,
    octets: &[u8],
    line_end: &[u8; END],
    encoded: &mut [u8],
) -> (usize, usize) {
    kernel!(level, base64::full_lines<END>(octets, line_end, encoded))
}

/// The alphabet of RFC 2045, which RFC 2152 uses too.
pub(crate) const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The alphabet of RFC 3501.
pub(crate) const IMAP_SYMBOLS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

/// For each octet, its value as a symbol, or [`NONE`].
pub(super) type Sextets = [[u8; 64]; 4];
pub(super) const SEXTETS: Sextets = sextets_of(SYMBOLS);
pub(super) const IMAP_SEXTETS: Sextets = sextets_of(IMAP_SYMBOLS);

/// The mark for an octet that is not a symbol. The values of symbols do not have the highest bit set.
pub(crate) const NONE: u8 = 0x80;

#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const fn sextets_of(symbols: &[u8; 64]) -> Sextets {
    let (mut sextets, mut value) = ([[NONE; 64]; 4], 0);
    while value < 64 {
        let symbol = symbols[value] as usize;
        sextets[symbol / 64][symbol % 64] = value as u8;
        value += 1;
    }
    sextets
}

/// The value of an octet as a symbol; [`NONE`] if the octet is not a symbol.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
#[inline]
pub(crate) fn sextet<const IMAP: bool>(octet: u8) -> u8 {
    static EACH: Sextets = SEXTETS;
    static IMAP_EACH: Sextets = IMAP_SEXTETS;
    let sextets = if IMAP { &IMAP_EACH } else { &EACH };
    sextets.as_flattened()[usize::from(octet)]
}
