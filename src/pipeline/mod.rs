//! Converts mailboxes on all cores, keeping the order of messages, in bounded memory (feature `rewrite`;
//! files and directories: Unix, feature `files`).
//!
//! To convert an mbox or one message from any reader to any writer ([`Pipeline::source`] limits the size of a message
//! in memory):
//!
//! ```no_run
//! use mailutf::Policy;
//! use mailutf::mailbox::Format;
//! use mailutf::pipeline::Pipeline;
//! use std::fs::File;
//! use std::io::BufWriter;
//! let pipeline = Pipeline::new(Policy::default());
//! let source = pipeline.source(File::open("1998.mbox")?, Format::Any)?;
//! let mut output = BufWriter::new(File::create("1998.utf8.mbox")?);
//! let totals = pipeline.run(source, &mut output, |report| {
//!     for (finding, part) in &report.findings {
//!         match report.is_message {
//!             true => eprintln!("message {}, part {part:?}: {finding}", report.ordinal + 1),
//!             false => eprintln!("{finding}"),
//!         }
//!     }
//! })?;
//! for (charset, texts) in totals.charsets.iter() {
//!     println!("{charset}: {texts}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To convert an mbox in place, with a backup (Unix, feature `files`). At any time, the file with the name of the
//! mbox has all of its mail, even if the run is killed:
//!
//! ```no_run
//! # #[cfg(all(unix, feature = "files"))] {
//! use mailutf::Policy;
//! use mailutf::mailbox::Format;
//! use mailutf::pipeline::{Destination, Pipeline, ReplaceOptions};
//! let options = ReplaceOptions::default().with_backup(Some("~".into()));
//! let pipeline = Pipeline::new(Policy::default());
//! pipeline.file("1998.mbox".as_ref(), Format::Any, Destination::InPlace(&options), |_| {})?;
//! # }
//! # Ok::<(), mailutf::Error>(())
//! ```
//!
//! To convert a Maildir, or any directory tree of mail, into another directory:
//!
//! ```no_run
//! # #[cfg(all(unix, feature = "files"))] {
//! use mailutf::Policy;
//! use mailutf::mailbox::Format;
//! use mailutf::pipeline::{Destination, Event, Pipeline};
//! let destination = Destination::To("Maildir.utf8".as_ref());
//! let pipeline = Pipeline::new(Policy::default());
//! let totals = pipeline.tree("Maildir".as_ref(), Format::Any, destination, |event| match event {
//!     Event::Skipped(path, why) => eprintln!("{}: skipped: {why}", path.display()),
//!     Event::Failed(error) => eprintln!("{error}"),
//!     _ => {}
//! })?;
//! println!("{} messages, {} changed", totals.messages, totals.changed);
//! # }
//! # Ok::<(), mailutf::Error>(())
//! ```
//!
//! Each worker needs at most 64 MB of memory plus three times the size of the largest message (decompressed, in its
//! old or new form, whichever is larger). [`Pipeline::source`] does not hold a message larger than
//! [`Limits::message`](crate::Limits::message) in memory: the message is written unchanged, with a finding.
//!
//! A [`Monitor`] watches a run, and stops it when a signal such as Ctrl-C arrives.

mod about;
mod configuration;
mod counts;
#[cfg(all(unix, feature = "files"))]
mod deferred_replacement;
#[cfg(all(unix, feature = "files"))]
mod destination;
#[cfg(all(unix, feature = "files"))]
mod files;
#[cfg(all(unix, feature = "files"))]
mod group;
#[cfg(all(unix, feature = "files"))]
mod jobs;
mod monitor;
mod ordered;
#[cfg(feature = "files")]
mod parts;
mod piece;
#[cfg(feature = "files")]
mod read_apart;
mod report;
pub(crate) mod separators;
mod sink;
mod stream;
mod work;

#[cfg(all(unix, feature = "files"))]
pub use crate::mailbox::fs::replace::ReplaceOptions;
pub use about::About;
pub use configuration::{Pipeline, Reports};
#[cfg(all(unix, feature = "files"))]
pub use destination::Destination;
#[cfg(all(unix, feature = "files"))]
pub use jobs::Event;
pub use monitor::Monitor;
pub use ordered::{Workers, in_order};
#[cfg(feature = "files")]
pub use parts::{Part, Parts, UnreadBatches};
#[cfg(feature = "digests")]
pub use report::Digests;
pub use report::{Changes, Report, Totals};
pub use sink::Sink;
pub use stream::Failure;
