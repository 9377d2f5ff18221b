//! Why there is no text of a body.

use super::decoded_text::Unresolved;
use super::embedded::Foreign;
use crate::finding::{Cause, Detail};
use crate::transfer::Repair;
use std::fmt;

/// Why there is no text of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// The message has no such part.
    NoPart,
    /// The part is not text: its media type.
    NotText(String),
    /// The transfer encoding is none we know: [`Part::transfer`](crate::structure::Part::transfer) is `None`.
    TransferUnknown,
    /// Its transfer encoding is damaged so that some of the body may be lost or misread: what is wrong, and at which
    /// octet of the encoded body. [`Policy::lossy`](crate::Policy::lossy) reads the rest.
    Damaged(Repair, usize),
    /// Text behind the end of its base64, a list's footer say, is not UTF-8.
    Tail,
    /// It is data whatever its label says; why.
    Binary(String),
    /// A message stands in it that is in another charset.
    Embedded(Foreign),
    /// It names, inside itself, a charset for some of it that reads it as another text than that of the whole: the name.
    Mixed(String),
    /// The octets cannot be read in any charset without loss; [`Policy::lossy`](crate::Policy::lossy) reads them with it.
    Text(Unresolved),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPart => f.write_str("there is no such part"),
            Self::NotText(media_type) => write!(f, "it is {media_type}, not text"),
            Self::TransferUnknown => f.write_str("the transfer encoding is unknown"),
            Self::Binary(why) => write!(f, "it is not text: {why}"),
            why => Detail::from(why.clone()).fmt(f),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<Unreadable> for Detail {
    fn from(why: Unreadable) -> Self {
        match why {
            Unreadable::NoPart | Unreadable::NotText(_) | Unreadable::TransferUnknown => Self::None,
            Unreadable::Damaged(repair, offset) => Self::Damage(repair, offset),
            Unreadable::Tail => Cause::UndecodableAfterBase64.into(),
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
