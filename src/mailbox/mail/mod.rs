//! Reads mail from files and directories (feature `files`). [`Files`] finds the files that hold mail,
//! [`MailFile::open`] opens a file, and [`Opened`] reads the messages of the file. mailutf searches for mail in
//! no other way.
//!
//! Finding and opening are separate steps, so that a program can open files on other threads than the thread
//! that finds them. If one thread is enough, [`Mail`](crate::message::Mail) does all steps and yields one
//! message after the other. No mail is skipped silently: each step yields a [`Skipped`] for each file or
//! message that it does not read.
//!
//! ```
//! use mailutf::mailbox::mail::{Files, ReadOptions};
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("1998.mbox");
//! # std::fs::write(&path, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n")?;
//! let mut messages = 0;
//! for file in Files::at(&path)? {
//!     for batch in file?.open(&ReadOptions::default())? {
//!         messages += batch?.entries().count();
//!     }
//! }
//! assert_eq!(messages, 1);
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
