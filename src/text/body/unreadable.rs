//! The reasons why a body has no readable text.

use super::embedded::Foreign;
use crate::finding::{Cause, Code, Detail};
use crate::structure::FIELDS;
use crate::text::decoded_text::Unresolved;
use crate::transfer::Repair;
use std::fmt;

/// Why a body has no readable text. `Display` writes the reason as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// The message has no such part.
    NoPart,
    /// The part is not text. The field is its media type. The text of the types of header fields (`text/rfc822-headers`,
    /// `message/delivery-status`) is in [`MessagePart::inner_headers`](crate::message::MessagePart::inner_headers).
    NotText(String),
    /// The transfer encoding is unknown: [`Part::transfer`](crate::structure::Part::transfer) is `None`.
    TransferUnknown,
    /// The transfer encoding is damaged, and some of the body may be lost or decoded wrongly. The fields are the
    /// error and its offset in octets of the encoded body. With [`Policy::lossy`](crate::Policy::lossy) the rest of
    /// the body is decoded.
    Damaged(Repair, usize),
    /// The message ends within the part: no line closes the multipart around it, and no padding ends its base64. Text is
    /// readable nevertheless; this is only the damage of a [`Content`](super::content::Content).
    CutOff,
    /// The plain text before or after the base64, such as the footer of a mailing list, is not UTF-8.
    Tail,
    /// The body is binary data, whatever its label says. The field is the reason.
    Binary(String),
    /// The body contains a message in another charset.
    Embedded(Foreign),
    /// A vCard or similar document names a charset for one of its properties. The charset is unknown, or the octets
    /// of the body decode to a different text in it than in the charset of the body. The field is the name of the
    /// charset.
    Mixed(String),
    /// No charset decodes the octets without loss. With [`Policy::lossy`](crate::Policy::lossy), the octets are
    /// decoded if a charset is known, and U+FFFD replaces ill-formed sequences.
    Text(Unresolved),
}

impl Unreadable {
    /// The state of the text in one word: `doubtful` if it can be read in two ways, or else `unreadable`.
    ///
    /// ```
    /// assert_eq!(mailutf::text::Unreadable::Tail.state(), "unreadable");
    /// ```
    pub const fn state(&self) -> &'static str {
        match self {
            Self::Text(why) if why.doubt.is_some() => "doubtful",
            _ => "unreadable",
        }
    }

    /// Whether the text might be readable in another charset.
    ///
    /// ```
    /// assert!(!mailutf::text::Unreadable::Tail.is_about_charset());
    /// ```
    pub const fn is_about_charset(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Embedded(_) | Self::Mixed(_))
    }

    /// The code of the finding about a text that stays unchanged for this reason.
    pub(crate) const fn code(&self) -> Code {
        match self {
            Self::TransferUnknown => Code::TransferUnknown,
            Self::Binary(_) => Code::TextBinary,
            Self::Embedded(_) => Code::MessageEmbedded,
            Self::Mixed(_) => Code::CharsetInside,
            Self::CutOff => Code::BoundaryUnterminated,
            Self::NoPart | Self::NotText(_) | Self::Damaged(..) | Self::Tail | Self::Text(_) => {
                Code::TextUnresolved
            }
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPart => f.write_str("there is no such part"),
            Self::NotText(media_type) if FIELDS.contains(&media_type.as_str()) => {
                write!(f, "it is {media_type}: header fields, which are read apart from the texts")
            }
            Self::NotText(media_type) => write!(f, "it is {media_type}, not text"),
            Self::TransferUnknown => f.write_str("the transfer encoding is unknown"),
            Self::CutOff => f.write_str("the message ends within the part"),
            Self::Binary(why) => write!(f, "it is not text: {why}"),
            why => Detail::from(why.clone()).fmt(f),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Unreadable> for Detail {
    fn from(why: Unreadable) -> Self {
        match why {
            Unreadable::NoPart
            | Unreadable::NotText(_)
            | Unreadable::TransferUnknown
            | Unreadable::CutOff => Self::None,
            Unreadable::Damaged(repair, offset) => Self::Damage(repair, offset),
            Unreadable::Tail => Cause::UndecodableBeside.into(),
            Unreadable::Binary(why) => why.into(),
            Unreadable::Embedded(foreign) => foreign.into(),
            Unreadable::Mixed(name) => Self::NamedForSome(name),
            Unreadable::Text(why) => why.into(),
        }
    }
}

impl From<Unresolved> for Unreadable {
    fn from(why: Unresolved) -> Self {
        Self::Text(why)
    }
}
