//! Mailboxes: octets and envelopes. Does not know what rewriting is.
//!
//! A mailbox is read as [batches](batch::Batch) of whole messages that share a buffer; what is to be written
//! is a [splice](crate::edit::Splice) of kept segments of that buffer and new octets.
//!
//! To convert an mbox, a Maildir or a tree of them, let a [`Pipeline`](crate::pipeline) do it. To look at the
//! messages of a mailbox, one by one:
//!
//! ```
//! use mailutf::mailbox::{Format, Source};
//! use mailutf::{Limits, header, structure::Structure};
//! let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: =?koi8-r?Q?=EB=CF=C4?=\n\n>From here\n\n";
//! for batch in Source::new(&mbox[..], Format::Any)? {
//!     let batch = batch?;
//!     for entry in batch.entries() {
//!         let text = entry.message(); // no `From ` line, quoting undone
//!         let structure = Structure::parse(text.octets(), &Limits::default());
//!         let subject = structure.parts[0].header.field(text.octets(), "Subject").unwrap();
//!         assert_eq!(header::decode(subject.body.slice(text.octets())), "Код");
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! To do with each what a plan of one's own says, and write the mailbox as it was but for that:
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
#[cfg(any(feature = "files", feature = "compression"))]
pub mod compressed;
mod emlx;
#[cfg(all(unix, feature = "files"))]
pub mod fs;
pub mod mbox;
mod source;
mod unsupported;

pub use source::{Format, Source};
pub use unsupported::UnsupportedFormat;
