//! Mailboxes: reads the messages of an mbox, an Apple Mail file or a single-message file, and writes them back.
//!
//! To convert an mbox, a Maildir or a directory tree, use a `pipeline::Pipeline`. To read mail, take one of
//! these readers:
//!
//! | reader | for | yields | feature |
//! |---|---|---|---|
//! | `message::Mail` | files and directories, on one thread | parsed messages, and each `Skipped` | `files` |
//! | `mail::Opened` | the files of `mail::Files`, on any threads | batches, and each `Skipped` | `files` |
//! | [`Source`] | a stream that holds an mbox or one message | batches | |
//! | [`mbox::Reader`] | a stream or a range of a file that is an mbox | batches | |
//!
//! A [batch](batch::Batch) is one large message, or many small messages that share a buffer of about 256 KiB.
//! Each reader holds one batch in memory, and octets of the next one. If a Content-Length has to be checked,
//! up to 16 MiB after the message are held as well. `message::Mail` also holds a copy of one message. No
//! reader locks a mailbox: to read a locked mbox, lock the file yourself, and pass it to
//! `mail::Opened::of_file`.
//!
//! A batch of a `Source`:
//!
//! ```
//! use mailutf::mailbox::{Format, Source};
//! use mailutf::message::Message;
//! let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\n>From here\n\n";
//! for batch in Source::new(&mbox[..], Format::Any)? {
//!     let batch = batch?;
//!     for entry in batch.entries() {
//!         let text = entry.message(); // without its `From ` line, unquoted
//!         let message = Message::parse(text.octets());
//!         assert_eq!(message.subject().unwrap(), "Код");
//!         assert_eq!(message.text_body().unwrap().text().unwrap().text, "From here\n");
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A batch can have no messages, because its octets belong to a file of an [unsupported
//! format](batch::Batch::unsupported), to a message that is [too large](batch::Batch::too_large) to be
//! held in memory, or to [text before the first `From ` line](batch::Batch::text_before_messages). A program
//! that must not miss a message checks these methods. (`mail::Opened` and `message::Mail` turn each case into
//! a `Skipped`.)
//!
//! With [`Format::Any`], these methods do not report an mbox that begins with text that looks like a message. It is
//! read as one message, with all its `From ` lines, because a message can contain such lines, too. If the file is known
//! to be an mbox, use [`Format::Mbox`], which reports the text before the first `From ` line and reads the messages
//! after it:
//!
//! ```
//! use mailutf::mailbox::{Format, Source, mbox::Variant};
//! let mbox = b"Subject: junk\n\nFrom a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n";
//! let read = |format| {
//!     let batches = Source::new(&mbox[..], format)?.collect::<Result<Vec<_>, _>>()?;
//!     let text = batches.iter().find_map(|batch| batch.text_before_messages());
//!     let first = batches.iter().flat_map(|batch| batch.entries()).next().unwrap();
//!     Ok::<_, std::io::Error>((text, first.message().octets().to_vec()))
//! };
//! assert_eq!(read(Format::Any)?, (None, mbox.to_vec()));
//! assert_eq!(read(Format::Mbox(Variant::Mboxrd))?, (Some(15), b"Subject: x\n\n1\n".to_vec()));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! To rewrite each message by its plan, and leave the rest of the mailbox unchanged, write a
//! [splice](crate::edit::Splice). A splice is a list of segments: spans kept from the buffer, and new octets
//! between them.
//!
//! ```
//! use mailutf::edit::Splice;
//! use mailutf::mailbox::{Format, Source};
//! let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\n1\n\n";
//! let mut output = Vec::new();
//! for batch in Source::new(&mbox[..], Format::Any)? {
//!     let batch = batch?;
//!     let mut splice = Splice::default();
//!     splice.keep(batch.prelude());
//!     for entry in batch.entries() {
//!         let text = entry.message();
//!         let plan = mailutf::normalize(text.octets());
//!         if plan.is_noop() {
//!             entry.keep(&mut splice);
//!         } else {
//!             let segments = plan.into_segments();
//!             entry.rewrite(text, segments, &mut splice);
//!         }
//!     }
//!     splice.write_to(batch.octets(), &mut output)?;
//! }
//! assert_eq!(
//!     String::from_utf8_lossy(&output),
//!     "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: Код\n\n1\n\n"
//! );
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod batch;
mod buffer;
#[cfg(any(feature = "files", feature = "compression"))]
pub mod compressed;
#[cfg(feature = "digests")]
mod digest;
mod emlx;
#[cfg(all(unix, feature = "files"))]
pub(crate) mod fs;
#[cfg(feature = "files")]
pub mod mail;
pub mod mbox;
mod padding;
mod source;
mod unsupported;
mod until_error;
#[cfg(feature = "files")]
mod whole_file;

#[cfg(feature = "digests")]
pub use digest::{Digest, NotADigest};
#[cfg(all(unix, feature = "files"))]
pub use fs::undo;
pub use source::{Format, Source};
pub use unsupported::UnsupportedFormat;
#[cfg(feature = "files")]
pub use whole_file::WholeFile;
