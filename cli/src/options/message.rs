//! `--message` and `--part`: one message of each mailbox, and one part of a message.

use super::numbers;
use crate::input::selected::SelectedBatch;
use crate::input::{Stop, name};
use crate::terminal::counted::counted;
use mailutf::Error;
use mailutf::mailbox::batch::Entry;
use mailutf::message::MessagePart;
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
    /// Whether all messages are wanted.
    pub(crate) fn is_all(&self) -> bool {
        self.message.is_none()
    }

    /// The wanted messages of a batch.
    pub(crate) fn entries<'b>(&self, batch: &'b SelectedBatch) -> impl Iterator<Item = Entry<'b>> {
        let wanted = self.message;
        batch.entries().filter(move |entry| wanted.is_none_or(|wanted| wanted == entry.ordinal + 1))
    }

    /// What a batch of `path` shows of the wanted message.
    pub(crate) fn seen_in(&self, path: &Path, batch: &SelectedBatch) -> Seen {
        let (messages, found) = (batch.messages_so_far(), batch.holds(self.message));
        Seen { path: path.to_path_buf(), messages, found }
    }

    /// The search for the wanted message in `paths`.
    pub(crate) fn search(&self, paths: &[PathBuf]) -> WantedMessage {
        let alone = paths.len() == 1 && !paths.iter().any(|path| path.is_dir());
        WantedMessage { number: self.message, alone, found: false, last: None }
    }
}

impl PartArgs {
    /// Whether a part is wanted.
    pub(crate) fn wants(&self, part: &MessagePart<'_>) -> bool {
        self.part.as_deref().is_none_or(|wanted| wanted == part.section())
    }
}

/// The error that the wanted part is not there; `none` says where, such as "no message has a part".
pub(crate) fn no_part(part: &str, none: &str) -> Error {
    let why = format!("{none} `{part}`; `mailutf inspect` shows the parts");
    Error::new("find a part", None, io::Error::new(ErrorKind::NotFound, why))
}

/// What a batch shows of the wanted message.
pub(crate) struct Seen {
    /// The mailbox, and the number of its messages so far.
    path: PathBuf,
    messages: u64,
    /// Whether the message was there.
    found: bool,
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
    /// Takes note of what a batch shows.
    ///
    /// # Errors
    /// Stops the run if nothing else is wanted.
    pub(crate) fn note(&mut self, Seen { path, messages, found }: Seen) -> Result<(), Stop> {
        self.found |= found;
        self.last = Some((path, messages));
        if self.alone && self.number.is_some() && self.found { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Fails if there was mail, but no such message.
    pub(crate) fn end(self) -> Result<(), Error> {
        let (Some(wanted), Some((path, messages)), false) = (self.number, self.last, self.found) else {
            return Ok(());
        };
        let why = if self.alone {
            format!("{} has {}", name(&path), counted(messages, "message"))
        } else {
            "no mailbox has that many messages".to_owned()
        };
        let why = io::Error::new(ErrorKind::NotFound, format!("there is no message {wanted}; {why}"));
        Err(Error::new("show the message", None, why))
    }
}
