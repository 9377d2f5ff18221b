//! Quoted-printable (RFC 2045 section 6.7): decoding text, escapes and soft line breaks; and escaping octets. The caller
//! still has to break the lines.

use super::{Level, kernel};

/// The octets that are decoded together, and how many after them must be there.
pub(crate) const BLOCK: usize = 64;
pub(crate) const AHEAD: usize = 2;

/// Decodes octets at the start of `encoded` as far as they are regular: each `=` starts an escape or is directly
/// before a line end, and no blank is directly before CR or LF. Stops neither within an escape nor after a blank.
/// Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    kernel!(level, quoted_printable::blocks(encoded, octets))
}

/// Escapes all octets except printable US-ASCII, blanks, and line ends, which are CRLF if `crlf`, else LF. Escapes `=`, and
/// a blank directly before a line end. Stops before the last 66 octets, or when there is no more room; not within a line
/// end, and not after a blank at the end of the text. Linear time.
pub(crate) fn escape(level: Level, octets: &[u8], crlf: bool, columns: &mut [u8]) -> (usize, usize) {
    kernel!(level, quoted_printable::escaped(octets, crlf, columns))
}
