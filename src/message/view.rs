//! A message, and the methods that a client uses.

use super::bodies::Bodies;
use super::headers::{HeaderField, Headers};
use super::part::MessagePart;
use crate::header::EmailAddress;
use crate::policy::Policy;
use crate::structure::{PartKind, Structure};
use crate::syntax::date::DateTime;
use crate::text::MessageTexts;
use std::borrow::Cow;

/// A parsed message. It borrows the octets, and decodes each text when it is requested.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    texts: MessageTexts<'a>,
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Message<'_>>();
};

impl<'a> Message<'a> {
    /// Parses a message, without an mbox `From ` line. Finds the parts and decodes no text. Its texts are decoded with
    /// [`Policy::for_display`]. Linear time.
    pub fn parse(octets: &'a [u8]) -> Self {
        let policy = Policy::for_display();
        let structure = Structure::parse(octets, &policy.limits);
        Self::new(octets, Cow::Owned(structure), Cow::Owned(policy))
    }

    /// Parses a message whose texts are decoded with `policy`.
    ///
    /// ```
    /// use mailutf::{Policy, charset::Charset, message::Message};
    /// let mut policy = Policy::default();
    /// policy.overrides.insert(b"iso-8859-1", Charset::for_label(b"windows-1251").unwrap());
    /// let message = Message::parse_with(b"Subject: =?iso-8859-1?Q?=C8=E2=E0=ED?=\n\n", &policy);
    /// assert_eq!(message.subject().unwrap(), "Иван");
    /// ```
    pub fn parse_with(octets: &'a [u8], policy: &'a Policy) -> Self {
        Self { texts: MessageTexts::parse(octets, policy) }
    }

    pub(super) const fn of(texts: MessageTexts<'a>) -> Self {
        Self { texts }
    }

    pub(super) fn new(octets: &'a [u8], structure: Cow<'a, Structure>, policy: Cow<'a, Policy>) -> Self {
        Self { texts: MessageTexts::new(octets, structure, policy) }
    }

    /// The text of the Subject.
    pub fn subject(&self) -> Option<Cow<'_, str>> {
        self.header("Subject").map(|field| field.text())
    }

    /// The addresses in From; empty if there is no such field. A reply goes to the addresses of `header("Reply-To")`,
    /// if there are any (RFC 5322 section 3.6.2).
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

    /// The part to show as the body. Of alternatives (RFC 2046 section 5.1.4) it is the plain text, or else the
    /// HTML; of several parts the first one that is either. It is never an attachment or a part of an enclosed
    /// message. If there is only HTML, its [media type](MessagePart::media_type) is `text/html`.
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
        self.part(Bodies::of(self.texts.parts()).text()?)
    }

    /// The HTML part to show as the body, if there is one: the alternative to [`Message::text_body`], or that part
    /// itself.
    pub fn html_body(&self) -> Option<MessagePart<'_>> {
        self.part(Bodies::of(self.texts.parts()).html?)
    }

    /// All parts in their order, including the message itself, multiparts, and the parts of enclosed messages.
    pub fn parts(&self) -> impl Iterator<Item = MessagePart<'_>> {
        (0..self.texts.parts().len()).filter_map(|index| self.part(index))
    }

    /// The part with this index in [`Structure::parts`]; 0 is the message itself.
    pub fn part(&self, index: usize) -> Option<MessagePart<'_>> {
        MessagePart::at(&self.texts, index)
    }

    /// The parts that a client offers to open or save: all that are not shown as text, and text whose
    /// Content-Disposition is `attachment`. An enclosed message is one attachment; its parts are not listed.
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
        // A parent precedes its children, so its entry is set already.
        let mut enclosed = vec![false; self.texts.parts().len()];
        self.parts().filter(move |part| {
            let found = part.structure();
            let parent =
                found.parent.and_then(|parent| self.texts.parts().get(parent).zip(enclosed.get(parent)));
            let inside = parent.is_some_and(|(parent, inside)| *inside || parent.kind == PartKind::Message);
            if let Some(own) = enclosed.get_mut(part.index()) {
                *own = inside;
            }
            let shown = matches!(found.kind, PartKind::Text | PartKind::Multipart) && !found.attachment;
            !inside && !shown && found.kind != PartKind::Multipart
        })
    }

    /// The octets of the message.
    pub const fn octets(&self) -> &'a [u8] {
        self.texts.input()
    }

    /// The parts as spans, and the findings about them.
    pub fn structure(&self) -> &Structure {
        self.texts.structure()
    }

    /// The texts of the parts, and their context, for use with the modules [`text`](crate::text) and
    /// [`header`](crate::header).
    pub const fn texts(&self) -> &MessageTexts<'a> {
        &self.texts
    }
}
