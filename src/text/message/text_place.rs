//! The places of texts in a message.

/// The place of a text in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TextPlace {
    /// The body of a text part (RFC 2046 section 4.1).
    Body,
    /// An encoded word of a header field (RFC 2047).
    Word,
    /// Raw octets above 127 (RFC 6532, or against all RFCs) or escape sequences of ISO-2022 in a header field.
    Raw,
    /// A parameter value (RFC 2231), or an encoded word in one.
    Parameter,
}

impl TextPlace {
    /// All places, in order.
    pub const ALL: [Self; 4] = [Self::Body, Self::Word, Self::Raw, Self::Parameter];

    /// The word for the place in output for programs. It does not change between versions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Word => "word",
            Self::Raw => "raw",
            Self::Parameter => "parameter",
        }
    }
}
