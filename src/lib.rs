//! Converts mail in any charset to UTF-8 without losing a byte that matters, and decodes mail for display.
//!
//! # How do I show this message?
//!
//! [`Message`](message::Message) has a method for each thing that a mail client shows. Malformed messages are read
//! as far as possible; only a body can be unreadable.
//!
//! ```
//! use mailutf::message::Message;
//! let octets = b"Subject: =?koi8-r?B?8NLJ18XU?=\nFrom: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>\n\
//!     Content-Type: text/plain; charset=utf-7\n\nHi Mom +Jjo-!\n";
//! let message = Message::parse(octets);
//! assert_eq!(message.subject().unwrap(), "Привет");
//! assert_eq!((message.from()[0].name.as_str(), message.from()[0].address.as_str()), ("Jörg", "joerg@example.org"));
//! match message.text_body().map(|part| part.text()) {
//!     Some(Ok(text)) => assert_eq!(text.text, "Hi Mom ☺!\n"), // with its charset and how certain it is
//!     Some(Err(why)) => println!("the text cannot be read: {why}"),
//!     None => println!("there is no text"),
//! }
//! for part in message.files() { // all attachments, and images that are shown between texts
//!     println!("{:?}: {}, {} bytes", part.file_name(), part.media_type(), part.octets().len());
//! }
//! ```
//!
//! `message::Mail` yields the messages of files and directories (feature `files`), and [`mailbox::Source`]
//! yields the messages of a stream. [`Headers`](message::Headers) reads only the header, for a list of
//! messages; [`OwnedMessage`](message::OwnedMessage) is for a program that keeps messages in memory.
//! [`flowed::paragraphs`] joins the lines of `format=flowed`. Decoded text can contain control characters.
//! Escape the text before you print it or put it into a web page: see [`plain::is_deceptive`].
//!
//! # How do I show values fetched over IMAP?
//!
//! [`header`] has a function for each kind of value; [`body::decode`] decodes one body. [`Policy::for_display`] is
//! the policy of a program that shows mail; the functions of [`header`] use this policy too.
//!
//! ```
//! use mailutf::{Policy, body, header};
//! assert_eq!(header::decode(b"=?koi8-r?B?8NLJ18XU?= =?utf-8?Q?=F0=9F=93=A7?="), "Привет📧");
//! let name = header::file_name(Some(b"attachment; filename*=utf-8''%E2%82%AC.pdf"), None);
//! assert_eq!(name.as_deref(), Some("€.pdf"));
//! // From a BODYSTRUCTURE with the parameter list ("CHARSET" "koi8-r").
//! let content_type = header::with_parameters(b"text/plain", &[(b"CHARSET", b"koi8-r")]);
//! let text = body::decode(b"=EB=CF=C4", &content_type, b"QUOTED-PRINTABLE", &Policy::for_display());
//! assert_eq!(text.unwrap().text, "Код");
//! ```
//!
//! # How do I normalize this message?
//!
//! [`normalize()`] makes a [`Plan`]: the edits, and the [`Finding`]s that name what was guessed and what could not be
//! converted. [`Plan::apply`] makes the output.
//!
//! ```
//! let message = b"Subject: =?iso-8859-1?Q?caf=E9?=\nContent-Type: text/plain; charset=koi8-r\n\n\xEB\xCF\xC4\n";
//! let plan = mailutf::normalize(message);
//! assert!(!plan.is_unresolved()); // otherwise `plan.findings()` names what was left unchanged, and why
//! let output = plan.apply(); // borrowed if nothing changes
//! assert!(std::str::from_utf8(&output).unwrap().ends_with("Код\n"));
//! ```
//!
//! [`Policy`] holds the options; a [`Normalizer`] normalizes messages by a policy of your choice.
//! [`pipeline::Pipeline`] converts mailboxes of any size on all cores; with the feature `files` it also replaces
//! files in place. [`census`] counts the charsets of many messages.
//!
//! # How do I read or write one charset, or the name of an IMAP mailbox?
//!
//! [`Charset`](charset::Charset) decodes and encodes whole texts and streams, strictly or with replacement
//! characters; [`charset::detect`] guesses the charset of unlabelled text.
//!
//! ```
//! use mailutf::charset::Charset;
//! let charset = Charset::for_label(b"shift_jis").unwrap();
//! assert_eq!(charset.decode(b"\x83e\xFF").text, "テ\u{FFFD}");
//! assert_eq!(charset.decode_strict(b"\x83e\xFF").unwrap_err().offset, 2);
//! assert_eq!(&*charset.encode("テ").unwrap(), b"\x83e");
//! // A string that was garbled before it was stored.
//! use mailutf::text::{Context, resolve};
//! use mailutf::{Policy, policy::Doubtful};
//! let policy = Policy::default().with_doubtful(Doubtful::Evidence);
//! assert_eq!(resolve("GrÃ¶ÃŸe".as_bytes(), Some(b"utf-8"), &Context::new(&policy)).unwrap().text, "Größe");
//! let mailbox = Charset::IMAP_UTF_7;
//! assert_eq!(mailbox.decode(b"Entw&APw-rfe").text, "Entwürfe");
//! assert_eq!(&*mailbox.encode("Entwürfe").unwrap(), b"Entw&APw-rfe");
//! ```
//!
//! # Which module is for me?
//!
//! - To show mail: [`message`], [`header`], [`body`], [`flowed`] and [`plain`].
//! - To write header values and flowed text: [`encode`] and [`flowed`]. Composing messages is the task of other crates.
//! - To change mail: [`rewrite`], with the options in [`policy`]. A rewrite reports [`finding`]s.
//! - Mailboxes: [`pipeline`] converts them, [`mailbox`] reads them message by message, [`census`] counts charsets;
//!   [`selection`] selects messages.
//! - Octets and text without mail: [`charset`] and [`transfer`].
//! - For tools that point at octets of a message: [`structure`] finds the parts and the fields, [`text`] decides on charsets,
//!   and both refer to octets by [`span`]s.
//! - For all of these: [`limits`] bounds the size and complexity of a message; [`error`] is about input and output
//!   only.
//!
//! # What may surprise
//!
//! - A charset label is read as senders use it: `iso-8859-1` as windows-1252, `gb2312` as GB18030, and `us-ascii`
//!   with octets above 127 as whatever charset the evidence shows. [`Policy::strict`] takes labels literally;
//!   [`Policy::rules`] says how mail with wrong labels is read.
//! - UTF-7 is decoded where a label names it, never because of detection: text in UTF-7 looks like US-ASCII, so
//!   detecting it would let a sender hide text from every filter that does not decode it.
//! - Signed and encrypted parts are never changed unless [`Policy::break_signatures`] is set.
//! - Text that cannot be decoded without loss is left unchanged; with [`Policy::lossy`] it is decoded with U+FFFD.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `detection` (default) | a model of languages: it finds the charset of unlabelled text, and labels that are probably wrong |
//! | `fast-encode` (default) | tables for encoding in Chinese, Japanese and Korean charsets: the same results, faster |
//! | `rewrite` (default) | changing mail: [`rewrite`], [`pipeline`] and [`census`]; `to-utf7`, `files` and `verify` switch it on |
//! | `simd` (default) | vector instructions: the same results, faster |
//! | `to-utf7` | writing mail in UTF-7 |
//! | `files` | mailboxes as files: all mail of files and directories, locked, replaced in place |
//! | `html` | HTML as readable text ([`plain`]) |
//! | `compression` | compressed mailboxes: gzip, Zstandard, xz, bzip2 |
//! | `digests` | SHA-256 of messages, to audit an archive; `files` and `rules` switch it on |
//! | `rules` | rules of the mail's owner from a file ([`rules`]) |
//! | `verify` | checks of rewritten messages with mail-parser |
//!
//! `bundled-libs` is a default feature too: with it, `compression` links the C libraries that its crates contain.
//! `default-features = false` makes the smallest program and the shortest build: a library that reads mail and does
//! not change it. Without `detection`, text that decodes in the charset of its label is read in that charset. Text
//! without a usable label is then read by its form alone: byte order marks, escape sequences, UTF-8, UTF-16. Other
//! text stays undecided; [`Policy::fallback`] can name its charset.
//!
//! Without features, the library uses no file, stream, network, environment variable, clock or locale of its own.
//! It has no unsafe code, does not panic on any input, and takes linear time. [`pipeline`] states how much memory
//! is used.

