//! Replaces files. Each file is complete at any moment, in its old or in its new version. No name ever refers
//! to data that is not on the disk.
//!
//! Many files are replaced as a group, so that a run waits for the disk twice for each group instead of twice
//! for each file. A single file is a group of one. The steps are:
//!
//! 1. For each file, the replacement is written under a temporary name, and gets the owner, permissions,
//!    extended attributes and times of the original. If a backup is wanted, the original gets its second name.
//! 2. The replacements and the names of the backups are flushed to the disk. If `syncfs` reports every error,
//!    it flushes the whole group; otherwise, `fsync` flushes each file. If `syncfs` fails, `fsync` for each
//!    file shows whose data was lost. These files are not replaced, and the next steps are done for the other
//!    files.
//! 3. For each file, the replacement takes the place of the original, if the original is unchanged since it was
//!    read. If the system can exchange two files atomically, a change at the last moment is also noticed, and
//!    the exchange is undone. Otherwise, the replacement is renamed over the original. In that case, the
//!    original of an mbox first gets another name (a hard link).
//! 4. The directories are flushed.
//! 5. The originals, which now have the temporary names, are removed.
//!
//! If a step fails for one file, the other files are not affected. Symbolic links are not followed. A file with
//! several names is refused unless the options allow it, because its other names would keep the original.
//!
//! A program that had opened an mbox earlier may still write into the old file. `predecessor.rs` describes the
//! treatment of the old file.
//!
//! A killed run leaves a file `.NAME.mailutf` for each file of its group. The next run on NAME removes that
//! file. After a killed run, at most one message of a Maildir has its new name and still its old content.

mod exchange;
pub(crate) mod fingerprint;
pub(super) mod flush;
pub(crate) mod group;
mod late_mail;
mod options;
mod original;
pub(crate) mod predecessor;
mod replacement;
pub(crate) mod waits;

pub use options::ReplaceOptions;
pub use original::Original;
pub use replacement::Replacement;
