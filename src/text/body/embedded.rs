//! Finds messages that are embedded in a text and are in another charset than the text. Such messages occur in
//! digests, after a boundary that the header does not name, and in mailboxes in which the separator line between two
//! messages was lost. A conversion of the whole text to UTF-8 from the charset of the text would destroy these
//! messages.
//!
//! A header that is merely quoted in a bounce or patch is harmless: the octets after it are the same text in the
//! charset that the header names, or a conversion does not change them. All functions take linear time.

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

/// A message within a text, in another charset than the text. The header of the message shows its charset. If the
/// header names no charset, the letters of the message show that it is in another charset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreign {
    /// The offset of the header of the message.
    pub offset: usize,
    /// The charset name in the header of the message, as it is written.
    pub label: Option<Vec<u8>>,
}

impl From<Foreign> for Detail {
    fn from(foreign: Foreign) -> Self {
        let label = |label: Vec<u8>| Self::EmbeddedLabel(String::from_utf8_lossy(&label).into_owned());
        foreign.label.map_or(Cause::EmbeddedUnlabelled.into(), label)
    }
}

/// Finds the first message within `octets` that would be destroyed if the octets were converted to `read`. `read` is
/// the text of the octets in UTF-8, and differs from `octets`.
pub(crate) fn in_text(octets: &[u8], read: &DecodedText<'_>, context: &Context<'_>) -> Option<Foreign> {
    let context = Context::under(context.policy, context.rules);
    let is_foreign = |embedded: &Embedded<'_>| {
        let inside = embedded.span.slice(octets);
        let outer = read.charset.decode(inside).text;
        if outer.as_bytes() == inside {
            return false;
        }
        let Some(label) = embedded.label.as_deref() else {
            // Detection alone may find another charset for text that is read correctly. So the message is foreign
            // only if it is also garbled in the charset of the surrounding text.
            let shown = detect(inside).map(|found| found.charset);
            return is_garbled(&outer) && shown.is_some_and(|shown| shown.decode(inside).text != outer);
        };
        // Programs that do not know the charset of a text write the name US-ASCII, so this name is not evidence.
        let charset = Charset::for_label(label).filter(|charset| *charset != Charset::US_ASCII);
        let own = || resolve(inside, Some(label), &context);
        charset.is_some_and(|charset| charset != read.charset) && !own().is_ok_and(|own| own.text == outer)
    };
    syntax::embedded(octets).into_iter().find(is_foreign).map(Foreign::of)
}

/// Finds the first message within `encoded` that is not in the transfer encoding `transfer`. `encoded` is a body whose
/// transfer encoding is `transfer`. Decoding the whole body would destroy such a message.
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

/// Returns the transfer encoding that the header at the start of `message` names.
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
