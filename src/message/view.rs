//! A message, and the methods that a mail program uses.

use super::bodies::Bodies;
use super::headers::{HeaderField, Headers, ListId};
use super::part::MessagePart;
use crate::header::EmailAddress;
use crate::policy::Policy;
use crate::structure::Structure;
use crate::syntax::date::DateTime;
use crate::syntax::rfc2231::without_escapes;
use crate::text::MessageTexts;
use std::borrow::Cow;
use std::collections::HashMap;

/// A parsed message. It borrows its octets, and decodes a text only when the text is requested.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    texts: MessageTexts<'a>,
}

impl<'a> Message<'a> {
    /// Parses a message without an mbox `From ` line. (To read a file that can also be an mbox, compressed,
    /// or an Apple Mail file, use `message::Mail` or [`Source`](crate::mailbox::Source).) Parsing finds the
    /// parts and decodes no text. When a text is requested, it is decoded with [`Policy::for_display`].
    /// Linear time.
    pub fn parse(octets: &'a [u8]) -> Self {
        Self { texts: MessageTexts::parse_for_readers(octets, Cow::Owned(Policy::for_display())) }
    }

    /// Parses a message. Its texts are decoded with `policy`. To show mail, begin with [`Policy::for_display`], as
    /// [`Message::parse`] does. With [`Policy::default`], doubtful and damaged texts are errors or stay encoded.
    ///
    /// ```
    /// use mailutf::{Policy, charset::Charset, message::Message, rules::Rules};
    /// let mut rules = Rules::default();
    /// rules.overrule(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
    /// let policy = Policy::for_display().with_rules(rules);
    /// let octets = b"Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?= =?utf-8?Q?_caf=E9?=\n\n";
    /// assert_eq!(Message::parse_with(octets, &policy).subject().unwrap(), "Иван caf\u{FFFD}");
    /// let policy = Policy::default().with_rules(policy.rules);
    /// assert_eq!(Message::parse_with(octets, &policy).subject().unwrap(), "Иван =?utf-8?Q?_caf=E9?=");
    /// ```
    pub fn parse_with(octets: &'a [u8], policy: &'a Policy) -> Self {
        Self { texts: MessageTexts::parse_for_readers(octets, Cow::Borrowed(policy)) }
    }

    pub(super) const fn of(texts: MessageTexts<'a>) -> Self {
        Self { texts }
    }

    pub(super) fn new(octets: &'a [u8], structure: Cow<'a, Structure>, policy: Cow<'a, Policy>) -> Self {
        Self { texts: MessageTexts::new(octets, structure, policy) }
    }

