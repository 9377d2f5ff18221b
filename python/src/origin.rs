//! The place from which a message was read.

use std::path::PathBuf;

/// The place of a message in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    /// The `From ` line before the message in an mbox, with its line end. It is empty if the message is
    /// not from an mbox.
    pub(crate) from_line: Box<[u8]>,
    /// The flags in the name of the file, if the message is in a Maildir.
    pub(crate) flags: Box<str>,
}
