//! Options of commands that show one message, or one part.

#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// Show only the Nth message of an mbox, counting from 1.
    #[arg(short, long, value_name = "N", value_parser = super::counted::ordinal, help_heading = "Input")]
    pub(crate) message: Option<u64>,

    /// Show only this part of each message, even an attachment; `inspect` shows the numbers.
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    pub(crate) part: Option<String>,
}
