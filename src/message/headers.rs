//! The decoded fields of one header.

use crate::field_form::utf8_line;
use crate::header::{self, EmailAddress};
use crate::policy::Policy;
use crate::rules::MessageRules;
use crate::span::Span;
use crate::syntax::address_list::kind_of_field;
use crate::syntax::angles::{identifiers, urls};
use crate::syntax::date::DateTime;
use crate::syntax::field_kind::FieldKind;
use crate::syntax::header_block::{Field, HeaderBlock, header_block_within};
use crate::text::header::raw_charset::BlockCharset;
use crate::text::{Context, MessageTexts};
use std::borrow::Cow;

/// A header, with its fields by name. If a field occurs twice, the first one counts, except that address lists are
/// joined.
#[derive(Clone, Debug)]
pub struct Headers<'a> {
    input: &'a [u8],
    block: Cow<'a, HeaderBlock>,
    source: Source<'a>,
}

/// The source of the context in which the fields are decoded.
#[derive(Clone, Debug)]
enum Source<'a> {
    /// The header is read without its message.
    Alone(Box<Alone<'a>>),
    /// The texts of the message, and the index of the part to which the header belongs.
    Message(&'a MessageTexts<'a>, usize),
}

/// The context for decoding the fields of a header that is read without its message.
#[derive(Clone, Debug)]
struct Alone<'a> {
    policy: Cow<'a, Policy>,
    /// The rules that apply to the header.
    decided: MessageRules,
    /// The charset of raw octets in the fields, which is determined when it is first needed.
    raw: BlockCharset,
}

impl<'a> Headers<'a> {
    /// Parses the header at the start of `octets`, and reads nothing after it. This is enough for a program that lists
    /// messages. The time is linear in the length of the header.
    ///
    /// The charset of raw octets above 127, which have no label, is determined from the header alone. In a
    /// [`Message`](super::Message), it is determined from the body, too. So the Subject of the same message can be read
    /// in another charset there than here. A `Message` of a header alone has its media type:
    /// `Message::parse(octets).part(0)`.
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

    /// Parses the header at the start of `octets`, and reads nothing after it. Texts are decoded with `policy`. To show
    /// them, begin with [`Policy::for_display`], as [`Headers::parse`] does.
    pub fn parse_with(octets: &'a [u8], policy: &'a Policy) -> Self {
        Self::alone(octets, Cow::Borrowed(policy))
    }

    fn alone(input: &'a [u8], policy: Cow<'a, Policy>) -> Self {
        let block = header_block_within(input, Span::new(0, input.len()), policy.limits.fields);
        let decided = policy.rules.of_header(input, &block);
        let source = Source::Alone(Box::new(Alone { policy, decided, raw: BlockCharset::default() }));
        Self { input, block: Cow::Owned(block), source }
    }

    /// The header of part `part` of a message; an empty header if there is no such part.
    pub(super) fn of(texts: &'a MessageTexts<'a>, part: usize) -> Self {
        let block = texts.parts().get(part).map(|part| &part.header);
        let block = block.map_or_else(|| Cow::Owned(HeaderBlock::default()), Cow::Borrowed);
        Self { input: texts.input(), block, source: Source::Message(texts, part) }
    }

    /// A header in the body of part `part` of a message.
    pub(super) fn of_block(texts: &'a MessageTexts<'a>, part: usize, block: &'a HeaderBlock) -> Self {
        Self { input: texts.input(), block: Cow::Borrowed(block), source: Source::Message(texts, part) }
    }

    /// The text of the Subject on one line; see [`Message::subject`](super::Message::subject).
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

    /// The addresses in Bcc.
    pub fn bcc(&self) -> Vec<EmailAddress> {
        self.addresses("Bcc")
    }

    /// The address in Sender. It is the address of the person who sent the message for its authors. Empty if there is
    /// no such field.
    pub fn sender(&self) -> Vec<EmailAddress> {
        self.addresses("Sender")
    }

