//! A part of a message, and the methods that a client uses.

use super::headers::{HeaderField, Headers};
use crate::structure::Part;
use crate::text::{DecodedText, MessageTexts, Unreadable};
use std::borrow::Cow;

/// A part of a message. It refers to the message, so that its texts are decoded in context.
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

    /// The index of the part in [`Structure::parts`](crate::structure::Structure::parts).
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The section number of the part in IMAP (RFC 3501 section 6.4.5), such as `2.1`; empty for the message itself.
    pub fn section(&self) -> String {
        self.texts.structure().path(self.index)
    }

    /// The media type in lower case, `type/subtype`.
    pub fn media_type(&self) -> &'m str {
        &self.part.media_type
    }

    /// Whether Content-Disposition says that the part is not inline (RFC 2183).
    pub const fn is_attachment(&self) -> bool {
        self.part.attachment
    }

    /// The header of the part.
    pub fn headers(&self) -> Headers<'m> {
        Headers::of(self.texts, self.index)
    }

    /// The file name in Content-Disposition or Content-Type. It can contain any characters, including slashes. Do
    /// not use it as a path: to save the part, take [`Path::file_name`](std::path::Path::file_name) of it, or a name
    /// of your own if that is `None`.
    pub fn file_name(&self) -> Option<String> {
        let named = |field: &str, parameter: &str| {
            let field = self.part.header.field(self.texts.input(), field)?;
            HeaderField::of(self.texts, self.index, field)
                .parameter(parameter)
                .filter(|name| !name.is_empty())
        };
        named("Content-Disposition", "filename").or_else(|| named("Content-Type", "name"))
    }

    /// The body with its transfer encoding decoded; unchanged if the encoding is unknown (RFC 2045 section 6.4).
    pub fn octets(&self) -> Cow<'m, [u8]> {
        let body = self.part.body.slice(self.texts.input());
        self.part.transfer.map_or(Cow::Borrowed(body), |transfer| transfer.decode(body).octets)
    }

    /// The decoded text of the body, with its charset and how certain that is.
    ///
    /// # Errors
    /// The part is not text, its transfer encoding is unknown or damaged, or its octets cannot be decoded without
    /// loss.
    pub fn text(&self) -> Result<DecodedText<'m>, Unreadable> {
        self.texts.text(self.index)
    }

    /// The text for a reader or a search: the lines of flowed text joined to paragraphs (RFC 3676), HTML as readable
    /// [`plain`](crate::plain) text.
    ///
    /// # Errors
    /// Those of [`MessagePart::text`].
    #[cfg(feature = "html")]
    pub fn plain_text(&self) -> Result<String, Unreadable> {
        self.text().map(|text| self.plain_text_of(text.text))
    }

    /// The result of [`MessagePart::plain_text`], if the text was decoded already.
    #[cfg(feature = "html")]
    pub fn plain_text_of(&self, text: Cow<'_, str>) -> String {
        match self.flowed() {
            Some(del_sp) => crate::flowed::unflow(&text, del_sp),
            None if self.part.media_type == "text/html" => crate::plain::of_html(&text),
            None => text.into_owned(),
        }
    }

    /// For flowed text (RFC 3676 section 4), whether it has `delsp=yes`, as
    /// [`flowed::paragraphs`](crate::flowed::paragraphs) needs it; `None` for other text.
    pub fn flowed(&self) -> Option<bool> {
        self.texts.flowed(self.index)
    }

    /// The part as spans of the message, and further information from its header.
    pub const fn structure(&self) -> &'m Part {
        self.part
    }
}
