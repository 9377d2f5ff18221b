//! `mailutf inspect`.

#[derive(Debug, clap::Args)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Only the Nth message of an mbox, counted from 1.
    #[arg(short, long, value_name = "N", value_parser = super::counted::ordinal, help_heading = "Which mail is read")]
    pub(crate) message: Option<u64>,

    /// As JSON lines, one for each message.
    #[arg(long, help_heading = "What is said")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}
