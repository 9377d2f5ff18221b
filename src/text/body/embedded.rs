//! Messages within a text that are in another charset than the text. They occur after a lost separator of a mailbox, in
//! digests, or after an unknown boundary. Converting such a text to UTF-8 from its own charset would destroy them.
//!
//! A bounce or patch that quotes a header is harmless: its octets are the same text in the charset that the header
//! names, or do not change. Linear time.

use crate::charset::Charset;
use crate::charset::detect::detect;
use crate::finding::{Cause, Detail};
use crate::span::Span;
use crate::syntax::embedded::{self as syntax, Embedded};
use crate::syntax::header_block::header_block;
use crate::text::Context;
use crate::text::DecodedText;
use crate::text::charset_choice::resolve;
use crate::text::evidence::words::is_garbled;
use crate::transfer::TransferEncoding;
use std::borrow::Cow;

/// A message within a text. It is in another charset than the text, as its header shows or, if its header names no
/// charset, as its letters show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// The offset of its header.
    pub offset: usize,
    /// The charset name in its header, as it is written.
    pub label: Option<Vec<u8>>,
}

impl From<Foreign> for Detail {
    fn from(foreign: Foreign) -> Self {
        let label = |label: Vec<u8>| Self::EmbeddedLabel(String::from_utf8_lossy(&label).into_owned());
        foreign.label.map_or(Cause::EmbeddedUnlabelled.into(), label)
    }
}

/// The first message within `octets` that would be destroyed if they were converted as the text `read`, which differs
/// from them.
pub(crate) fn in_text(octets: &[u8], read: &DecodedText<'_>, context: &Context<'_>) -> Option<Foreign> {
    let context = Context::under(context.policy, context.rules);
    let is_foreign = |embedded: &Embedded<'_>| {
        let inside = embedded.span.slice(octets);
        let outer = read.charset.decode(inside).text;
        if outer.as_bytes() == inside {
            return false;
        }
        let Some(label) = embedded.label.as_deref() else {
            // Detection alone may find another charset for sound text, so the text must also be garbled in the charset
            // of the surrounding text.
            let shown = detect(inside).map(|found| found.charset);
            return is_garbled(&outer) && shown.is_some_and(|shown| shown.decode(inside).text != outer);
        };
        // Programs that do not know the charset write US-ASCII, so that this name is not evidence.
        let charset = Charset::for_label(label).filter(|charset| *charset != Charset::US_ASCII);
        let own = || resolve(inside, Some(label), &context);
        charset.is_some_and(|charset| charset != read.charset) && !own().is_ok_and(|own| own.text == outer)
    };
    syntax::embedded(octets).into_iter().find(is_foreign).map(Foreign::of)
}

/// The first message within the encoded body `encoded` that was not encoded with `transfer`: decoding would destroy
/// it.
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

/// The transfer encoding in the header at the start of `message`.
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
