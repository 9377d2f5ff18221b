//! `mailutf inspect`.

#[derive(Debug, clap::Args)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Show only the Nth message of an mbox, counting from 1.
    #[arg(short, long, value_name = "N", value_parser = super::counted::ordinal, help_heading = "Input")]
    pub(crate) message: Option<u64>,

    /// Print one JSON object per message and line.
    #[arg(long, help_heading = "Reports")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