    /// The text of the Subject on one line, as [`header::decode_in`](crate::header::decode_in) returns it; `None` if there
    /// is no such field. Octets that cannot be decoded become U+FFFD, and some encoded words stay encoded: see the module
    /// [`header`](crate::header).
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Subject: =?utf-8?Q?caf=E9?= =?utf-8?Q?_Gr=C3=BC=C3=9Fe?=\n\n");
    /// assert_eq!(message.subject().unwrap(), "caf\u{FFFD} Grüße");
    /// ```
    pub fn subject(&self) -> Option<Cow<'_, str>> {
        self.header("Subject").map(|field| field.text())
    }

    /// The addresses in From; empty if there is no such field. A reply goes to the addresses in [`Message::reply_to`]
    /// instead, if there are any.
    pub fn from(&self) -> Vec<EmailAddress> {
        self.headers().from()
    }

    /// The addresses in To.
    pub fn to(&self) -> Vec<EmailAddress> {
        self.headers().to()
    }

    /// The addresses in Cc.
    pub fn cc(&self) -> Vec<EmailAddress> {
        self.headers().cc()
    }

    /// The addresses in Bcc.
    pub fn bcc(&self) -> Vec<EmailAddress> {
        self.headers().bcc()
    }

    /// The address in Sender; see [`Headers::sender`].
    pub fn sender(&self) -> Vec<EmailAddress> {
        self.headers().sender()
    }

    /// The addresses in Reply-To; see [`Headers::reply_to`].
    pub fn reply_to(&self) -> Vec<EmailAddress> {
        self.headers().reply_to()
    }

    /// The addresses in the fields with this name; see [`Headers::addresses`].
    pub fn addresses(&self, name: &str) -> Vec<EmailAddress> {
        self.headers().addresses(name)
    }

    /// The identifier in Message-ID, without brackets. `None` if there is none, or if it is not UTF-8: then two messages
    /// with different identifiers could not be told apart. [`HeaderField::raw`] has its octets.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// assert_eq!(Message::parse(b"Message-ID: <1@x>\n\n").message_id().unwrap(), "1@x");
    /// assert_eq!(Message::parse(b"Message-ID: <\xE9@x>\n\n").message_id(), None);
    /// ```
    pub fn message_id(&self) -> Option<Cow<'_, str>> {
        self.header("Message-ID")?.id()
    }

    /// The identifiers in In-Reply-To, without brackets.
    pub fn in_reply_to(&self) -> Vec<Cow<'_, str>> {
        self.header("In-Reply-To").map_or_else(Vec::new, |field| field.ids())
    }

    /// The identifiers in References, without brackets, the oldest first; see [`Headers::references`].
    pub fn references(&self) -> Vec<Cow<'_, str>> {
        self.header("References").map_or_else(Vec::new, |field| field.ids())
    }

    /// The mailing list in List-Id; see [`Headers::list_id`].
    pub fn list_id(&self) -> Option<ListId> {
        self.headers().list_id()
    }

    /// The URLs in a field such as `List-Unsubscribe`; see [`Headers::urls`].
    pub fn urls(&self, name: &str) -> Vec<Cow<'_, str>> {
        self.header(name).map_or_else(Vec::new, |field| field.urls())
    }

    /// The date and time in Date.
    pub fn date(&self) -> Option<DateTime> {
        self.headers().date()
    }

    /// The first field with this name, which is case-insensitive.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"List-Id: =?utf-8?Q?Caf=C3=A9?= <cafe.example.org>\n\n");
    /// let list = message.header("list-id").unwrap();
    /// assert_eq!(list.text(), "Café <cafe.example.org>");
    /// assert_eq!(list.addresses()[0].name, "Café");
    /// assert_eq!(list.raw(), b" =?utf-8?Q?Caf=C3=A9?= <cafe.example.org>");
    /// ```
    pub fn header(&self, name: &str) -> Option<HeaderField<'_>> {
        let field = self.texts.parts().first()?.header.field(self.texts.input(), name)?;
        Some(HeaderField::of(&self.texts, 0, field))
    }

    /// The header of the message.
    pub fn headers(&self) -> Headers<'_> {
        Headers::of(&self.texts, 0)
    }

    /// The part with this section number in IMAP (RFC 3501 section 6.4.5), such as `2.1`; see [`MessagePart::section`].
    /// An empty number means the message itself. The first call takes time linear in the number of parts; after that, a
    /// call takes time linear in the length of `section`.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: text/plain\n\nHi!\n");
    /// assert_eq!(message.part_by_section("1").unwrap().text().unwrap().text, "Hi!\n");
    /// ```
    pub fn part_by_section(&self, section: &str) -> Option<MessagePart<'_>> {
        let index = match section {
            "" => 0,
            _ => self.structure().part_at(section, self.texts.children())?,
        };
        self.part(index).filter(|part| section.is_empty() || part.section() == section)
    }

    /// Finds a part by its Content-ID (RFC 2392). `id` is the Content-ID, with or without brackets, or a `cid:` URL
    /// in HTML. The first call reads the Content-ID of all parts; after that, a call takes time linear in the length of
    /// `id`.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: image/png\nContent-ID: <a%b@x>\n\n...");
    /// for id in ["cid:a%25b%40x", "CID:a%b@x", "<a%b@x>", "a%b@x"] {
    ///     assert_eq!(message.part_by_content_id(id).unwrap().media_type(), "image/png");
    /// }
    /// ```
    pub fn part_by_content_id(&self, id: &str) -> Option<MessagePart<'_>> {
        let url = id.split_at_checked(4).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("cid:"));
        let wanted = match url {
            Some((_, escaped)) => Cow::Owned(without_escapes(escaped.as_bytes())),
            None => Cow::Borrowed(id.trim_start_matches('<').trim_end_matches('>').as_bytes()),
        };
        // Each Content-ID is decoded text, so an identifier that is not UTF-8 names no part.
        let wanted = std::str::from_utf8(&wanted).ok()?;
        let ids = self.texts.content_ids(|| {
            let mut ids = HashMap::new();
            for (id, part) in self.parts().filter_map(|part| Some((part.content_id()?, part.index()))) {
                ids.entry(id.into()).or_insert(part);
            }
            ids
        });
        self.part(*ids.get(wanted)?)
    }

    /// The parts that a program shows if it prefers plain text, in their order (RFC 8621 section 4.1.4). These parts
    /// are texts, and also images, sounds and films between texts. Show all of them: after the first text, there can
    /// be an image and more text, or the footer of a mailing list. If the sender wrote only HTML, the HTML is in this
    /// list. If the plain text has only blanks, or is binary data, and its alternative in HTML shows something, both are
    /// in this list.
    ///
    /// A part of the type `text/rfc822-headers` or `message/delivery-status` is not a text, and not here, but in
    /// [`Message::attachments`].
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee:\n--b\nContent-Type: image/png\n\n\
    ///     ...\n--b\n\nNice?\n--b\nContent-Type: application/pdf\n\n%PDF\n--b--\n";
    /// let message = Message::parse(octets);
    /// let types: Vec<_> = message.text_bodies().map(|part| part.media_type().to_owned()).collect();
    /// assert_eq!(types, ["text/plain", "image/png", "text/plain"]);
    /// assert_eq!(message.attachments().next().unwrap().media_type(), "application/pdf");
    /// ```
    pub fn text_bodies(&self) -> impl Iterator<Item = MessagePart<'_>> {
        self.at(self.shown_bodies().text())
    }

    /// The parts that a program shows if it prefers HTML, in their order; see [`Message::text_bodies`]. If the sender
    /// wrote only plain text, the plain text is in this list.
    pub fn html_bodies(&self) -> impl Iterator<Item = MessagePart<'_>> {
        self.at(self.bodies().html())
    }

    /// The first text of [`Message::text_bodies`]. If there are alternatives (RFC 2046 section 5.1.4), this is the
    /// plain text, or else the HTML. If there is only HTML, the [media type](MessagePart::media_type) of the part is
    /// `text/html`. If [`Message::text_bodies`] has no text, another text is returned, such as a calendar. The result
    /// is never an attachment or a part of an enclosed message.
    ///
    /// Some programs write an empty plain text beside the HTML. So if the plain text has only blanks, or is binary data,
    /// the result is its alternative in HTML, if that has more than blanks. To find this out, the transfer encoding of the
    /// plain text is decoded if there are both, and the two texts are read if no letters of US-ASCII show that the plain
    /// text has words.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: multipart/alternative; boundary=b\n\n\
    ///     --b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: text/html\n\n<p>html\n--b--\n";
    /// let message = Message::parse(octets);
    /// assert_eq!(message.text_body().unwrap().text().unwrap().text, "plain");
    /// assert_eq!(message.html_body().unwrap().text().unwrap().text, "<p>html");
    /// ```
    pub fn text_body(&self) -> Option<MessagePart<'_>> {
        self.part(self.shown_bodies().first_text()?)
    }

    /// The first text of [`Message::html_bodies`], if this text is HTML. It is the alternative to
    /// [`Message::text_body`], or is the same part: the message has no plain text, or none with more than blanks.
    pub fn html_body(&self) -> Option<MessagePart<'_>> {
        self.part(self.bodies().first_html()?)
    }

    /// All parts in their order, including the message itself, multiparts, and the parts of enclosed
    /// messages. Their number and their depth are bounded by the [`Limits`](crate::Limits).
    pub fn parts(&self) -> impl Iterator<Item = MessagePart<'_>> {
        (0..self.texts.parts().len()).filter_map(|index| self.part(index))
    }

    /// The part with this index in [`Structure::parts`]. The index 0 is the message itself.
    pub fn part(&self, index: usize) -> Option<MessagePart<'_>> {
        MessagePart::at(&self.texts, index)
    }

    /// The parts that are not shown, in their order. They are the parts that are in neither [`Message::text_bodies`]
    /// nor [`Message::html_bodies`], and images, sounds and films that are not in both lists. An enclosed message is
    /// a single attachment, and its parts are not listed. Every part of the message is in at least one of the three
    /// lists, except multiparts and the parts of enclosed messages.
    ///
    /// The parts of a bounce that say which message did not arrive, and why, are attachments, too, and are not text. To
    /// index the Subject of that message and the recipients, read [`MessagePart::inner_headers`] of each part.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let octets = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below.\n\
    ///     --b\nContent-Type: application/pdf; name*=utf-8''%E2%82%AC.pdf\nContent-Transfer-Encoding: base64\n\n\
    ///     JVBERg==\n--b--\n";
    /// let message = Message::parse(octets);
    /// let file = message.attachments().next().unwrap();
    /// assert_eq!((file.file_name().unwrap().as_str(), file.media_type()), ("€.pdf", "application/pdf"));
    /// assert_eq!(*file.octets(), *b"%PDF");
    /// ```
    pub fn attachments(&self) -> impl Iterator<Item = MessagePart<'_>> {
        self.at(self.bodies().attachments())
    }

    /// The parts that a person can save as files, in their order: all [`Message::attachments`], and those bodies that
    /// are not text: images, sounds and films that are shown between texts, and binary data that is labelled as text.
    /// So every part is a readable text of [`Message::text_bodies`] or [`Message::html_bodies`], or is among the files,
    /// except multiparts and the parts of enclosed messages.
    ///
    /// A text with a file name is among them, unless it is the first part of its multipart and its Content-Disposition
    /// is missing or `inline`. A damaged text, and a text in an unknown charset, are not among them, because they are
    /// shown as far as they can be read; [`MessagePart::octets`] has all that is left of them. Uuencoded files within a
    /// text, and the files within a `winmail.dat`, are not found.
    ///
    /// Each body is decoded from its transfer encoding, to find binary data.
    ///
    /// ```
    /// use mailutf::message::Message;
    /// let message = Message::parse(b"Content-Type: image/png; name=a.png\n\n...");
    /// assert_eq!((message.attachments().count(), message.files().count()), (0, 1));
    /// ```
    pub fn files(&self) -> impl Iterator<Item = MessagePart<'_>> {
        self.at(self.bodies().files(|part| self.texts.is_data(part)))
    }

    fn bodies(&self) -> Bodies<'_> {
        Bodies::of(self.texts.parts(), |part| self.part(part).is_some_and(|part| part.file_name().is_some()))
    }

    /// The bodies, of which texts were read to know what they show.
    fn shown_bodies(&self) -> Bodies<'_> {
        self.bodies().with_html_for_blanks(|part| self.part(part).and_then(|part| part.is_blank()))
    }

    fn at(&self, parts: impl Iterator<Item = usize>) -> impl Iterator<Item = MessagePart<'_>> {
        parts.filter_map(|index| self.part(index))
    }

    /// The octets of the message. The spans of the structure refer to other octets: to those of
    /// [`MessageTexts::input`], in which enclosed messages with a transfer encoding are decoded.
    pub const fn octets(&self) -> &'a [u8] {
        self.texts.original()
    }

    /// The parts as spans, and the findings about the parts.
    pub fn structure(&self) -> &Structure {
        self.texts.structure()
    }

    /// The texts of the parts, and their context, for use with the modules [`text`](crate::text) and
    /// [`header`](crate::header).
    pub const fn texts(&self) -> &MessageTexts<'a> {
        &self.texts
    }
}
