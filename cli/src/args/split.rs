//! `mailutf split`.

use super::VariantArgs;
use super::limits::{LimitMessageArgs, Size};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct SplitArgs {
    /// The mbox file. It must not be compressed.
    #[arg(value_name = "MBOX")]
    pub(crate) path: PathBuf,

    /// Largest size of a range; a larger message is a range of its own.
    #[arg(short, long, value_name = "SIZE", default_value_t = Size(256 << 20))]
    pub(crate) size: Size,

    /// Print one JSON object per range and line (docs/split.schema.json).
    #[arg(long, help_heading = "Reports")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) variant: VariantArgs,

    #[command(flatten)]
    pub(crate) limit: LimitMessageArgs,
}
