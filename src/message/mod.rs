//! What a program needs to display a message: subject, addresses, date, text, attachments.
//!
//! ```
//! use mailutf::message::Message;
//! let octets = b"Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\nFrom: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>\n\
//!     Date: Sat, 21 Nov 2026 10:00:00 +0100\nContent-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n";
//! let message = Message::parse(octets);
//! assert_eq!(message.subject().unwrap(), "Grüße");
//! assert_eq!(message.from()[0].name, "Jörg");
//! assert_eq!(message.date().unwrap().to_string(), "2026-11-21T10:00:00+01:00");
//! let body = message.text_body().unwrap();
//! assert_eq!(body.text().unwrap().text, "Код\n");
//! assert_eq!(message.attachments().count(), 0);
//! ```
//!
//! No method fails because a message is malformed. A value that is missing is `None` or empty. Header text that cannot
//! be decoded becomes U+FFFD or stays encoded, as the module [`header`](crate::header) says. Only the text of a part
//! can be [unreadable](crate::text::Unreadable), and then the error gives the reason. Decoded text can contain control
//! characters. Escape the text before you print it ([`plain::escaped`](crate::plain::escaped())) or put it into a web
//! page.
//!
//! Parsing finds the parts, but decodes no text. [`Headers`] reads only a header, for a program that lists messages.
//! [`OwnedMessage`] is for a program that keeps messages in memory.
//!
//! Of a message that exceeds one of the [`Limits`](crate::Limits), some parts or fields may be missing; then
//! [`Structure::findings`](crate::structure::Structure::findings) has a
//! [`limit-reached`](crate::Code::LimitReached).
//!
//! For the warnings about a message, call `Message::findings` (feature `rewrite`): it has everything that a conversion
//! would report, and what is unusual in texts that a conversion leaves, such as signed ones; each once.
//! [`Structure::field_of`](crate::structure::Structure::field_of) says which field a finding is about, for a list of
//! messages that shows some fields. Where a text is shown, [`DecodedText::findings`](crate::text::DecodedText::findings) say
//! how this text was read, and [`Content::finding`](crate::text::Content::finding) says whether a file is damaged.
//! [`Structure::findings`](crate::structure::Structure::findings) are about the parts; the first list includes them.

mod bodies;
mod file_name;
mod finding_field;
mod headers;
#[cfg(feature = "files")]
mod mail;
mod owned;
mod part;
mod readings;
mod view;

pub use crate::syntax::date::DateTime;
pub use file_name::safe_file_name;
pub use headers::{HeaderField, Headers, ListId};
#[cfg(feature = "files")]
pub use mail::Mail;
pub use owned::{OwnedMessage, WrongBuffer};
pub use part::MessagePart;
pub use readings::{Place, Reading, Readings};
pub use view::Message;

/// Checks that one thread can parse a message and other threads can show it.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Headers<'_>>();
    is_send_and_sync::<Message<'_>>();
    is_send_and_sync::<OwnedMessage>();
    is_send_and_sync::<crate::structure::Structure>();
};
