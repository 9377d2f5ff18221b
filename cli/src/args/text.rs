//! `mailutf text`.

use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// The header of each message, and of messages enclosed in it, before its text: decoded, each field on one
    /// line, a blank line behind the last.
    #[arg(long, help_heading = "What is said")]
    pub(crate) headers: bool,

    /// Only this part of each message, attachment or not, numbered as `inspect` shows it.
    #[arg(short, long, value_name = "N", help_heading = "What is said")]
    pub(crate) part: Option<String>,

    /// How many messages are worked on at once [default: one for each core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
