//! `mailutf detect`.

#[derive(Debug, clap::Args)]
pub(crate) struct DetectArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Print one JSON object per message and line.
    #[arg(long, help_heading = "Reports")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
