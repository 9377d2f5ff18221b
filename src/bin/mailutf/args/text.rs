//! `mailutf text`.

use super::ReadingArgs;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct TextArgs {
    /// Messages and mboxes, compressed or not; standard input where none is named, or for `-`.
    #[arg(default_value = "-", hide_default_value = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// The header of each message before its text, decoded, each field on one line.
    #[arg(long)]
    pub(crate) headers: bool,

    /// Only this part of each message, attachment or not, numbered as `inspect` shows it.
    #[arg(short, long, value_name = "N")]
    pub(crate) part: Option<String>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
