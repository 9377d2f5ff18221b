//! Header blocks: fields with their folds (RFC 5322 sections 2.2 and 3.6, obsolete syntax included).

use crate::span::Span;

/// A header block: the fields, and where the body starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderBlock {
    /// The fields in order.
    pub fields: Vec<Field>,
    /// From the first octet of the first field to the end of the last, without the blank line.
    pub span: Span,
    /// Offset of the body: behind the blank line, or the end of the input, or the line that is no field.
    pub body: usize,
    /// Lines within the block that are neither field nor continuation (a stray `From ` line, a line without a colon).
    pub malformed: Vec<Span>,
    /// Whether a blank line ends the block.
    pub terminated: bool,
}

/// One field as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// All of it, the final line end included.
    pub span: Span,
    /// The name, without blanks before the colon.
    pub name: Span,
    /// The field body: behind the colon up to, not including, the final line end; folds included.
    pub body: Span,
}

impl Field {
    /// Whether this is the field `name`, in any case.
    pub fn is(&self, input: &[u8], name: &str) -> bool {
        self.name.slice(input).eq_ignore_ascii_case(name.as_bytes())
    }
}

impl HeaderBlock {
    /// The first field of that name.
    pub fn field(&self, input: &[u8], name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is(input, name))
    }
}

/// What the body of a field is made of, and so where encoded words may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FieldKind {
    /// Text: Subject, Comments, Content-Description, most `X-` fields and every unknown one.
    Unstructured,
    /// A list of addresses: From, To, Cc, Reply-To, Resent-…, Disposition-Notification-To …
    Addresses,
    /// Phrases separated by commas: Keywords.
    Phrases,
    /// A value with parameters: Content-Type, Content-Disposition.
    Parameters,
    /// Structured, with text in comments only: Date, MIME-Version, Content-Transfer-Encoding, Message-ID,
    /// References, Content-ID.
    Structured,
    /// `type; text` of delivery reports (RFC 3464): Diagnostic-Code, Final-Recipient …
    TypedText,
    /// Never changed: Received, Return-Path, DKIM-Signature, ARC-…, Authentication-Results, Autocrypt …
    Opaque,
}

/// The kind of the field `name`, in any case.
pub fn field_kind(name: &[u8]) -> FieldKind {
    let _ = name;
    FieldKind::Unstructured
}

/// The header block that starts at `span.start`.
pub fn header_block(input: &[u8], span: Span) -> HeaderBlock {
    let _ = input;
    HeaderBlock { body: span.end, ..HeaderBlock::default() }
}
