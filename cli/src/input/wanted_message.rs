//! `--message N`: one message of each mailbox.

use crate::input::{Stop, name};
use mailutf::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The number of the messages that are wanted, and whether there were any.
pub(crate) struct WantedMessage {
    number: Option<u64>,
    /// Whether there is one mailbox, so that the rest of it need not be read.
    alone: bool,
    found: bool,
    /// The last mailbox, and the number of its messages.
    last: Option<(PathBuf, u64)>,
}

impl WantedMessage {
    /// Message `number` of each mailbox in `paths`, from 1; without a number, all messages.
    pub(crate) fn new(number: Option<u64>, paths: &[PathBuf]) -> Self {
        let alone = paths.len() == 1 && !paths.iter().any(|path| path.is_dir());
        Self { number, alone, found: false, last: None }
    }

    /// Takes note of a batch of `path` that ends with the message of that number, and of whether it held the wanted one.
    ///
    /// # Errors
    /// Stops the run if nothing else is wanted.
    pub(crate) fn read(&mut self, path: &Path, messages: u64, found: bool) -> Result<(), Stop> {
        self.found |= found;
        self.last = Some((path.to_path_buf(), messages));
        if self.alone && self.number.is_some() && self.found { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Fails if there was mail, but no such message.
    pub(crate) fn end(self) -> Result<(), Error> {
        let (Some(wanted), Some((path, messages)), false) = (self.number, self.last, self.found) else {
            return Ok(());
        };
        let why = if self.alone {
            format!("{} has {messages} message{}", name(&path), if messages == 1 { "" } else { "s" })
        } else {
            "no mailbox has that many messages".to_owned()
        };
        let why = io::Error::new(ErrorKind::NotFound, format!("there is no message {wanted}; {why}"));
        Err(Error::new("show the message", None, why))
    }
}
