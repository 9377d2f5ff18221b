//! Replaces converted files by their backups (Unix, feature `files`).
//!
//! The content of a backup is written to a new file. The new file replaces the converted file as in a
//! conversion, so that each file is complete at any moment. The backup is removed only after that. Many files
//! are restored as a group, so that a run waits for the disk once for many files. If a run is killed before it
//! removes a backup, both files remain, and the next run removes the backup. A message of a Maildir gets its
//! old sizes back, and keeps its current directory and its current flags.
//!
//! A converted file is not replaced if another program changed it after its conversion. To decide this,
//! `undo` compares the fingerprint of the file with the fingerprint that was recorded in the backup, in its
//! extended attributes. The times, the permissions and the inode of the file do not matter, because `touch`,
//! `chmod`, `cp -a` and `mv` do not change the content.
//!
//! If a backup has no such record, the times decide. A conversion gives the converted file the modification
//! time of the original, which is now the backup. The converted file must still have this modification time. In
//! addition, one of these conditions must be met:
//!
//! - The ctime of the converted file is not later than the ctime of the original. (The ctime of the original
//!   was set when the converted file took its name.) Programs such as mutt reset the modification time when
//!   they write a mailbox, but no program can set the ctime.
//! - The file is a message of a Maildir. Other programs rename such messages, but do not change them. If the
//!   name of the message contains sizes, they must be the sizes of the file.
//!
//! The restored file gets the current permissions and times of the converted file.

mod find;
mod restore;

pub use find::{Backup, backups, remove_emptied};
pub use restore::restore_all;
