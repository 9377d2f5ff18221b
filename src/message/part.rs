//! A part of a message and the calls of a client.

use super::headers::{HeaderField, Headers};
use crate::structure::Part;
use crate::text::{DecodedText, MessageTexts, Unreadable};
use std::borrow::Cow;

/// A part of a message, which it knows.
#[derive(Clone, Copy, Debug)]
pub struct MessagePart<'m> {
    texts: &'m MessageTexts<'m>,
    part: &'m Part,
    index: usize,
}

impl<'m> MessagePart<'m> {
    pub(super) fn at(texts: &'m MessageTexts<'m>, index: usize) -> Option<Self> {
        Some(Self { texts, part: texts.parts().get(index)?, index })
    }

    /// Its place in [`Structure::parts`](crate::structure::Structure::parts).
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Its section as IMAP counts them (RFC 3501 section 6.4.5), such as `2.1`; empty for the message itself.
    pub fn section(&self) -> String {
        self.texts.structure().path(self.index)
    }

    /// Lower-case `type/subtype`.
    pub fn media_type(&self) -> &'m str {
        &self.part.media_type
    }

    /// Whether it says that it is no inline text (RFC 2183).
    pub const fn is_attachment(&self) -> bool {
        self.part.attachment
    }

    /// Its header.
    pub fn headers(&self) -> Headers<'m> {
        Headers::of(self.texts, self.index)
    }

    /// The name of the file that it is, by Content-Disposition or Content-Type. It may hold anything, slashes too: it
    /// is no path.
    pub fn file_name(&self) -> Option<String> {
        let named = |field: &str, parameter: &str| {
            let field = self.part.header.field(self.texts.input(), field)?;
            HeaderField::of(self.texts, self.index, field)
                .parameter(parameter)
                .filter(|name| !name.is_empty())
        };
        named("Content-Disposition", "filename").or_else(|| named("Content-Type", "name"))
    }

    /// The body without its transfer encoding; as it stands where that is unknown (RFC 2045 section 6.4).
    pub fn octets(&self) -> Cow<'m, [u8]> {
        let body = self.part.body.slice(self.texts.input());
        self.part.transfer.map_or(Cow::Borrowed(body), |transfer| transfer.decode(body).octets)
    }

    /// The text of the body: transfer encoding and charset undone, with the charset and how sure that is.
    ///
    /// # Errors
    /// Where it is no text, its transfer encoding is unknown or damaged, or its octets cannot be read without loss.
    pub fn text(&self) -> Result<DecodedText<'m>, Unreadable> {
        self.texts.text(self.index)
    }

    /// Whether it is flowed text (RFC 3676 section 4), and if so whether with `delsp=yes`: what
    /// [`flowed::paragraphs`](crate::flowed::paragraphs) wants to know.
    pub fn flowed(&self) -> Option<bool> {
        self.texts.flowed(self.index)
    }

    /// Where it stands, and what else its header says.
    pub const fn structure(&self) -> &'m Part {
        self.part
    }
}