    /// The addresses in Reply-To (RFC 5322 section 3.6.2). A reply goes to these addresses. If there are none, it goes
    /// to the addresses in From.
    pub fn reply_to(&self) -> Vec<EmailAddress> {
        self.addresses("Reply-To")
    }

    /// The addresses in the fields with this name, such as `Resent-To`. The addresses are found before the display
    /// names in the fields are decoded, because a decoded display name can look like an address.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"Delivered-To: =?utf-8?Q?Doe=2C_<x@y>?= <j@example.org>\n\n");
    /// assert_eq!(headers.addresses("delivered-to").len(), 1);
    /// ```
    pub fn addresses(&self, name: &str) -> Vec<EmailAddress> {
        let lists = self.named(name).map(|field| field.addresses());
        let joined = lists.reduce(|mut all, more| {
            all.extend(more);
            all
        });
        joined.unwrap_or_default()
    }

    /// The identifier of the message: the first identifier in Message-ID, without brackets. `None` if it is not UTF-8.
    pub fn message_id(&self) -> Option<Cow<'_, str>> {
        self.header("Message-ID")?.id()
    }

    /// The identifiers in In-Reply-To, without brackets. They name the messages to which this message replies.
    pub fn in_reply_to(&self) -> Vec<Cow<'_, str>> {
        self.ids("In-Reply-To")
    }

    /// The identifiers in References, without brackets. They name the earlier messages of the thread, the oldest
    /// first (RFC 5322 section 3.6.4).
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"References: <1@x><2@x>\n (and others) <3@x>\nIn-Reply-To: Your mail <3@x>\n\n");
    /// assert_eq!(headers.references(), ["1@x", "2@x", "3@x"]);
    /// assert_eq!(headers.in_reply_to(), ["3@x"]);
    /// ```
    pub fn references(&self) -> Vec<Cow<'_, str>> {
        self.ids("References")
    }

    /// The mailing list in List-Id (RFC 2919): its description, decoded, and its identifier.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"List-Id: Cats, =?utf-8?Q?caf=C3=A9?= <cats.example.org>\n\n");
    /// let list = headers.list_id().unwrap();
    /// assert_eq!((list.name.as_str(), list.id.as_str()), ("Cats, café", "cats.example.org"));
    /// ```
    pub fn list_id(&self) -> Option<ListId> {
        self.header("List-Id")?.list_id()
    }

    /// The URLs in a field such as `List-Unsubscribe` (RFC 2369), without brackets, in the order of preference.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"List-Post: <mailto:cats@example.org> (moderated), <https://example.org/cats>\n\n");
    /// assert_eq!(headers.urls("List-Post"), ["mailto:cats@example.org", "https://example.org/cats"]);
    /// ```
    pub fn urls(&self, name: &str) -> Vec<Cow<'_, str>> {
        self.header(name).map_or_else(Vec::new, |field| field.urls())
    }

    fn ids(&self, name: &str) -> Vec<Cow<'_, str>> {
        self.header(name).map_or_else(Vec::new, |field| field.ids())
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

    fn context(&self, field: &Field) -> Context<'_> {
        match &self.source {
            Source::Alone(alone) => {
                let context = Context::under(&alone.policy, &alone.decided);
                alone.raw.field_context(self.input, &self.block, field.body, context)
            }
            Source::Message(texts, part) => texts.field_context(*part, field),
        }
    }
}

/// A mailing list, by its List-Id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ListId {
    /// The description, decoded; empty if there is none.
    pub name: String,
    /// The identifier, such as `cats.example.org`.
    pub id: String,
}

