//! The fields of one header, decoded.

use crate::header::{self, EmailAddress};
use crate::policy::Policy;
use crate::span::Span;
use crate::syntax::date::DateTime;
use crate::syntax::header_block::{Field, HeaderBlock, header_block_within};
use crate::text::raw_charset::RawCharset;
use crate::text::{Context, MessageTexts};
use std::borrow::Cow;

/// A header: its fields by name. Of a field that stands twice, the first counts; address lists are put together.
#[derive(Clone, Debug)]
pub struct Headers<'a> {
    input: &'a [u8],
    block: Cow<'a, HeaderBlock>,
    source: Source<'a>,
}

/// What is known around the fields.
#[derive(Clone, Debug)]
enum Source<'a> {
    /// The policy, and the charset of raw octets once a field that holds some is read.
    Alone(Cow<'a, Policy>, RawCharset),
    /// The message, and the part that the header is of.
    Message(&'a MessageTexts<'a>, usize),
}

impl<'a> Headers<'a> {
    /// Reads the header at the start of `octets` and nothing behind it: for a list of messages. Linear in the header.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"Subject: =?utf-8?Q?caf=C3=A9?=\nList-Id: <l.example.org>\n\nnot read");
    /// assert_eq!(headers.subject().unwrap(), "café");
    /// assert_eq!(headers.header("list-id").unwrap().text(), "<l.example.org>");
    /// ```
    pub fn parse(octets: &'a [u8]) -> Self {
        Self::alone(octets, Cow::Owned(Policy::default()))
    }

    /// Reads the header at the start of `octets` by `policy`, and nothing behind it.
    pub fn parse_with(octets: &'a [u8], policy: &'a Policy) -> Self {
        Self::alone(octets, Cow::Borrowed(policy))
    }

    fn alone(input: &'a [u8], policy: Cow<'a, Policy>) -> Self {
        let block = header_block_within(input, Span::new(0, input.len()), policy.limits.fields);
        Self { input, block: Cow::Owned(block), source: Source::Alone(policy, RawCharset::default()) }
    }

    /// The header of part `part` of a message.
    pub(super) fn of(texts: &'a MessageTexts<'a>, part: usize) -> Self {
        let block = texts.parts().get(part).map(|part| &part.header);
        let block = block.map_or_else(|| Cow::Owned(HeaderBlock::default()), Cow::Borrowed);
        Self { input: texts.input(), block, source: Source::Message(texts, part) }
    }

    /// The Subject.
    pub fn subject(&self) -> Option<Cow<'_, str>> {
        self.header("Subject").map(|field| field.text())
    }

    /// The authors; empty where there is no From.
    pub fn from(&self) -> Vec<EmailAddress> {
        self.addresses("From")
    }

    /// The recipients in To.
    pub fn to(&self) -> Vec<EmailAddress> {
        self.addresses("To")
    }

    /// The recipients in Cc.
    pub fn cc(&self) -> Vec<EmailAddress> {
        self.addresses("Cc")
    }

    /// When it was written.
    pub fn date(&self) -> Option<DateTime> {
        self.header("Date")?.date()
    }

    /// The body of the Message-ID, as it stands.
    pub fn message_id(&self) -> Option<&[u8]> {
        self.header("Message-ID").map(|field| field.raw().trim_ascii())
    }

    /// The first field of that name, in any case.
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
        self.named(name).flat_map(|field| field.addresses()).collect()
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

    /// Its name, as it stands.
    pub fn name(&self) -> Cow<'h, str> {
        String::from_utf8_lossy(self.field.name.slice(self.input))
    }

    /// Its body as it stands, folds and all: all behind the colon but the last line end.
    pub fn raw(&self) -> &'h [u8] {
        self.field.body.slice(self.input)
    }

    /// Its text: encoded words and folds undone (RFC 2047, RFC 5322 section 2.2.3).
    pub fn text(&self) -> Cow<'h, str> {
        header::decode_in(self.raw(), &self.context)
    }

    /// The addresses in it, as in From or Cc; members of groups included.
    pub fn addresses(&self) -> Vec<EmailAddress> {
        header::addresses_in(self.raw(), &self.context)
    }

    /// The text of a parameter, as in Content-Type (RFC 2045, RFC 2231); `name` in any case.
    pub fn parameter(&self, name: &str) -> Option<String> {
        header::parameter_in(self.raw(), name, &self.context)
    }

    /// The date in it, as in Date or Resent-Date.
    pub fn date(&self) -> Option<DateTime> {
        DateTime::parse(self.raw())
    }
}
