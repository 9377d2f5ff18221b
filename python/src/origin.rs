//! Where a message comes from.

use std::path::PathBuf;

/// The place of a message in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    /// The `From ` line before the message in an mbox, with its line end; empty elsewhere.
    pub(crate) from_line: Box<[u8]>,
    /// In a Maildir, the flags in the name of its file.
    pub(crate) flags: Box<str>,
}
