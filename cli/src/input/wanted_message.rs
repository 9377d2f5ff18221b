//! Finds the message that `--message` asks for: tells when reading can end, and fails if no mailbox has that many
//! messages.

use super::naming::name;
use super::selected::SelectedBatch;
use crate::terminal::counted;
use mailutf::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of the message to find in each mailbox, and whether any mailbox has had it so far.
pub(super) struct WantedMessage {
    number: u64,
    /// Whether there is only one mailbox. The rest of a single mailbox need not be read once the message is found.
    alone: bool,
    found: bool,
    last: Option<Seen>,
}

/// What a batch tells about the message to find.
pub(super) struct Seen {
    /// The mailbox to which the batch belongs.
    path: Arc<Path>,
    messages: u64,
    /// Whether the message to find is in the batch.
    found: bool,
}

impl Seen {
    pub(super) fn in_batch(number: u64, batch: &SelectedBatch) -> Self {
        let (messages, found) = (batch.messages_so_far(), batch.holds(number));
        Self { path: Arc::clone(batch.path()), messages, found }
    }
}

impl WantedMessage {
    /// Prepares to look for message `number`, from 1, in each mailbox in `paths`.
    pub(super) fn new(number: u64, paths: &[PathBuf]) -> Self {
        let alone = paths.len() == 1 && !paths.iter().any(|path| path.is_dir());
        Self { number, alone, found: false, last: None }
    }

    /// Records what a batch tells about the message to find. Returns whether reading can end.
    pub(super) fn is_settled_by(&mut self, seen: Seen) -> bool {
        self.found |= seen.found;
        self.last = Some(seen);
        self.alone && self.found
    }

    /// Fails if there was mail, but no mailbox has the message.
    pub(super) fn end(self) -> Result<(), Error> {
        let (Some(Seen { path, messages, .. }), false) = (self.last, self.found) else { return Ok(()) };
        let why = if self.alone {
            format!("{} has {}", name(&path), counted(messages, "message"))
        } else {
            "none of the mailboxes has that many messages".to_owned()
        };
        let why = format!("there is no message {}; {why}", self.number);
        Err(Error::new("show the message", None, io::Error::new(ErrorKind::NotFound, why)))
    }
}
