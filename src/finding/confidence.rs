//! How the charset of a text is known.

use crate::charset::detect::Evidence;
use crate::learn::Group;
use std::fmt;

/// How the charset of a text is known. [`Confidence::Fallback`] and the variants after it are not certain.
/// The order of the variants is that of `<`, so `confidence >= Confidence::Fallback` is true for a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// The label names the charset. The octets are valid in it, except those that were
    /// [replaced](crate::text::DecodedText::replaced).
    Declared,
    /// The caller named the charset in place of the charset of the label
    /// ([`Rules::overrule`](crate::rules::Rules::overrule)).
    Overruled,
    /// A [rule](crate::rules) of the mail's owner decides. It names the charset, or it names the wrong decodings
    /// that were undone.
    Rule,
    /// The charset is ASCII, because there is no label and no octet above 127.
    Ascii,
    /// The charset is a superset of the labelled charset.
    Superset,
    /// The charset is that of the label. Some octets are control characters in this charset, but punctuation marks
    /// in the code pages of Windows. They were read as punctuation marks.
    WindowsMarks,
    /// Some lines are valid UTF-8, and the other lines are in the charset of the label.
    LineByLine,
    /// A byte order mark shows the charset.
    ByteOrderMark,
    /// The text is valid UTF-8 with octets above 127.
    Utf8Validity,
    /// An escape sequence of the ISO-2022 family shows the charset.
    EscapeSequence,
    /// The charset is UTF-16 in an octet order that no label names: the label is missing, names no order, or names the
    /// opposite order. The characters are likelier in this order.
    Utf16Order,
    /// A declaration inside the text names the charset: `<meta charset>`, `<?xml encoding?>`, `@charset`.
    Document,
    /// The charset is that of other text in the same message.
    OtherText,
    /// Other messages of the same sender, list or thread are in the charset
    /// ([`Policy::habits`](crate::Policy::habits)), and the letters of the text fit the charset.
    Learned {
        /// What the other messages have in common with this message.
        group: Group,
        /// The number of other messages with text that certainly is in the charset.
        messages: u32,
    },
    /// The caller gave the charset as the fallback.
    Fallback,
    /// Statistics chose the charset. The choice can be wrong.
    Detected,
    /// Nothing shows the charset, and octets that are not US-ASCII were
    /// [replaced](crate::text::DecodedText::replaced).
    Unknown,
}

impl Confidence {
    /// The reason why the text is read in the charset, as part of a sentence, such as "by its byte order mark".
    pub const fn because(self) -> &'static str {
        match self {
            Self::Declared => "as its label says",
            Self::Overruled => "as requested",
            Self::Rule => "by a rule",
            Self::Ascii => "because all octets are ASCII",
            Self::Superset => "as mail programs read this label",
            Self::WindowsMarks => "with control characters read as Windows punctuation marks",
            Self::LineByLine => "line by line",
            Self::ByteOrderMark => "by its byte order mark",
            Self::Utf8Validity => "because it is valid UTF-8",
            Self::EscapeSequence => "by its escape sequences",
            Self::Utf16Order => "because its characters are likelier in that octet order",
            Self::Document => "as the document declares",
            Self::OtherText => "like other text in the message",
            Self::Learned { group: Group::Sender, .. } => "like other messages of the sender",
            Self::Learned { group: Group::List, .. } => "like other messages of the mailing list",
            Self::Learned { group: Group::Thread, .. } => "like other messages of the thread",
            Self::Fallback => "as the fallback charset",
            Self::Detected => "by statistics",
            Self::Unknown => "because nothing shows its charset",
        }
    }
}

/// Writes the reason as part of a sentence. For [`Confidence::Learned`], the reason has the number of messages.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Learned { group, messages } = self else { return f.write_str(self.because()) };
        let of = match group {
            Group::Sender => "of the sender",
            Group::List => "of the mailing list",
            Group::Thread => "of the thread",
        };
        let plural = if *messages == 1 { "" } else { "s" };
        write!(f, "as in {messages} message{plural} {of}")
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
            // The charset was chosen by statistics, or by a kind of evidence that will be added later.
            _ => Self::Detected,
        }
    }
}
