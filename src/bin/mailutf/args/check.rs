//! `mailutf check`.

use super::ReadingArgs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Messages, mboxes and directories of them (Maildir, MH, .eml), compressed or not; standard input where none
    /// is named, or for `-`.
    #[arg(default_value = "-", hide_default_value = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// List nothing; only the exit status tells.
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// How many messages are worked on at the same time [default: one for each core].
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}
