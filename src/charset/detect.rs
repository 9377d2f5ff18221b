//! Detection: which charset octets without a usable label are in. Never UTF-7.

use super::identity::Charset;

/// Why a charset was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// A byte order mark.
    ByteOrderMark,
    /// Valid UTF-8 with octets above 127, which hardly happens by chance.
    Utf8Validity,
    /// Only octets below 128, and no escape sequence among them.
    Ascii,
    /// An escape sequence of the ISO-2022 family.
    EscapeSequence,
    /// Letter frequencies (`chardetng`): tentative.
    Statistics,
}

/// What detection found: the charset, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The charset to read the octets in; they decode in it without error.
    pub charset: Charset,
    /// Why that one.
    pub evidence: Evidence,
}

/// The charset of `octets`, or `None` where no candidate decodes them without error. Linear time.
///
/// ```
/// use mailutf::charset::{Charset, detect::detect};
/// assert_eq!(detect("größe".as_bytes()).unwrap().charset, Charset::UTF_8);
/// ```
pub fn detect(octets: &[u8]) -> Option<Detected> {
    std::str::from_utf8(octets)
        .ok()
        .map(|_| Detected { charset: Charset::UTF_8, evidence: Evidence::Utf8Validity })
}
