//! How the charset of a text is known.

use crate::charset::detect::Evidence;

/// How the charset of a text is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// The label says so, and the octets agree.
    Declared,
    /// The caller says so, against the label ([`Policy::overrides`](crate::Policy::overrides)).
    Overruled,
    /// Only octets below 128 under no label: ASCII.
    Ascii,
    /// A superset of the labelled charset.
    Superset,
    /// Some lines are valid UTF-8, and the others are in the charset of the label.
    LineByLine,
    /// A byte order mark.
    ByteOrderMark,
    /// Valid UTF-8 with octets above 127.
    Utf8Validity,
    /// An escape sequence of the ISO-2022 family.
    EscapeSequence,
    /// Blanks and ASCII in UTF-16 that stand in the other octet order.
    Utf16Order,
    /// A declaration inside the text: `<meta charset>`, `<?xml encoding?>`, `@charset`.
    Document,
    /// The charset of other text in the same message.
    Neighbour,
    /// The caller's fallback.
    Fallback,
    /// Statistics: tentative.
    Detected,
}

impl Confidence {
    /// How it is known, for a sentence: "by its byte order mark".
    pub const fn because(self) -> &'static str {
        match self {
            Self::Declared => "as its label says",
            Self::Overruled => "as requested",
            Self::Ascii => "because all octets are ASCII",
            Self::Superset => "as a superset of its label",
            Self::LineByLine => "line by line",
            Self::ByteOrderMark => "by its byte order mark",
            Self::Utf8Validity => "because it is valid UTF-8",
            Self::EscapeSequence => "by its escape sequences",
            Self::Utf16Order => "by the position of its zero octets",
            Self::Document => "as the document declares",
            Self::Neighbour => "like other text in the message",
            Self::Fallback => "by the fallback",
            Self::Detected => "by statistics",
        }
    }
}

impl From<Evidence> for Confidence {
    fn from(evidence: Evidence) -> Self {
        match evidence {
            Evidence::ByteOrderMark => Self::ByteOrderMark,
            Evidence::Utf8Validity => Self::Utf8Validity,
            Evidence::Ascii => Self::Ascii,
            Evidence::EscapeSequence => Self::EscapeSequence,
            Evidence::Utf16Order => Self::Utf16Order,
            Evidence::Statistics => Self::Detected,
        }
    }
}
