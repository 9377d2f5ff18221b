//! `mailutf normalize`.

use super::{ChangingArgs, FormArgs, MailArgs};
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::policy::Policy;
use mailutf::{Error, Normalizer};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub(crate) mail: MailArgs,

    /// Print the changes as a diff, with transfer encodings decoded; write nothing. May be added to any other options.
    ///
    /// If more than 1 MiB of a message changes, the diff says only that.
    #[arg(long, conflicts_with = "manifest", help_heading = "Output")]
    diff: bool,

    /// For delivery agents: convert one message from standard input to standard output; the exit status is 0 or 75.
    ///
    /// Status 0 means that the output is complete; text that cannot be converted without loss is in it unchanged. If
    /// the input may not be a single message, or exceeds --limit-message, it is copied unchanged. Status 75
    /// (EX_TEMPFAIL) means that reading or writing failed, or that standard output is closed or /dev/null: the agent
    /// keeps the original or tries again. A `From ` line at the start is kept. Only such failures are printed, unless
    /// --verbose is given.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["sources", "output", "in_place", "dry_run", "diff", "report", "manifest", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with_all = ["sources", "output", "dry_run", "diff", "report", "manifest", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    pub(crate) filter: bool,

    /// Check each changed message with mail-parser; if it reads the message differently, leave the message unchanged
    /// [default with --in-place and --filter].
    #[arg(long, help_heading = "Conversion")]
    verify: bool,

    /// Do not verify, even with --in-place or --filter.
    #[arg(long, conflicts_with = "verify", help_heading = "Conversion")]
    no_verify: bool,

    #[command(flatten)]
    forms: FormArgs,

    #[command(flatten)]
    changing: ChangingArgs,
}

impl NormalizeArgs {
    /// The pipeline for these arguments.
    ///
    /// # Errors
    /// As for [`ChangingArgs::learned`].
    pub(crate) fn pipeline(&self, paths: &[PathBuf]) -> Result<Pipeline, Error> {
        let policy = self.changing.learned(self.policy(), paths, self.mail.jobs, self.mail.format())?;
        let mut pipeline = self.mail.pipeline(Normalizer::new(policy));
        // The converted form replaces the only copy of the mail.
        let replaces = self.mail.is_in_place() || self.filter;
        pipeline.verify = self.verify || (replaces && !self.no_verify);
        if self.diff {
            pipeline.reports = Reports::Changes;
        }
        Ok(pipeline)
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let forms = self.forms.contradiction();
        forms.or_else(|| self.mail.contradiction(self.diff)).or_else(|| self.changing.contradiction())
    }

    /// The arguments for the run; with --diff nothing is written.
    pub(crate) fn mail(&self) -> MailArgs {
        let mut mail = self.mail.clone();
        mail.dry_run |= self.diff;
        mail.diff = self.diff;
        mail
    }

    fn policy(&self) -> Policy {
        self.forms.applied_to(self.changing.policy())
    }
}
