//! Replaces files so that each is complete at any moment, in its old or its new version, and so
//! that no name ever refers to data that is not on the disk.
//!
//! Many files are replaced as a group, so that a run waits for the disk twice for the group, not twice for each file.
//! One file is a group of one. The steps are:
//!
//! 1. For each file: the replacement is written under a temporary name and given the owner, permissions, extended
//!    attributes and times of the original. If a backup is wanted, the original gets its second name.
//! 2. The replacements and the names of the backups are flushed to the disk: by `syncfs` for the whole group where
//!    that reports every error, otherwise by `fsync` for each file. If `syncfs` fails, `fsync` for each file
//!    shows whose data was lost; these files are given up, the others go on.
//! 3. For each file: if the original is unchanged since it was read, the replacement takes its place. Where the system can
//!    exchange two files atomically, a change in the last moment is noticed as well, and the exchange undone. Elsewhere
//!    the replacement is renamed over the original; the original of an mbox first gets another name (a hard link).
//! 4. The directories are flushed.
//! 5. The originals, which have the temporary names now, are removed.
//!
//! A step that fails for one file does not concern the others. Symbolic links are not followed. A file with
//! several names is refused unless that is allowed, since its other names would keep the original.
//!
//! A program that had an mbox open before may still write into it; `predecessor.rs` describes the treatment of the old
//! file.
//!
//! A killed run leaves a file `.NAME.mailutf` for each file of its group; the next run on NAME removes it. At
//! most one message of a Maildir has its new name and still its old content then.

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
