//! Messages within a text that are in another charset than the text: after a lost separator of a mailbox, in
//! digests, or after an unknown boundary. Converting such a text to UTF-8 from its own charset would destroy them.
//!
//! A bounce or a patch that quotes a header is text: its octets say the same in the charset that the header names, or
//! stay as they are. Linear time.

use super::charset_choice::resolve;
use super::{Context, DecodedText};
use crate::charset::Charset;
use crate::finding::Detail;
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::embedded::{self as syntax, Embedded};
use crate::syntax::header_block::header_block;
use crate::transfer::TransferEncoding;

/// A message inside a text that names another charset and says something else in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// Where its header starts.
    pub offset: usize,
    /// The charset that it names, as written.
    pub label: Vec<u8>,
}

impl From<Foreign> for Detail {
    fn from(foreign: Foreign) -> Self {
        Self::EmbeddedLabel(String::from_utf8_lossy(&foreign.label).into_owned())
    }
}

/// The first message inside `octets`, read as `read`, that would be destroyed were they written so.
pub(crate) fn in_text(octets: &[u8], read: &DecodedText<'_>, policy: &Policy) -> Option<Foreign> {
    if read.text.as_bytes() == octets {
        return None;
    }
    let context = Context::new(policy);
    syntax::embedded(octets).into_iter().find_map(|embedded| {
        // US-ASCII is what says nothing, and what programs write who do not know.
        let charset = Charset::for_label(&embedded.label).filter(|charset| *charset != Charset::US_ASCII)?;
        let inside = embedded.span.slice(octets);
        let outer = read.charset.decode(inside).text;
        let is_kept = charset == read.charset || outer.as_bytes() == inside;
        let own = || resolve(inside, Some(&embedded.label), &context);
        (!is_kept && !own().is_ok_and(|own| own.text == outer)).then(|| Foreign::of(embedded))
    })
}

/// The first message inside `encoded`, a body under `transfer`, that is not under it itself: undoing it destroys the
/// message.
pub(crate) fn in_encoded(encoded: &[u8], transfer: TransferEncoding) -> Option<Foreign> {
    if transfer.is_identity() {
        return None;
    }
    let embedded = syntax::embedded(encoded).into_iter().find(|embedded| {
        let inside = embedded.span.slice(encoded);
        let is_under_it = transfer == TransferEncoding::QuotedPrintable
            && transfer_of(inside) == Some(TransferEncoding::QuotedPrintable);
        !is_under_it
            && Charset::for_label(&embedded.label).is_some()
            && *transfer.decode(inside).octets != *inside
    });
    embedded.map(Foreign::of)
}

/// The transfer encoding that the header at the start of `message` names.
fn transfer_of(message: &[u8]) -> Option<TransferEncoding> {
    let header = header_block(message, Span::new(0, message.len()));
    let field = header.field(message, "Content-Transfer-Encoding")?;
    TransferEncoding::for_token(field.body.slice(message).trim_ascii())
}

impl Foreign {
    fn of(embedded: Embedded<'_>) -> Self {
        Self { offset: embedded.span.start, label: embedded.label.into_owned() }
    }
}
