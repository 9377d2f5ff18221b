//! One part of a message.

use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::header_block::HeaderBlock;
use crate::transfer::TransferEncoding;

/// An entity: a message, or a part of a multipart (RFC 2045 section 2.4).
#[derive(Clone, Debug)]
pub struct Part {
    /// Index of the entity it stands in; `None` for the message itself.
    pub parent: Option<usize>,
    /// Its place in that entity, from 1.
    pub number: usize,
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
    /// The transfer encoding; `None` for an unknown one. That of a multipart means nothing: RFC 2045
    /// section 6.4 allows it none but the identities, and its delimiter lines are looked for as they stand.
    pub transfer: Option<TransferEncoding>,
    /// Whether Content-Disposition says it is no inline text (RFC 2183 section 2.8: any value but `inline`).
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
    /// Parts of its own, by a boundary that occurs in it.
    Multipart,
    /// A message of its own, under an identity transfer encoding: `message/rfc822`, `message/global`,
    /// `message/news`. It has one child.
    Message,
    /// Text whose charset the label tells: `text/*` but `text/rtf` (its charset is inside) and those in
    /// [`PartKind::Fields`].
    Text,
    /// Header fields under an identity transfer encoding: `text/rfc822-headers`, `message/global-headers`,
    /// delivery, disposition and tracking reports, feedback reports.
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
    /// A text with an inline OpenPGP message or signature (RFC 9580 sections 6 and 7).
    InlinePgp,
    /// A fragment (`message/partial`) or a pointer (`message/external-body`; RFC 2046 section 5.2).
    Incomplete,
}
