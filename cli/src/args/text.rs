//! `mailutf text`.

use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Print the decoded header of each message, and of messages enclosed in it, before its text: one field per line,
    /// then a blank line.
    #[arg(long, help_heading = "Reports")]
    pub(crate) headers: bool,

    /// Print only this part of each message, even an attachment; `inspect` shows the numbers.
    #[arg(short, long, value_name = "N", help_heading = "Reports")]
    pub(crate) part: Option<String>,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
