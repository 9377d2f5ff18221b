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
    /// Whether to add the sizes to the names of Maildir messages that change. To a server, each of these is then a new
    /// message, with a new UID.
    pub add_sizes: bool,
    /// Whether to replace an mbox of which a mail server keeps an index. Dovecot keeps the sizes of the messages there,
    /// and cuts off messages that became longer, until its file `dovecot.index.cache` is removed; the server has to be
    /// stopped for that. Without this option such an mbox is refused
    /// ([`Error::ServerIndex`](crate::Error::ServerIndex)).
    pub beside_index: bool,
}

impl Default for ReplaceOptions {
    /// No backup, no hard links, a wait of ten seconds, no sizes added, nothing replaced beside an index.
    fn default() -> Self {
        Self {
            backup: None,
            hard_links: false,
            patience: Duration::from_secs(10),
            add_sizes: false,
            beside_index: false,
        }
    }
}

with! {
    impl ReplaceOptions {
        fn with_backup(backup: Option<OsString>);
        fn with_hard_links(hard_links: bool);
        fn with_patience(patience: Duration);
        fn with_add_sizes(add_sizes: bool);
        fn with_beside_index(beside_index: bool);
    }
}
