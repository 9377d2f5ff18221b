//! The message that `--message` asks for: when to stop reading, and the error if no mailbox has that many.

use super::naming::name;
use super::selected::SelectedBatch;
use crate::terminal::counted;
use mailutf::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of the message that is wanted in each mailbox, and whether any mailbox had it.
pub(super) struct WantedMessage {
    number: u64,
    /// Whether there is only one mailbox, so that its rest need not be read once the message is found.
    alone: bool,
    found: bool,
    last: Option<Seen>,
}

/// What a batch tells about the wanted message.
pub(super) struct Seen {
    /// The mailbox, and the number of its messages so far.
    path: Arc<Path>,
    messages: u64,
    /// Whether the message was there.
    found: bool,
}

impl Seen {
    pub(super) fn in_batch(number: u64, batch: &SelectedBatch) -> Self {
        let (messages, found) = (batch.messages_so_far(), batch.holds(number));
        Self { path: Arc::clone(batch.path()), messages, found }
    }
}

impl WantedMessage {
    /// Message `number`, from 1, of each mailbox in `paths`.
    pub(super) fn new(number: u64, paths: &[PathBuf]) -> Self {
        let alone = paths.len() == 1 && !paths.iter().any(|path| path.is_dir());
        Self { number, alone, found: false, last: None }
    }

    /// Takes note of a batch. Returns whether nothing else is wanted.
    pub(super) fn is_settled_by(&mut self, seen: Seen) -> bool {
        self.found |= seen.found;
        self.last = Some(seen);
        self.alone && self.found
    }

    /// Fails if there was mail, but no such message.
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
