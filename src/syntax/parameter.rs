//! Parameters (RFC 2045 section 5.1, RFC 2231 sections 3 and 4), as they stand: nothing is joined or decoded.

use crate::span::Span;

/// One `name*section*=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// From the first octet of the name to the last of the value.
    pub span: Span,
    /// The name, without section and `*`.
    pub name: Span,
    /// The section number of a continuation (`*0`, `*1` …).
    pub section: Option<u32>,
    /// Whether a final `*` announces percent escapes.
    pub extended: bool,
    /// The value as it stands, quotes included.
    pub value: Span,
    /// The value without its quotes (quoted pairs still in it).
    pub content: Span,
    /// Whether the value is a quoted string.
    pub quoted: bool,
    /// Whether the letter of RFC 2045 is broken (specials in a bare value, a missing quote …).
    pub malformed: bool,
}
