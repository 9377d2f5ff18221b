//! `mailutf text`.

use clap::ValueEnum;
use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    #[command(flatten)]
    pub(crate) selection: super::selection::SelectionArgs,

    /// Print the body of each message: its plain text, or HTML as readable text where there is no plain text, with `> `
    /// before quotations.
    ///
    /// Other texts of the message, such as the HTML beside the plain text and enclosed messages, are left out. Targets
    /// of links are left out too.
    #[arg(long, help_heading = "Reports")]
    pub(crate) plain: bool,

    /// Print the decoded header of each message, and of messages enclosed in it, before its text: one field per line,
    /// then a blank line.
    #[arg(long, help_heading = "Reports")]
    pub(crate) headers: bool,

    /// What ends each message.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help_heading = "Reports")]
    pub(crate) separator: Separator,

    /// Print one JSON object per message and line (docs/text.schema.json): who wrote it to whom, when, the subject, the
    /// text as with --plain, attachments, charsets and findings.
    #[arg(long, conflicts_with_all = ["part", "plain", "headers", "separator"], help_heading = "Reports")]
    pub(crate) json: bool,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Separator {
    /// A line with a form feed (octet 12). A blank is added to such a line of a text.
    #[default]
    FormFeed,
    /// The octet 0, for `xargs -0` and `grep -z`. In a text it becomes U+FFFD.
    Nul,
    /// Nothing.
    None,
}
