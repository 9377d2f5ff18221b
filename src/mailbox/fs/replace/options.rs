//! Options for replacing files.

use crate::with::with;
use std::ffi::OsString;
use std::time::Duration;

/// Options for replacing files.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplaceOptions {
    /// Suffix for the name of the backup; `None` keeps no backup.
    pub backup: Option<OsString>,
    /// Whether to replace files that have several names (hard links).
    pub hard_links: bool,
    /// How long to wait for a lock on an mbox that another program holds.
    pub patience: Duration,
    /// Whether to add the sizes to the names of Maildir messages that change. A server sees each of them as a
    /// new message, with a new UID.
    pub add_sizes: bool,
}

impl Default for ReplaceOptions {
    /// No backup, no hard links, a wait of ten seconds, no sizes added.
    fn default() -> Self {
        Self { backup: None, hard_links: false, patience: Duration::from_secs(10), add_sizes: false }
    }
}

with! {
    impl ReplaceOptions {
        fn with_backup(backup: Option<OsString>);
        fn with_hard_links(hard_links: bool);
        fn with_patience(patience: Duration);
        fn with_add_sizes(add_sizes: bool);
    }
}
