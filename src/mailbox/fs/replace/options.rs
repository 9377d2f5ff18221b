//! Options for replacing files.

use crate::with::with;
use std::ffi::OsString;
use std::time::Duration;

/// Options for replacing files (Unix, feature `files`).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplaceOptions {
    /// The suffix of the name of the backup; `None`, the default, if no backup is kept.
    pub backup: Option<OsString>,
    /// Whether to replace files that have several names (hard links). By default, they are refused.
    pub hard_links: bool,
    /// The longest time to wait for a lock on an mbox that another program holds; ten seconds by default.
    pub patience: Duration,
    /// Whether the name of a Maildir message that is changed gets the sizes (`,S=` and `,W=`) that are missing
    /// in it. A server then treats the message as a new message, with a new UID. Off by default.
    pub add_sizes: bool,
    /// Whether an mbox is replaced if a mail server keeps an index of it. The index of Dovecot contains the
    /// sizes of the messages. Dovecot cuts off messages that became longer, until its file
    /// `dovecot.index.cache` is removed. The server has to be stopped while the file is removed. If this
    /// option is false, as it is by default, such an mbox is refused
    /// ([`Error::ServerIndex`](crate::Error::ServerIndex)).
    pub beside_index: bool,
}

impl Default for ReplaceOptions {
    /// Returns options with these values: no backup is kept, files with hard links are refused, the wait for a
    /// lock takes at most ten seconds, sizes are not added, and an mbox with an index is refused.
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
