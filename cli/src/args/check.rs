//! `mailutf check`.

use clap::ValueEnum;
use mailutf::mailbox::Format;
use mailutf::{Error, Policy};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Which messages are listed, and cause exit status 1.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help_heading = "Reports")]
    pub(crate) fail_on: FailOn,

    /// List only the names of files, each once.
    #[arg(short = 'l', long, help_heading = "Reports")]
    pub(crate) files: bool,

    /// Print one JSON object per message and line (docs/report.schema.json).
    #[arg(long, conflicts_with = "files", help_heading = "Reports")]
    pub(crate) json: bool,

    /// Print nothing; only set the exit status.
    #[arg(short, long, conflicts_with_all = ["files", "json"], help_heading = "Reports")]
    pub(crate) quiet: bool,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    forms: super::FormArgs,

    #[command(flatten)]
    changing: super::ChangingArgs,
}

impl CheckArgs {
    /// The policy, with what the mail in `paths` teaches.
    ///
    /// # Errors
    /// As for [`ChangingArgs::learned`](super::ChangingArgs::learned).
    pub(crate) fn learned(&self, paths: &[PathBuf]) -> Result<Policy, Error> {
        let policy = self.forms.applied_to(self.changing.policy());
        self.changing.learned(policy, paths, self.jobs, Format::Any)
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let conditions = || self.conditions.contradiction();
        self.forms.contradiction().or_else(|| self.changing.contradiction()).or_else(conditions)
    }
}

/// The messages that do not pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Messages that would change, or hold text that cannot be converted without loss.
    #[default]
    Change,
    /// Messages with a text whose charset is guessed, or that cannot be converted without loss.
    Guess,
    /// Messages with text that cannot be converted without loss.
    Unresolved,
}
