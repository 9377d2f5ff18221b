//! Puts the backups of replaced files back in their place.
//!
//! The content of the backup is written to a new file, which replaces the converted one as a conversion replaces it, so
//! that each file is complete at any moment; only then is the backup removed. Many files are restored as a group, so that
//! a run waits for the disk once for many files. A run killed in between leaves both files, and the next run removes the
//! backup. A message of a Maildir gets its old sizes back, and keeps the directory and the flags that it has now.
//!
//! A file that another program changed after it was converted is refused. Its content decides: it must have the fingerprint
//! that was recorded with the backup (`converted.rs`). Its times, permissions and inode do not count: `touch`, `chmod`,
//! `cp -a` and `mv` change none of its octets.
//!
//! For a backup without that record, the times decide. The file must still have the time of modification of the backup,
//! which it got when it was converted, and
//!
//! - its ctime must not be later than the ctime of the original, which was set when the original lost its name to the converted
//!   file. Programs such as mutt set the time of modification back when they write a mailbox, but no program can set the ctime;
//! - or it is a message of a Maildir, where programs rename messages, but do not change them. If its name has sizes,
//!   they must be those of the file.
//!
//! The restored file gets the permissions and times that the converted one has now.

mod find;
mod restore;

pub use find::{Backup, backups, remove_emptied};
pub use restore::restore_all;
