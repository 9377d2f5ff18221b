//! Where a message is from.

use std::path::PathBuf;

/// Where a message stands in its mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: Option<PathBuf>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
}