/// Converts octets to text. Octets that are not UTF-8 become U+FFFD.
pub(super) fn lossy(octets: Cow<'_, [u8]>) -> Cow<'_, str> {
    match octets {
        Cow::Borrowed(octets) => String::from_utf8_lossy(octets),
        Cow::Owned(octets) => String::from_utf8_lossy(&octets).into_owned().into(),
    }
}

/// Converts octets to text. `None` if they are not UTF-8.
fn strict(octets: Cow<'_, [u8]>) -> Option<Cow<'_, str>> {
    match octets {
        Cow::Borrowed(octets) => std::str::from_utf8(octets).ok().map(Cow::Borrowed),
        Cow::Owned(octets) => String::from_utf8(octets).ok().map(Cow::Owned),
    }
}

/// One field of a header. The decoded texts of a field contain no line ends.
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

    /// The context in which the field is decoded.
    pub(super) const fn context(&self) -> &Context<'h> {
        &self.context
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
    ///
    /// In an address field, and in an unknown field that has the form of an address list, names are quoted if
    /// necessary, so that the text has the same addresses as the field, and a control character in a name is a blank. In
    /// other fields, decoded text can look like anything. Do not read addresses, identifiers or parameters from this text;
    /// use the methods that return them.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"To: =?utf-8?Q?D=C3=B6e=2C_J=2E?= <j@example.org>\n\n");
    /// assert_eq!(headers.header("To").unwrap().text(), "\"Döe, J.\" <j@example.org>");
    /// ```
    pub fn text(&self) -> Cow<'h, str> {
        match kind_of_field(self.input, self.field, self.context.policy.limits.comments) {
            FieldKind::Addresses | FieldKind::AddressText => {
                header::in_one_line(utf8_line(self.input, *self.field, FieldKind::Addresses, &self.context))
                    .into()
            }
            _ => header::decode_in(self.raw(), &self.context),
        }
    }

    /// The addresses in a field such as From or Cc, including members of groups.
    pub fn addresses(&self) -> Vec<EmailAddress> {
        header::addresses_in(self.raw(), &self.context)
    }

    /// The identifiers in a field such as References or Content-ID (RFC 5322 section 3.6.4), without brackets.
    /// Comments and other words are skipped, and blanks between identifiers can be missing. An identifier that is not
    /// UTF-8 is skipped, too: with U+FFFD in place of its octets, it could equal another identifier.
    pub fn ids(&self) -> Vec<Cow<'h, str>> {
        identifiers(self.raw()).into_iter().filter_map(strict).collect()
    }

    /// The first identifier; `None` if it is not UTF-8.
    pub(super) fn id(&self) -> Option<Cow<'h, str>> {
        identifiers(self.raw()).into_iter().next().and_then(strict)
    }

    /// Whether the field has an identifier, in UTF-8 or not.
    pub(super) fn has_id(&self) -> bool {
        !identifiers(self.raw()).is_empty()
    }

    /// The URLs in a field such as List-Post (RFC 2369), without brackets.
    pub fn urls(&self) -> Vec<Cow<'h, str>> {
        urls(self.raw()).into_iter().map(lossy).collect()
    }

    /// The mailing list in a field such as List-Id (RFC 2919); `None` if the field has no identifier.
    pub fn list_id(&self) -> Option<ListId> {
        let EmailAddress { name, address, .. } = header::phrase_angle_in(self.raw(), &self.context);
        (!address.is_empty()).then_some(ListId { name, id: address })
    }

    /// The text of a parameter in a field such as Content-Type (RFC 2045, RFC 2231). `name` is case-insensitive.
    pub fn parameter(&self, name: &str) -> Option<String> {
        header::parameter_in(self.raw(), name, &self.context)
    }

    /// The date and time in a field such as Date or Resent-Date. A date in encoded words, which RFC 2047 forbids, is
    /// decoded first.
    ///
    /// ```
    /// use mailutf::message::Headers;
    /// let headers = Headers::parse(b"Date: =?iso-8859-1?Q?Mon=2C_1_Jan_2024_10:00:00_+0100?=\n\n");
    /// assert_eq!(headers.date().unwrap().to_string(), "2024-01-01T10:00:00+01:00");
    /// ```
    pub fn date(&self) -> Option<DateTime> {
        DateTime::parse(self.raw()).or_else(|| {
            let is_encoded = memchr::memmem::find(self.raw(), b"=?").is_some();
            is_encoded.then(|| DateTime::parse(self.text().as_bytes())).flatten()
        })
    }
}
