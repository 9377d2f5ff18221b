//! Where a message is from.

use std::path::PathBuf;

/// Where a message stands in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    /// The line before it in an mbox, with its line end; else empty.
    pub(crate) from_line: Box<[u8]>,
    /// The flags in the name of its file, in a Maildir.
    pub(crate) flags: Box<str>,
}
