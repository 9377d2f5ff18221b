//! Mailboxes: messages and the octets that separate them. Knows nothing of rewriting.
//!
//! A mailbox is read as [batches](batch::Batch) of whole messages that share a buffer. It is written as a
//! [splice](crate::edit::Splice): segments kept from that buffer, and new octets between them.
//!
//! To convert an mbox, a Maildir or a directory tree, use a [`Pipeline`](crate::pipeline). To read the
//! messages of a mailbox one by one:
//!
//! ```
//! use mailutf::mailbox::{Format, Source};
//! use mailutf::{Limits, header, structure::Structure};
//! let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\n>From here\n\n";
//! for batch in Source::new(&mbox[..], Format::Any)? {
//!     let batch = batch?;
//!     for entry in batch.entries() {
//!         let text = entry.message(); // without its `From ` line, unquoted
//!         let structure = Structure::parse(text.octets(), &Limits::default());
//!         let subject = structure.parts[0].header.field(text.octets(), "Subject").unwrap();
//!         assert_eq!(header::decode(subject.body.slice(text.octets())), "Код");
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! To rewrite each message by a plan and keep the rest of the mailbox as it is:
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
mod digest;
mod emlx;
#[cfg(all(unix, feature = "files"))]
pub mod fs;
pub mod mbox;
mod source;
mod unsupported;

pub use digest::{Digest, NotADigest};
pub use source::{Format, Source};
pub use unsupported::UnsupportedFormat;
