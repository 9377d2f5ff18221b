//! A message and its parts.

use crate::finding::Finding;
use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::content_type::Parameterized;
use crate::syntax::header_block::{Field, HeaderBlock, header_block_within};
use crate::transfer::TransferEncoding;
use std::borrow::Cow;

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

impl<'a> Message<'a> {
    /// Finds the parts of `input`. Never fails; linear in the input whatever its shape.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Message};
    /// let message = Message::parse(b"Subject: x\n\nbody\n", &Limits::default());
    /// assert_eq!(message.parts.len(), 1);
    /// ```
    pub fn parse(input: &'a [u8], limits: &Limits) -> Self {
        super::scan::scan(input, limits)
    }

    /// The section of a part as IMAP counts them (RFC 3501 section 6.4.5): `1`, `2.1`. The message itself is
    /// the empty string; a multipart that is the whole of an enclosed message is the `TEXT` of it.
    ///
    /// ```
    /// use mailutf::{Limits, structure::Message};
    /// let input = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n";
    /// let message = Message::parse(input, &Limits::default());
    /// assert_eq!(message.path(0), "");
    /// assert_eq!(message.path(2), "2");
    /// ```
    pub fn path(&self, part: usize) -> String {
        let mut sections = Vec::new();
        let mut inner = None;
        let mut at = self.parts.get(part);
        while let Some(part) = at {
            let parent = part.parent.and_then(|parent| self.parts.get(parent));
            match (parent.map(|parent| parent.kind), part.kind) {
                (Some(PartKind::Message), PartKind::Multipart) if inner.is_none() => {
                    sections.push("TEXT".to_owned());
                }
                (Some(PartKind::Message), PartKind::Multipart) => {}
                (Some(_), _) => sections.push(part.number.to_string()),
                // The body of a message that is no multipart is its part 1.
                (None, PartKind::Message) if inner.is_some() => sections.push("1".to_owned()),
                (None, _) => {}
            }
            inner = Some(part.kind);
            at = parent;
        }
        sections.reverse();
        sections.join(".")
    }

    /// The boundary that delimits the parts of a multipart; `None` for any other part.
    pub fn boundary(&self, part: usize) -> Option<Cow<'a, [u8]>> {
        let part = self.parts.get(part).filter(|part| part.kind == PartKind::Multipart)?;
        super::boundary::boundary(self.input, part.content_type.as_ref()?)
    }

    /// The header blocks in the body of a part of kind [`PartKind::Fields`], in order: a delivery report has
    /// one for the message and one for each recipient (RFC 3464 section 2.1). None for any other part.
    /// Linear time.
    pub fn field_blocks(&self, part: usize) -> Vec<HeaderBlock> {
        self.field_blocks_within(part, usize::MAX)
    }

    /// The same, up to the block with which there are more than `most` fields and lines that are none.
    pub(super) fn field_blocks_within(&self, part: usize, most: usize) -> Vec<HeaderBlock> {
        let mut left = most;
        let body = self.parts.get(part).filter(|part| part.kind == PartKind::Fields).map(|part| part.body);
        let mut rest = body.unwrap_or_default();
        let mut blocks = Vec::new();
        while !rest.is_empty() {
            let block = header_block_within(self.input, rest, left);
            let done = !block.terminated;
            left = left.saturating_sub(block.lines());
            rest = Span::new(block.body, rest.end);
            if !block.fields.is_empty() {
                blocks.push(block);
            }
            if done {
                break;
            }
        }
        blocks
    }

    /// Whether `field` of the header of `part` is protected: all fields of a part in a protected one, and
    /// the Content- fields of the protected one itself, which its signature or its reader depends on. The
    /// Subject of a signed message is not (guarantee G9).
    pub fn is_protected(&self, part: usize, field: &Field) -> bool {
        let protected = |part: &Part| part.protection.is_some();
        let Some(part) = self.parts.get(part) else { return false };
        let inside = part.parent.and_then(|parent| self.parts.get(parent)).is_some_and(protected);
        let name = field.name.slice(self.input);
        let content = name.get(..8).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"Content-"));
        inside || (content && protected(part))
    }
}
