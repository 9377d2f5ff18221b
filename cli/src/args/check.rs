//! `mailutf check`.

use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Print nothing; only set the exit status.
    #[arg(short, long, help_heading = "Reports")]
    pub(crate) quiet: bool,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) changing: super::ChangingArgs,
}
