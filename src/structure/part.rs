//! A part of a message.

use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::header_block::HeaderBlock;
use crate::transfer::TransferEncoding;
use mailutf_codecs::internal::inferred;

/// Media types whose bodies are header fields (RFC 3462, RFC 3464, RFC 3886, RFC 5965, RFC 6533, RFC 8098).
pub(crate) const FIELDS: [&str; 8] = [
    "text/rfc822-headers",
    "message/global-headers",
    "message/delivery-status",
    "message/global-delivery-status",
    "message/disposition-notification",
    "message/global-disposition-notification",
    "message/tracking-status",
    "message/feedback-report",
];

/// Media types whose bodies are messages (RFC 2046 section 5.2.1, RFC 6532 section 3.7, RFC 5537 section 4).
pub(super) const MESSAGES: [&str; 3] = ["message/rfc822", "message/global", "message/news"];

/// An entity: a message, or a part of a multipart (RFC 2045 section 2.4).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part {
    /// The index of the entity that contains this entity; `None` for the message itself.
    pub parent: Option<usize>,
    /// The position of this entity among the children of its parent, from 1.
    pub number: usize,
    /// The number of entities that contain this entity.
    pub depth: usize,
    /// The span of the header and the body.
    pub span: Span,
    /// The header.
    pub header: HeaderBlock,
    /// The body, without the line end before the next delimiter line (RFC 2046 section 5.1.1).
    pub body: Span,
    /// Content-Type as written, if present.
    pub content_type: Option<Parameterized>,
    /// The media type, `type/subtype`, in lower case. If Content-Type is missing or unusable, this is the default:
    /// `text/plain`, or `message/rfc822` in a digest (RFC 2045 section 5.2, RFC 2046 section 5.1.5).
    pub media_type: String,
    /// The transfer encoding; `None` if it is unknown. The transfer encoding of a multipart is ignored: RFC 2045
    /// section 6.4 allows only the identity encodings for a multipart, so its delimiter lines are searched for in the
    /// octets without decoding.
    pub transfer: Option<TransferEncoding>,
    /// Whether `transfer` is inferred from the body, because Content-Transfer-Encoding names no encoding (`UTF-8`,
    /// `none`). If the body plainly is in base64 or quoted-printable, `transfer` is that encoding. Otherwise
    /// `transfer` is 8bit.
    pub transfer_inferred: bool,
    /// Whether Content-Disposition has a value other than `inline` (RFC 2183 section 2.8).
    pub attachment: bool,
    /// The kind of the body.
    pub kind: PartKind,
    /// The reason why the part must not be changed; `None` if the part can be changed.
    pub protection: Option<Protection>,
}

impl Part {
    /// Whether a reader saves the part rather than shows it: the kind is [`PartKind::Other`], or the part is an
    /// attachment.
    pub fn is_file(&self) -> bool {
        self.attachment || self.kind == PartKind::Other
    }

    /// Infers the transfer encoding from `body`, the body of this part, if the value of the Content-Transfer-Encoding
    /// field names no transfer encoding. If header fields turn out to be encoded, the part becomes protected text.
    pub(crate) fn infer_transfer(&mut self, body: &[u8]) {
        if self.transfer_inferred {
            self.transfer = Some(inferred(body, self.kind == PartKind::Text));
            if self.kind == PartKind::Fields && !self.transfer.is_some_and(TransferEncoding::is_identity) {
                self.hide_parts();
            }
        }
    }

    /// Whether a known transfer encoding hides the message that the part encloses, the parts of a multipart, or header
    /// fields.
    pub(super) fn hides_message(&self) -> bool {
        let is_encoded = self.transfer.is_some_and(|transfer| !transfer.is_identity());
        let media_type = self.media_type.as_str();
        let is_multipart = self.kind == PartKind::Text && media_type.starts_with("multipart/");
        is_encoded && (is_multipart || MESSAGES.contains(&media_type) || FIELDS.contains(&media_type))
    }

    /// Makes the part plain text that must not be changed, because its parts, messages or fields cannot be found.
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
    /// An enclosed message with an identity transfer encoding (7bit, 8bit or binary): `message/rfc822`,
    /// `message/global` or `message/news`. The part has one child. In a [`Message`](crate::message::Message),
    /// enclosed messages with other transfer encodings are decoded; such a part has this kind, too, and its
    /// [`Part::transfer`] is binary.
    Message,
    /// Text whose charset is named by its label: `text/*`. There are two exceptions: `text/rtf`, which names its
    /// charset in its body, and the types in [`PartKind::Fields`]. Parts that are read as plain text because their
    /// structure is unknown ([`Protection::UnknownParts`]) have this kind, too.
    Text,
    /// Header fields with an identity transfer encoding: `text/rfc822-headers`, `message/global-headers`, and
    /// delivery, disposition, tracking and feedback reports. In a [`Message`](crate::message::Message), fields with other
    /// transfer encodings are decoded, as an enclosed message is.
    Fields,
    /// Anything else. The body is copied without a change.
    Other,
}

/// The reason why a part is protected from changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Protection {
    /// The part is a `multipart/signed` (RFC 1847), or is within one.
    Signed,
    /// The part is a `multipart/encrypted`, or is within one, or contains S/MIME or PGP data.
    Encrypted,
    /// The part is text with an inline OpenPGP message or signature (RFC 9580 sections 6 and 7).
    InlinePgp,
    /// The part is a fragment (`message/partial`) or a reference (`message/external-body`; RFC 2046 section 5.2).
    Incomplete,
    /// The parts within this part are unknown. This part is a multipart whose boundary does not occur, or a
    /// multipart, message or report with a transfer encoding. Its kind is [`PartKind::Text`], so that nothing in its
    /// body is hidden from readers. There is one exception: if the lines of a multipart show a single boundary that
    /// opens parts and closes the multipart, its kind is [`PartKind::Multipart`], and the parts are a guess.
    UnknownParts,
    /// The part is a message whose header is divided by a blank line: its body begins with the fields that say how the
    /// body is read.
    SplitHeader,
    /// The part is in an entity whose lines end with CR alone ([`HeaderBlock::bare_cr`]). Other programs read the
    /// entity as a single field.
    BareCr,
}
