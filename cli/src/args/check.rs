//! `mailutf check`.

use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// List nothing; only the exit status tells.
    #[arg(short, long, help_heading = "What is said")]
    pub(crate) quiet: bool,

    /// How many messages are worked on at once [default: one for each core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) changing: super::ChangingArgs,
}
