//! A part of a message.

use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::header_block::HeaderBlock;
use crate::transfer::TransferEncoding;
use mailutf_codecs::internal::inferred;

/// Media types whose bodies are messages (RFC 2046 section 5.2.1, RFC 6532 section 3.7, RFC 5537 section 4).
pub(super) const MESSAGES: [&str; 3] = ["message/rfc822", "message/global", "message/news"];

/// An entity: a message, or a part of a multipart (RFC 2045 section 2.4).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part {
    /// Index of the entity that contains it; `None` for the message itself.
    pub parent: Option<usize>,
    /// Its position in that entity, from 1.
    pub number: usize,
    /// Number of entities that contain it.
    pub depth: usize,
    /// Header and body.
    pub span: Span,
    /// The header.
    pub header: HeaderBlock,
    /// The body, without the line end before the next delimiter line (RFC 2046 section 5.1.1).
    pub body: Span,
    /// Content-Type as written, if present.
    pub content_type: Option<Parameterized>,
    /// `type/subtype` in lower case. If the field is missing or unusable, the default: `text/plain`, or
    /// `message/rfc822` in a digest (RFC 2045 section 5.2, RFC 2046 section 5.1.5).
    pub media_type: String,
    /// The transfer encoding; `None` if it is unknown. The transfer encoding of a multipart is ignored: RFC 2045 section
    /// 6.4 allows only the identity encodings for it, so its delimiter lines are searched for in the octets as they are.
    pub transfer: Option<TransferEncoding>,
    /// Whether `transfer` is inferred from the body, because Content-Transfer-Encoding names no encoding (`UTF-8`,
    /// `none`). It is base64 or quoted-printable if the body plainly is, else 8bit.
    pub transfer_inferred: bool,
    /// Whether Content-Disposition has a value other than `inline` (RFC 2183 section 2.8).
    pub attachment: bool,
    /// The kind of the body.
    pub kind: PartKind,
    /// The reason why it must not be changed, if it is protected.
    pub protection: Option<Protection>,
}

impl Part {
    /// Infers the transfer encoding from `body`, the body of this part, if the header names none.
    pub(crate) fn infer_transfer(&mut self, body: &[u8]) {
        if self.transfer_inferred {
            self.transfer = Some(inferred(body, self.kind == PartKind::Text));
            if self.kind == PartKind::Fields && !self.transfer.is_some_and(TransferEncoding::is_identity) {
                self.hide_parts();
            }
        }
    }

    /// Whether a transfer encoding hides the message that it encloses.
    pub(super) fn is_encoded_message(&self) -> bool {
        let is_encoded = self.transfer.is_some_and(|transfer| !transfer.is_identity());
        is_encoded && MESSAGES.contains(&self.media_type.as_str())
    }

    /// Makes it plain text that must not be changed, because its parts, messages or fields are not found.
    pub(super) fn hide_parts(&mut self) {
        (self.kind, self.protection) = (PartKind::Text, Some(Protection::UnknownParts));
    }
}

/// The kind of the body of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartKind {
    /// Further parts, separated by a boundary that occurs in the body.
    Multipart,
    /// An enclosed message, under an identity transfer encoding: `message/rfc822`, `message/global` or `message/news`.
    /// It has one child. In a [`Message`](crate::message::Message) the transfer encoding was decoded, and
    /// [`Part::transfer`] is binary.
    Message,
    /// Text whose charset its label names: `text/*`, except `text/rtf`, which names its charset inside, and the types
    /// in [`PartKind::Fields`]. Also parts that are read as plain text because their structure is unknown
    /// ([`Protection::UnknownParts`]).
    Text,
    /// Header fields under an identity transfer encoding: `text/rfc822-headers`, `message/global-headers`,
    /// delivery, disposition and tracking reports, feedback reports.
    Fields,
    /// Anything else; it is copied.
    Other,
}

/// Why octets are protected from changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// In a `multipart/signed` (RFC 1847).
    Signed,
    /// In a `multipart/encrypted`, or S/MIME.
    Encrypted,
    /// Text with an inline OpenPGP message or signature (RFC 9580 sections 6 and 7).
    InlinePgp,
    /// A fragment (`message/partial`) or a reference (`message/external-body`; RFC 2046 section 5.2).
    Incomplete,
    /// Its parts are unknown: it is a multipart whose boundary does not occur, or a multipart, message or report with a
    /// transfer encoding. Its kind is [`PartKind::Text`], so that nothing in it is hidden from readers. But if its
    /// lines show a single boundary that opens parts and closes it, its kind is [`PartKind::Multipart`], and the parts
    /// are a guess.
    UnknownParts,
    /// In an entity whose lines end with CR alone ([`HeaderBlock::bare_cr`]), which other programs read as a single field.
    BareCr,
}
