//! `mailutf attachments`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct AttachmentsArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Show only the Nth message of an mbox, counting from 1.
    #[arg(short, long, value_name = "N", value_parser = super::counted::ordinal, help_heading = "Input")]
    pub(crate) message: Option<u64>,

    /// Show only this part of each message, even an attachment; `inspect` shows the numbers.
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    pub(crate) part: Option<String>,

    /// Save the attachments in this directory, each in a new file; no file is ever overwritten.
    ///
    /// A file gets the name that the message gives it, without directories, leading dots, control characters and
    /// characters that Windows refuses, with at most 255 octets. If that name is taken, a number is added. The directory
    /// is created if it does not exist.
    #[arg(short, long, value_name = "DIRECTORY", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
