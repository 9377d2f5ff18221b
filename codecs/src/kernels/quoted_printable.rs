//! Quoted-printable (RFC 2045 section 6.7): decoding text, escapes and soft line breaks, and escaping octets. The
//! caller must break the lines of escaped octets.

use super::{Level, kernel};

/// The number of octets that are decoded together, and the number of octets that must follow them.
pub(crate) const BLOCK: usize = 64;
pub(crate) const AHEAD: usize = 2;

/// Decodes blocks of [`BLOCK`] octets, as long as they are regular. A block is regular if each `=` starts an escape or
/// is directly before a line end, and if no blank is directly before CR or LF. Stops when fewer than [`BLOCK`] +
/// [`AHEAD`] octets are left, or when there is no more room. Never stops within an escape or after a blank. Returns
/// the number of octets read and the number of octets written. Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, quoted_printable::blocks(encoded, octets))
}

/// Escapes all octets except printable US-ASCII, blanks and line ends. Also escapes `=`, and a blank directly
/// before a line end. A line end is CRLF if `crlf` is true, and LF otherwise. Stops when fewer than 66 octets are
/// left, or when there is no more room. Never stops within a line end. Never reads the last octet, which can be a
/// blank at the end of the text. Returns the number of octets read and the number of columns (octets of the output)
/// written. Linear time.
pub(crate) fn escape(level: Level, octets: &[u8], crlf: bool, columns: &mut [u8]) -> (usize, usize) {
    kernel!(level, quoted_printable::escaped(octets, crlf, columns))
}
