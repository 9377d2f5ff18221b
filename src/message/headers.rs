//! The decoded fields of one header.

use crate::header::{self, EmailAddress};
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::date::DateTime;
use crate::syntax::header_block::{Field, HeaderBlock, header_block_within};
use crate::text::header::raw_charset::RawCharset;
use crate::text::{Context, MessageTexts};
use std::borrow::Cow;

/// A header and its fields by name. If a field occurs twice, the first one counts; but address lists are joined.
#[derive(Clone, Debug)]
pub struct Headers<'a> {
    input: &'a [u8],
    block: Cow<'a, HeaderBlock>,
    source: Source<'a>,
}

/// The source of the context of the fields.
#[derive(Clone, Debug)]
enum Source<'a> {
    /// A header without its message: the policy, and the charset of raw octets once it is needed.
    Alone(Cow<'a, Policy>, RawCharset),
    /// The message, and the index of the part that the header belongs to.
    Message(&'a MessageTexts<'a>, usize),
}

impl<'a> Headers<'a> {
    /// Parses the header at the start of `octets` and nothing after it, for a list of messages. Linear in the header.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"Subject: =?utf-8?Q?caf=C3=A9?=\nList-Id: <l.example.org>\n\nnot read");
    /// assert_eq!(headers.subject().unwrap(), "café");
    /// assert_eq!(headers.header("list-id").unwrap().text(), "<l.example.org>");
    /// ```
    pub fn parse(octets: &'a [u8]) -> Self {
        Self::alone(octets, Cow::Owned(Policy::for_display()))
    }

    /// Parses the header at the start of `octets` and nothing after it. Its texts are decoded with `policy`.
    pub fn parse_with(octets: &'a [u8], policy: &'a Policy) -> Self {
        Self::alone(octets, Cow::Borrowed(policy))
    }

    fn alone(input: &'a [u8], policy: Cow<'a, Policy>) -> Self {
        let block = header_block_within(input, Span::new(0, input.len()), policy.limits.fields);
        Self { input, block: Cow::Owned(block), source: Source::Alone(policy, RawCharset::default()) }
    }

    /// The header of part `part` of a message; an empty header if there is no such part.
    pub(super) fn of(texts: &'a MessageTexts<'a>, part: usize) -> Self {
        let block = texts.parts().get(part).map(|part| &part.header);
        let block = block.map_or_else(|| Cow::Owned(HeaderBlock::default()), Cow::Borrowed);
        Self { input: texts.input(), block, source: Source::Message(texts, part) }
    }

    /// The text of the Subject.
    pub fn subject(&self) -> Option<Cow<'_, str>> {
        self.header("Subject").map(|field| field.text())
    }

    /// The addresses in From; empty if there is no such field.
    pub fn from(&self) -> Vec<EmailAddress> {
        self.addresses("From")
    }

    /// The addresses in To.
    pub fn to(&self) -> Vec<EmailAddress> {
        self.addresses("To")
    }

    /// The addresses in Cc.
    pub fn cc(&self) -> Vec<EmailAddress> {
        self.addresses("Cc")
    }

    /// The date and time in Date.
    pub fn date(&self) -> Option<DateTime> {
        self.header("Date")?.date()
    }

    /// The field body of Message-ID without blanks around it, not decoded.
    pub fn message_id(&self) -> Option<&[u8]> {
        self.header("Message-ID").map(|field| field.raw().trim_ascii())
    }

    /// The first field with this name, which is case-insensitive.
    pub fn header(&self, name: &str) -> Option<HeaderField<'_>> {
        self.named(name).next()
    }

    /// All fields, in order.
    pub fn iter(&self) -> impl Iterator<Item = HeaderField<'_>> {
        self.block.fields.iter().map(|field| self.field(field))
    }

    fn named(&self, name: &str) -> impl Iterator<Item = HeaderField<'_>> {
        let fields = self.block.fields.iter().filter(move |field| field.is(self.input, name));
        fields.map(|field| self.field(field))
    }

    fn field<'h>(&'h self, field: &'h Field) -> HeaderField<'h> {
        HeaderField { input: self.input, field, context: self.context(field) }
    }

    fn addresses(&self, name: &str) -> Vec<EmailAddress> {
        let lists = self.named(name).map(|field| field.addresses());
        let joined = lists.reduce(|mut all, more| {
            all.extend(more);
            all
        });
        joined.unwrap_or_default()
    }

    fn context(&self, field: &Field) -> Context<'_> {
        match &self.source {
            Source::Alone(policy, raw) => raw.around(self.input, &self.block, field, Context::new(policy)),
            Source::Message(texts, part) => texts.field_context(*part, field),
        }
    }
}

/// One field of a header.
#[derive(Clone, Debug)]
pub struct HeaderField<'h> {
    input: &'h [u8],
    field: &'h Field,
    context: Context<'h>,
}

impl<'h> HeaderField<'h> {
    /// The field `field` in the header of part `part` of a message.
    pub(super) fn of(texts: &'h MessageTexts<'h>, part: usize, field: &'h Field) -> Self {
        Self { input: texts.input(), field, context: texts.field_context(part, field) }
    }

    /// The name of the field, as it is written.
    pub fn name(&self) -> Cow<'h, str> {
        String::from_utf8_lossy(self.field.name.slice(self.input))
    }

    /// The field body, not decoded: all octets after the colon, including folds, without the last line end.
    pub fn raw(&self) -> &'h [u8] {
        self.field.body.slice(self.input)
    }

    /// The text of the field, with encoded words and folds decoded (RFC 2047, RFC 5322 section 2.2.3).
    pub fn text(&self) -> Cow<'h, str> {
        header::decode_in(self.raw(), &self.context)
    }

    /// The addresses in a field such as From or Cc, including members of groups.
    pub fn addresses(&self) -> Vec<EmailAddress> {
        header::addresses_in(self.raw(), &self.context)
    }

    /// The text of a parameter in a field such as Content-Type (RFC 2045, RFC 2231). `name` is case-insensitive.
    pub fn parameter(&self, name: &str) -> Option<String> {
        header::parameter_in(self.raw(), name, &self.context)
    }

    /// The date and time in a field such as Date or Resent-Date.
    pub fn date(&self) -> Option<DateTime> {
        DateTime::parse(self.raw())
    }
}
