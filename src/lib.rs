//! Turns mail in any charset into mail in UTF-8 without losing a byte that matters; and shows what mail says.
//!
//! # How do I show this message?
//!
//! [`Message`](message::Message) has a call for each thing that a client shows. None of them fails for a bad message.
//!
//! ```
//! use mailutf::message::Message;
//! let octets = b"Subject: =?koi8-r?B?8NLJ18XU?=\nFrom: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>\n\
//!     Content-Type: text/plain; charset=utf-7\n\nHi Mom +Jjo-!\n";
//! let message = Message::parse(octets);
//! assert_eq!(message.subject().unwrap(), "Привет");
//! assert_eq!((message.from()[0].name.as_str(), message.from()[0].address.as_str()), ("Jörg", "joerg@example.org"));
//! match message.text_body().map(|part| part.text()) {
//!     Some(Ok(text)) => assert_eq!(text.text, "Hi Mom ☺!\n"), // with its charset, and how sure that is
//!     Some(Err(why)) => println!("the text cannot be read: {why}"),
//!     None => println!("there is no text"),
//! }
//! for part in message.attachments() {
//!     println!("{:?}: {}, {} bytes", part.file_name(), part.media_type(), part.octets().len());
//! }
//! ```
//!
//! [`Headers`](message::Headers) reads the header alone, for a list of messages; [`OwnedMessage`](message::OwnedMessage)
//! is for a program that keeps messages. [`flowed::paragraphs`] joins the lines of `format=flowed`. Text comes as its
//! writer wrote it, control characters and all: escape it before it reaches a terminal or a web page.
//!
//! # How do I show what IMAP has fetched?
//!
//! [`header`] has a function for each kind of value, [`body::decode`] reads one body.
//!
//! ```
//! use mailutf::{Policy, body, header};
//! assert_eq!(header::decode(b"=?koi8-r?B?8NLJ18XU?= =?utf-8?Q?=F0=9F=93=A7?="), "Привет📧");
//! let name = header::file_name(Some(b"attachment; filename*=utf-8''%E2%82%AC.pdf"), None);
//! assert_eq!(name.as_deref(), Some("€.pdf"));
//! // Of a body structure with the parameter list ("CHARSET" "koi8-r").
//! let content_type = header::with_parameters(b"text/plain", &[(b"CHARSET", b"koi8-r")]);
//! let text = body::decode(b"=EB=CF=C4", &content_type, b"QUOTED-PRINTABLE", &Policy::default());
//! assert_eq!(text.unwrap().text, "Код");
//! ```
//!
//! # How do I normalize this message?
//!
//! [`normalize()`] makes a [`Plan`]: the edits, and the [`Finding`]s that say what was guessed and what was left.
//! Nothing is done until it is applied.
//!
//! ```
//! let message = b"Subject: =?iso-8859-1?Q?caf=E9?=\nContent-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n";
//! let plan = mailutf::normalize(message);
//! assert!(!plan.is_unresolved()); // else `plan.findings()` says what was left as it was, and why
//! let output = plan.apply(); // borrowed where there is nothing to do
//! assert!(std::str::from_utf8(&output).unwrap().ends_with("Код\n"));
//! ```
//!
//! [`Policy`] has the choices, [`Normalizer`] takes one. For a mailbox of any size on all cores there is
//! [`pipeline::Pipeline`]; with the feature `files` it replaces files where they stand. [`census`] counts the
//! charsets of many messages.
//!
//! # How do I read or write one charset, or the name of an IMAP mailbox?
//!
//! [`Charset`](charset::Charset) decodes and encodes, whole texts and streams, strictly and not;
//! [`charset::detect`] tells which one it is where nothing says so.
//!
//! ```
//! use mailutf::charset::Charset;
//! let charset = Charset::for_label(b"shift_jis").unwrap();
//! assert_eq!(charset.decode(b"\x83e\xFF").text, "テ\u{FFFD}");
//! assert_eq!(charset.decode_strict(b"\x83e\xFF").unwrap_err().offset, 2);
//! assert_eq!(&*charset.encode("テ").unwrap(), b"\x83e");
//! let mailbox = Charset::IMAP_UTF_7;
//! assert_eq!(mailbox.decode(b"Entw&APw-rfe").text, "Entwürfe");
//! assert_eq!(&*mailbox.encode("Entwürfe").unwrap(), b"Entw&APw-rfe");
//! ```
//!
//! # Which module is for me?
//!
//! To show mail: [`message`], and [`header`], [`body`], [`flowed`]. To change it: [`rewrite`], by a [`policy`], with
//! [`finding`]s. Mailboxes: [`pipeline`] converts them, [`mailbox`] reads them message by message, [`census`]
//! counts. Octets and text without mail: [`charset`], [`transfer`]. What all that stands on, for tools that point
//! at the octets of a message: [`structure`], [`span`], [`syntax`], which has the grammar of each kind of field, and
//! [`text`], which decides on a charset. [`limits`] bounds them all, and [`error`] is for files only.
//!
//! # What surprises
//!
//! - A label says what its senders mean: `iso-8859-1` is read as windows-1252, `gb2312` as gb18030, and `us-ascii`
//!   with octets above 127 as what the evidence says. [`Policy::strict`] takes labels to the letter;
//!   [`Policy::overrides`] says which of them lie, and what their text is in.
//! - UTF-7 is decoded where a label names it, never by detection: undecoded, it hides text from whoever looks.
//! - Signed and encrypted parts are never changed unless [`Policy::break_signatures`] says so.
//! - What cannot be read without loss stays as it was; [`Policy::lossy`] writes U+FFFD instead.
//!
//! # Features
//!
//! | feature | what for |
//! |---|---|
//! | `to-utf7` | writing UTF-7 mail |
//! | `files` | mailboxes as files: locked, replaced in place |
//! | `compression` | compressed mailboxes: gzip, Zstandard, xz, bzip2 |
//! | `verify` | a second opinion on rewritten messages by mail-parser |
//!
//! Without any, the library reaches nothing outside: no file, stream, network, environment, clock or locale. It
//! has no unsafe code, panics on no input, and takes linear time. A [`Plan`] and what it takes to make it are at most
//! three times the message, before or after, and 64 MB; [`pipeline`] has the rule for mailboxes.

// G10, no panic on any input: an index or an unwrap stands with `#[expect(…, reason = "the proof")]`.
// G25, the library writes to no stream of its own.
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod body;
pub mod census;
pub mod charset;
pub mod edit;
pub mod error;
pub mod finding;
pub mod flowed;
pub mod header;
pub mod limits;
pub mod mailbox;
pub mod message;
pub mod pipeline;
pub mod policy;
#[cfg(test)]
mod proptest_config;
pub mod rewrite;
pub mod span;
pub mod structure;
pub mod syntax;
pub mod text;
pub mod transfer;
#[cfg(feature = "verify")]
pub mod verify;

pub use error::Error;
pub use finding::{Code, Detail, Finding, Severity};
pub use limits::Limits;
pub use policy::Policy;
pub use rewrite::{Normalizer, Plan, normalize};
#[cfg(feature = "to-utf7")]
pub use rewrite::{ToUtf7, Utf7Options, Wrap};
pub use span::Span;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
