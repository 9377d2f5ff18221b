//! Messages within a text that are in another charset than the text: after a lost separator of a mailbox, in
//! digests, or after an unknown boundary. Converting such a text to UTF-8 from its own charset would destroy them.
//!
//! A bounce or a patch that quotes a header is text: its octets say the same in the charset that the header names, or
//! stay as they are. Linear time.

use super::charset_choice::resolve;
use super::words::is_garbled;
use super::{Context, DecodedText};
use crate::charset::Charset;
use crate::charset::detect::detect;
use crate::finding::{Cause, Detail};
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::embedded::{self as syntax, Embedded};
use crate::syntax::header_block::header_block;
use crate::transfer::TransferEncoding;
use std::borrow::Cow;

/// A message inside a text that says something else in its own charset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// Where its header starts.
    pub offset: usize,
    /// The charset that it names, as written.
    pub label: Option<Vec<u8>>,
}

impl From<Foreign> for Detail {
    fn from(foreign: Foreign) -> Self {
        let label = |label: Vec<u8>| Self::EmbeddedLabel(String::from_utf8_lossy(&label).into_owned());
        foreign.label.map_or(Cause::EmbeddedUnlabelled.into(), label)
    }
}

/// The first message inside `octets`, read as `read`, that would be destroyed were they written so.
pub(crate) fn in_text(octets: &[u8], read: &DecodedText<'_>, policy: &Policy) -> Option<Foreign> {
    if read.text.as_bytes() == octets {
        return None;
    }
    let context = Context::new(policy);
    let is_foreign = |embedded: &Embedded<'_>| {
        let inside = embedded.span.slice(octets);
        let outer = read.charset.decode(inside).text;
        if outer.as_bytes() == inside {
            return false;
        }
        let Some(label) = embedded.label.as_deref() else {
            // Detection alone would find another charset in sound text; that it is garbled in this one, too, is no accident.
            let shown = detect(inside).map(|found| found.charset);
            return is_garbled(&outer) && shown.is_some_and(|shown| shown.decode(inside).text != outer);
        };
        // US-ASCII is what says nothing, and what programs write who do not know.
        let charset = Charset::for_label(label).filter(|charset| *charset != Charset::US_ASCII);
        let own = || resolve(inside, Some(label), &context);
        charset.is_some_and(|charset| charset != read.charset) && !own().is_ok_and(|own| own.text == outer)
    };
    syntax::embedded(octets).into_iter().find(is_foreign).map(Foreign::of)
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
            && embedded.label.as_deref().is_some_and(|label| Charset::for_label(label).is_some())
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
        Self { offset: embedded.span.start, label: embedded.label.map(Cow::into_owned) }
    }
}
