//! Reads mail from files and directories (feature `files`). [`Files`] finds the files that hold mail,
//! [`MailFile::open`] opens a file, and [`Opened`] reads the messages of the file. mailutf searches for mail in
//! no other way. Without the feature `compression`, a compressed file is [skipped](Skipped) with [`Why::Io`].
//!
//! Finding and opening are separate steps, so that a program can open files on other threads than the thread
//! that finds them. If one thread is enough, [`Mail`](crate::message::Mail) does all steps and yields one
//! message after the other. Each step yields a [`Skipped`] for each file or message that it does not read, and
//! for text before the first `From ` line of an mbox.
//!
//! ```
//! use mailutf::mailbox::mail::{Files, ReadOptions, Skipped};
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("1998.mbox");
//! # std::fs::write(&path, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n")?;
//! let (mut messages, mut is_complete) = (0, true);
//! let mut skip = |skipped: Skipped| {
//!     is_complete &= !skipped.why.misses_mail();
//!     eprintln!("{skipped}");
//! };
//! for file in Files::at(&path)? {
//!     match file.and_then(|file| file.open(&ReadOptions::default())) {
//!         // After a message that is too large, the file goes on.
//!         Ok(opened) => opened.for_each(|batch| match batch {
//!             Ok(batch) => messages += batch.entries().count(),
//!             Err(skipped) => skip(skipped),
//!         }),
//!         Err(skipped) => skip(skipped),
//!     }
//! }
//! assert_eq!((messages, is_complete), (1, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod files;
mod opened;
mod skip_reason;
mod skipped;

pub use file::{Kind, MailFile};
pub use files::Files;
pub(crate) use opened::{Apart, FileApart, Position};
pub use opened::{Batches, Opened, ReadOptions};
pub use skip_reason::SkipReason;
pub use skipped::{Origin, Skipped, Why};
