//! `mailutf census`.

use clap::ValueEnum;
use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Count each year by itself: that of the Date field.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "What is said")]
    pub(crate) by: Option<By>,

    /// As one JSON object.
    #[arg(long, conflicts_with = "csv", help_heading = "What is said")]
    pub(crate) json: bool,

    /// As a table for a spreadsheet.
    #[arg(long, help_heading = "What is said")]
    pub(crate) csv: bool,

    /// How many messages are worked on at once [default: one for each core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The year of the message.
    Year,
}
