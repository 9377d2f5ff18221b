//! Recognizes charsets by escape sequences (ISO/IEC 2022, RFC 1468, 1557 and 1922) and by the shifts of HZ (RFC
//! 1843). All functions take linear time.

use super::hz::Hz;
use crate::charset::identity::Charset;

/// Returns the charset of the first escape sequence that designates a character set (ISO/IEC 2022). If no escape
/// sequence designates one, returns HZ if the octets between `~{` and `~}` may be Chinese text.
pub fn by_escape(octets: &[u8]) -> Option<Charset> {
    let octets = octets.get(memchr::memchr2(0x1B, b'~', octets)?..)?;
    designated(octets).or_else(|| (Hz::of(octets) != Hz::None).then_some(Charset::HZ_GB_2312))
}

/// Returns the charset of the first escape sequence that designates a character set. Other escape sequences, such as
/// those of terminals, are skipped.
pub fn designated(octets: &[u8]) -> Option<Charset> {
    memchr::memchr_iter(0x1B, octets).find_map(|at| match octets.get(at + 1..)? {
        [b'$', b')', b'C', ..] => Some(Charset::ISO_2022_KR),
        [b'$', b')', b'A' | b'E' | b'G', ..] | [b'$', b'*', b'H', ..] => Some(Charset::ISO_2022_CN),
        [b'$', b'@'..=b'B', ..] | [b'(', b'J' | b'I', ..] => Some(Charset::ISO_2022_JP),
        [b'$', b'(', b'@'..=b'D' | b'O'..=b'Q', ..] | [b'.', b'A' | b'F', ..] => Some(Charset::ISO_2022_JP),
        _ => None,
    })
}

/// Returns the charset that [`by_escape`] finds. Returns `None` if the octets are US-ASCII and one of these
/// conditions holds:
///
/// - The octets do not decode without an error.
/// - The decoded text is blank.
/// - The decoded text is US-ASCII although a double-octet set is designated. In this case, the designation may be all
///   that is left of a damaged text.
pub fn by_escape_with_text(octets: &[u8]) -> Option<Charset> {
    let is_double = || memchr::memmem::find(octets, b"\x1B$").is_some();
    by_escape(octets).filter(|charset| {
        let text = charset.decode_strict(octets);
        text.is_ok_and(|text| !text.is_ascii() || !is_double() && !text.trim().is_empty())
            || !octets.is_ascii()
    })
}
