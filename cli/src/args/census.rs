//! `mailutf census`.

use clap::ValueEnum;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct CensusArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Count each group separately.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Reports")]
    pub(crate) by: Option<By>,

    /// Count the charsets of each sender and mailing list instead, with doubtful and unreadable texts.
    ///
    /// A sender is the first address in From, else that in Sender. Beyond 10,000 senders and lists, further ones are
    /// counted together.
    #[arg(long, conflicts_with_all = ["by", "csv"], help_heading = "Reports")]
    pub(crate) senders: bool,

    /// Write a page for a browser to this file; `-` is standard output.
    ///
    /// It shows the charsets of each year as a chart, the senders and mailing lists with doubtful or unreadable mail, and
    /// unreadable texts with their octets and likely readings. The page needs no network.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "csv", "json", "senders"], help_heading = "Reports")]
    pub(crate) html: Option<PathBuf>,

    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv", help_heading = "Reports")]
    pub(crate) json: bool,

    /// Print comma-separated values for a spreadsheet.
    #[arg(long, help_heading = "Reports")]
    pub(crate) csv: bool,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The year in the Date field.
    Year,
}
