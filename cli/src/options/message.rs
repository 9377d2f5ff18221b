//! Options that select one message of each mailbox (`--message`), and one part of a message (`--part`).

use super::numbers;
use mailutf::Error;
use mailutf::message::MessagePart;
use std::io::{self, ErrorKind};

/// The number of a message.
#[derive(Debug, clap::Args)]
pub(crate) struct MessageArgs {
    /// Show only the Nth message of an mbox, counting from 1.
    #[arg(short, long, value_name = "N", value_parser = numbers::ordinal, help_heading = "Input")]
    pub(crate) message: Option<u64>,
}

/// The numbers of a message and of a part.
#[derive(Debug, clap::Args)]
pub(crate) struct PartArgs {
    #[command(flatten)]
    pub(crate) message: MessageArgs,

    /// Show only this part of each message, even an attachment; `inspect` shows the part numbers.
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    pub(crate) part: Option<String>,
}

impl PartArgs {
    /// Whether the options select this part. Without `--part`, all parts are selected.
    pub(crate) fn wants(&self, part: &MessagePart<'_>) -> bool {
        self.part.as_deref().is_none_or(|wanted| wanted == part.section())
    }
}

/// Returns the error for a part that does not exist. `none` is the start of the sentence, such as "no message has a
/// part".
pub(crate) fn no_part(part: &str, none: &str) -> Error {
    let why = format!("{none} `{part}`; `mailutf inspect` shows the parts");
    Error::new("find a part", None, io::Error::new(ErrorKind::NotFound, why))
}
