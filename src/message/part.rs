//! A part of a message, and the methods that a mail program uses.

use super::file_name::safe_file_name;
use super::headers::{HeaderField, Headers, lossy};
use crate::policy::Policy;
use crate::structure::{Part, PartKind};
use crate::syntax::content_type::parameterized;
use crate::text::blank::{is_blank, is_blank_page};
use crate::text::{Content, DecodedText, MessageTexts, Unreadable};
use std::borrow::Cow;

/// A part of a message. It refers to the message, because its texts are decoded in the context of the message.
#[derive(Clone, Copy, Debug)]
pub struct MessagePart<'m> {
    pub(super) texts: &'m MessageTexts<'m>,
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

    /// The section number of the part in IMAP (RFC 3501 section 6.4.5), such as `2.1`. The number of a message that is
    /// not a multipart is `1`, and the number of a multipart that is the whole message is empty.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: text/plain\n\nHi!\n");
    /// assert_eq!(message.text_body().unwrap().section(), "1");
    /// ```
    pub fn section(&self) -> String {
        if self.index == 0 && self.part.kind != PartKind::Multipart {
            return "1".to_owned();
        }
        self.texts.structure().path(self.index)
    }

    /// The parts directly within this part, in their order. The part of an enclosed message has one: that message.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n--b--\n";
    /// let message = Message::parse(octets);
    /// let sections: Vec<_> = message.part(0).unwrap().parts().map(|part| part.section()).collect();
    /// assert_eq!(sections, ["1", "2"]);
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = Self> + use<'m> {
        let texts = self.texts;
        texts.children().within(self.index).iter().filter_map(move |index| Self::at(texts, *index))
    }

    /// The media type in lower case, `type/subtype`, in printable US-ASCII without blanks.
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

    /// The headers in the body. A delivery report (RFC 3464) has one header for the message and one for each
    /// recipient. A body of type `text/rfc822-headers` has the header of another message. Disposition, tracking and
    /// feedback reports, and the types `message/global-…` of all of them, have headers, too. A transfer encoding is
    /// decoded, unless it is damaged or a limit would be exceeded.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: text/rfc822-headers\n\nSubject: =?koi8-r?B?8A==?=\n");
    /// let part = message.part(0).unwrap();
    /// assert_eq!(part.inner_headers().next().unwrap().subject().unwrap(), "П");
    /// ```
    pub fn inner_headers(&self) -> impl Iterator<Item = Headers<'m>> {
        let (texts, index) = (self.texts, self.index);
        texts.field_blocks(index).iter().map(move |block| Headers::of_block(texts, index, block))
    }

    /// The file name in Content-Disposition or Content-Type. The name can contain any characters, including slashes,
    /// so do not use it as a path. To save the part, use [`MessagePart::safe_file_name`].
    pub fn file_name(&self) -> Option<String> {
        let named = |field: &str, parameter: &str| {
            self.field(field)?.parameter(parameter).filter(|name| !name.is_empty())
        };
        named("Content-Disposition", "filename").or_else(|| named("Content-Type", "name"))
    }

    /// A name for a new file on any system, which the function [`safe_file_name`] makes from
    /// [`MessagePart::file_name`]. `None` if the part has no name, or if nothing of the name is left. A file with the
    /// resulting name can already exist: never overwrite that file.
    pub fn safe_file_name(&self) -> Option<String> {
        safe_file_name(&self.file_name()?)
    }

    /// The value of Content-Disposition (RFC 2183) in lower case, such as `inline` or `attachment`; `None` if there
    /// is no value.
    pub fn disposition(&self) -> Option<String> {
        let field = self.part.header.field(self.texts.input(), "Content-Disposition")?;
        let input = self.texts.input();
        let value = parameterized(input, field.body, self.texts.policy().limits.parameters).value;
        let value = String::from_utf8_lossy(value.slice(input).trim_ascii()).to_ascii_lowercase();
        (!value.is_empty()).then_some(value)
    }

    /// Whether the part is meant to be shown within the message. A part is inline if its Content-Disposition says
    /// `inline`. Without a Content-Disposition, a part is also inline if it has a Content-ID, because HTML can show a
    /// part by its Content-ID.
    pub fn is_inline(&self) -> bool {
        let has_id = || self.field("Content-ID").is_some_and(|field| field.has_id());
        !self.part.attachment && (self.disposition().is_some() || has_id())
    }

    /// The identifier in Content-ID (RFC 2392), without brackets. HTML uses it in a `cid:` URL to name the part; see
    /// [`Message::part_by_content_id`](super::Message::part_by_content_id). `None` if it is not UTF-8, because no URL names
    /// it then.
    pub fn content_id(&self) -> Option<Cow<'m, str>> {
        self.field("Content-ID")?.id()
    }

    /// The charset label in Content-Type, as it is written; `None` if there is no label. [`MessagePart::text`] tells
    /// the charset that the text was read in.
    pub fn charset(&self) -> Option<Cow<'_, str>> {
        self.texts.label(self.index).map(lossy)
    }

    /// The policy with which texts are decoded.
    pub(super) fn policy(&self) -> &'m Policy {
        self.texts.policy()
    }

    fn field(&self, name: &str) -> Option<HeaderField<'m>> {
        let field = self.part.header.field(self.texts.input(), name)?;
        Some(HeaderField::of(self.texts, self.index, field))
    }

    /// The octets of [`content`](Self::content), for a caller who does not care whether they are damaged.
    pub fn octets(&self) -> Cow<'m, [u8]> {
        self.content().octets
    }

    /// The body with its transfer encoding decoded (RFC 2045 section 6.4), and the damage that this showed. If the
    /// transfer encoding is unknown, the body is unchanged. If it is damaged, the body is decoded as far as possible.
    /// Takes linear time.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO*Rw0KGgo=\n";
    /// let message = Message::parse(octets);
    /// let content = message.files().next().unwrap().content();
    /// assert_eq!(&*content.octets, b"\x89PNG\r\n\x1A\n");
    /// let damage = content.damage.unwrap().to_string();
    /// assert_eq!(damage, "an octet outside the alphabet of base64 at octet 4 of the encoded body");
    /// ```
    pub fn content(&self) -> Content<'m> {
        Content::of(self.texts.input(), self.texts.structure(), self.index, self.part)
    }

    /// The decoded text of the body, with the charset that the text was read in, and how certain this charset is.
    ///
    /// # Errors
    /// Fails if the part is not text, if its transfer encoding is unknown or damaged, or if its octets cannot be
    /// decoded without loss. With a policy for display ([`Policy::shown`]), this method fails only if the part is not
    /// text.
    ///
    /// `text/rfc822-headers` and `message/delivery-status`, the parts of a bounce that say which message did not arrive, and
    /// why, are not text but headers: call [`inner_headers`](Self::inner_headers), which decodes their fields.
    pub fn text(&self) -> Result<DecodedText<'m>, Unreadable> {
        self.texts.text(self.index)
    }

    /// Whether a person sees nothing in the text: it has only blanks, or is binary data. `None` if it cannot be read
    /// for another reason.
    pub(super) fn is_blank(&self) -> Option<bool> {
        let is_page = self.part.media_type == "text/html";
        if !is_page && self.texts.has_words(self.index) {
            return Some(false);
        }
        match self.text() {
            Ok(read) if is_page => Some(is_blank_page(&read.text)),
            Ok(read) => Some(is_blank(&read.text)),
            Err(Unreadable::Binary(_)) => Some(true),
            Err(_) => None,
        }
    }

    /// The text in the charset of its label, if the label is doubtful and [`text`](Self::text) returns the likely
    /// reading instead; otherwise `None`. A search should look into both readings.
    pub fn text_by_label(&self) -> Option<DecodedText<'m>> {
        self.texts.text_by_label(self.index)
    }

    /// The text in a form for reading and searching. The lines of flowed text are joined to paragraphs (RFC
    /// 3676), and HTML is converted to readable [`plain`](crate::plain) text. Needs the feature `html`. For a
    /// body without its message, call [`flowed::unflow`](crate::flowed::unflow) or
    /// [`plain::of_html`](crate::plain::of_html) on the result of [`body::decode`](crate::body::decode).
    ///
    /// # Errors
    /// Fails if [`MessagePart::text`] fails.
    #[cfg(feature = "html")]
    pub fn plain_text(&self) -> Result<String, Unreadable> {
        self.text().map(|text| self.plain_text_of(text.text).into_owned())
    }

    /// The result of [`MessagePart::plain_text`] (feature `html`), if the text was already decoded as `text`.
    /// If nothing has to be converted, returns `text`.
    #[cfg(feature = "html")]
    pub fn plain_text_of<'t>(&self, text: Cow<'t, str>) -> Cow<'t, str> {
        match self.flowed() {
            Some(del_sp) => crate::flowed::unflow(&text, del_sp).into(),
            None if self.part.media_type == "text/html" => crate::plain::of_html(&text).into(),
            None => text,
        }
    }

    /// Whether flowed text (RFC 3676 section 4) has `delsp=yes`; [`flowed::paragraphs`](crate::flowed::paragraphs)
    /// needs this value. `None` if the text is not flowed.
    pub fn flowed(&self) -> Option<bool> {
        self.texts.flowed(self.index)
    }

    /// The part as spans of the message, and further information from its header.
    pub const fn structure(&self) -> &'m Part {
        self.part
    }
}
