//! The only walk over mail: [`Files`] finds the files that hold mail, [`MailFile::open`] opens one, and [`Opened`] reads its
//! messages (feature `files`).
//!
//! These are two steps, so that a program can open files on other threads than the one that finds them. Where one thread is
//! enough, [`Mail`](crate::message::Mail) does both and yields message after message. Nothing is passed over in silence: each step
//! yields what it does not read as [`Skipped`].
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