// The documentation on docs.rs names the feature of each item that needs one.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without the feature `rewrite`, nothing uses the items that exist only for a rewrite, and the compiler leaves them out.
#![cfg_attr(not(feature = "rewrite"), allow(dead_code, unused_imports))]
// Guarantee G10 (docs/guarantees.md): the library does not panic on any input. Therefore, an index or an unwrap is
// allowed only by `#[expect(…, reason = "the proof")]`. Guarantee G25: the library writes only to streams that the
// caller passes, so it prints nothing to standard output or standard error.
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
#[cfg(feature = "rewrite")]
pub mod census;
pub mod edit;
pub mod encode;
pub mod error;
mod field_form;
pub mod finding;
pub mod flowed;
pub mod header;
#[doc(hidden)]
pub mod internal;
pub mod learn;
pub mod limits;
pub mod mailbox;
pub mod message;
#[cfg(feature = "rewrite")]
pub mod pipeline;
pub mod plain;
pub mod policy;
#[cfg(test)]
mod proptest_config;
#[cfg(feature = "rewrite")]
pub mod rewrite;
pub mod rules;
pub mod selection;
pub mod span;
pub mod structure;
mod syntax;
pub mod text;
#[cfg(feature = "verify")]
pub mod verify;
mod with;

#[doc(inline)]
pub use mailutf_codecs::{charset, transfer};

pub use error::Error;
pub use finding::{Code, Detail, Finding, Severity, Warning};
pub use limits::Limits;
pub use policy::Policy;
#[cfg(feature = "rewrite")]
pub use rewrite::{Normalizer, Plan, normalize};
#[cfg(feature = "to-utf7")]
pub use rewrite::{ToUtf7, Utf7Options, Wrap};
pub use span::Span;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
