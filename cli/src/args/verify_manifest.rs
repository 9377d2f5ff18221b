//! `mailutf verify-manifest`.

use super::limits::LimitMessageArgs;
use super::{PathArgs, VariantArgs};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyManifestArgs {
    /// The file that --manifest wrote.
    #[arg(value_name = "MANIFEST")]
    pub(crate) manifest: PathBuf,

    #[command(flatten)]
    pub(crate) paths: PathArgs,

    /// Compare with the messages as they were before the conversion, for a copy of the old archive.
    #[arg(long, help_heading = "Input")]
    pub(crate) before: bool,

    #[command(flatten)]
    pub(crate) variant: VariantArgs,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Print nothing; only set the exit status.
    #[arg(short, long, help_heading = "Reports")]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) limit: LimitMessageArgs,
}
