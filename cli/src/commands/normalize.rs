//! `mailutf normalize`: converts all text of messages to UTF-8.

use super::Run;
use crate::exit::Exit;
use crate::options::{ChangingArgs, FormArgs, RewriteArgs};
use crate::rewriting::{filter, stream};
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::{Error, Normalizer};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mailutf normalize letter.eml > utf8.eml            One message
  mailutf normalize archive.mbox --diff              Show what would change
  mailutf normalize archive.mbox -o utf8.mbox        A mailbox of any size
  mailutf normalize Mail --in-place --backup         A Maildir, MH or .eml tree in place
  mailutf normalize --charset iso-8859-1=windows-1251 letter.eml > utf8.eml
                                                     A message whose labels name the wrong charset
  mailutf normalize archive.mbox --from '*@example.org' --until 2003 -o utf8.mbox
                                                     Some mail only; the rest is copied
  mailutf normalize big.mbox --range 0-268434944:1:auto -o part1.mbox
                                                     One of the ranges that `mailutf split big.mbox` lists
  mailutf normalize Mail -n --report found.jsonl     Report what would be done, for a script
  mailutf normalize --filter < letter.eml            As procmail, maildrop or Sieve calls it";

/// Convert all text of messages to UTF-8.
///
/// With --from, --since or another option of selection, all other messages are copied unchanged.
///
/// Exit status: 0 success; 1 some text was left unchanged because it is doubtful or cannot be converted without loss,
/// or some mail was skipped; 2 wrong use, or reading or writing failed. With --filter: 0 the output is complete; 75 it
/// is not.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    mail: RewriteArgs,

    /// Print the changes as a diff, with transfer encodings decoded; write nothing.
    ///
    /// If more than 1 MiB of a message changes, the diff says so without showing the change.
    #[arg(long, conflicts_with = "manifest", help_heading = "Output")]
    diff: bool,

    /// For delivery agents: convert one message from standard input to standard output; the exit status is 0 or 75.
    ///
    /// Status 0 means that the output is complete; text that cannot be converted without loss is unchanged in the
    /// output. If the input is perhaps not a single message, or exceeds --limit-message, it is copied unchanged. Status
    /// 75 (EX_TEMPFAIL) means that reading or writing failed, or that standard output is closed or /dev/null: the agent
    /// keeps the original or tries again. A `From ` line at the start is kept. Only such failures are printed, unless
    /// --verbose is given.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["sources", "output", "in_place", "dry_run", "diff", "report", "manifest", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with_all = ["sources", "output", "dry_run", "diff", "report", "manifest", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    filter: bool,

    /// Check each change with the library mail-parser: if it reads the message differently before and after the change,
    /// leave the message unchanged [default with --in-place and --filter].
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

impl Run for NormalizeArgs {
    fn contradiction(&self) -> Option<String> {
        let forms = self.forms.contradiction();
        forms.or_else(|| self.mail.contradiction(self.diff)).or_else(|| self.changing.reading.contradiction())
    }

    fn run(&self) -> Result<Exit, Error> {
        if self.filter {
            return Ok(filter::run(&self.mail, self.pipeline(&[])?));
        }
        stream::run("normalize", &self.mail(), |paths| self.pipeline(paths))
    }
}

impl NormalizeArgs {
    /// Returns the pipeline for these arguments.
    ///
    /// # Errors
    /// Fails if [`ReadingArgs::learned`](crate::options::reading::ReadingArgs::learned) fails.
    fn pipeline(&self, paths: &[PathBuf]) -> Result<Pipeline, Error> {
        let policy = self.forms.applied_to(self.changing.policy());
        let policy = self.changing.reading.learned(policy, paths, self.mail.jobs.jobs, self.mail.format())?;
        let mut pipeline = self.mail.pipeline(Normalizer::new(policy));
        // With --in-place or --filter, the converted form replaces the only copy of the mail.
        let replaces = self.mail.is_in_place() || self.filter;
        pipeline.verify = self.verify || (replaces && !self.no_verify);
        if self.diff {
            pipeline.reports = Reports::Changes;
        }
        Ok(pipeline)
    }

    /// Returns the arguments for the run. With --diff, the arguments say that nothing is written.
    fn mail(&self) -> RewriteArgs {
        let mut mail = self.mail.clone();
        mail.dry_run |= self.diff;
        mail.diff = self.diff;
        mail
    }
}
