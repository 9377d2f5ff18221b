//! `mailutf attachments`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct AttachmentsArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    #[command(flatten)]
    pub(crate) selection: super::selection::SelectionArgs,

    /// Save the attachments in this directory, each in a new file; no file is ever overwritten.
    ///
    /// A file gets the name that the message gives it, without directories, leading dots, control characters and
    /// characters that Windows refuses, with at most 255 octets. If that name is taken, a number is added. The directory
    /// is created if it does not exist.
    #[arg(short, long, value_name = "DIRECTORY", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
