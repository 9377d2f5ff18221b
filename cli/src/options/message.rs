//! `--message` and `--part`: one message of each mailbox, and one part of a message.

use super::numbers;
use crate::input::{Stop, name};
use mailutf::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The number of a message.
#[derive(Debug, clap::Args)]
pub(crate) struct MessageArgs {
    /// Show only the Nth message of an mbox, counting from 1.
    #[arg(short, long, value_name = "N", value_parser = numbers::ordinal, help_heading = "Input")]
    message: Option<u64>,
}

/// The numbers of a message and of a part.
#[derive(Debug, clap::Args)]
pub(crate) struct PartArgs {
    #[command(flatten)]
    pub(crate) message: MessageArgs,

    /// Show only this part of each message, even an attachment; `inspect` shows the numbers.
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    pub(crate) part: Option<String>,
}

impl MessageArgs {
    /// The number of the wanted message, from 1; `None`: all are wanted.
    pub(crate) fn number(&self) -> Option<u64> {
        self.message
    }

    /// Whether the message of this index, from 0, is wanted.
    pub(crate) fn wants(&self, ordinal: u64) -> bool {
        self.message.is_none_or(|wanted| wanted == ordinal + 1)
    }
}

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
