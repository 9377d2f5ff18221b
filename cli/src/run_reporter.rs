//! What a run tells: on standard error and in the report; and what it amounts to.

use crate::args::MailArgs;
use crate::diff::Differ;
use crate::exit::Exit;
use crate::finding_printer::{FindingPrinter, Volume};
use crate::progress::Progress;
use crate::report::Reporter;
#[cfg(unix)]
use crate::stopped::Inputs;
use mailutf::Error;
#[cfg(unix)]
use mailutf::mailbox::fs::tree::SkipReason;
use mailutf::pipeline::{Pipeline, Report, Reports, Totals};
use std::io::{self, IsTerminal};
use std::path::Path;

/// Collects what is to be told.
pub(crate) struct RunReporter {
    doubts: FindingPrinter,
    reporter: Option<Reporter>,
    differ: Option<Differ>,
    totals: Totals,
    exit: Exit,
}

impl RunReporter {
    /// For a run of `pipeline`. `watchable`: whether how far it is may be shown on a terminal.
    pub(crate) fn new(args: &MailArgs, pipeline: &Pipeline, watchable: bool) -> Result<Self, Error> {
        let differ =
            (pipeline.reports == Reports::Changes).then(|| Differ::new(pipeline.monitor.stop_flag()));
        let watchable = watchable && (differ.is_none() || !io::stdout().is_terminal());
        let progress = (watchable && args.volume() != Volume::Quiet)
            .then(|| Progress::start(&pipeline.monitor, &args.paths))
            .flatten();
        Ok(Self {
            doubts: FindingPrinter::new(args.volume(), progress, args.dry_run),
            reporter: args.report.as_deref().map(Reporter::create).transpose()?,
            differ,
            totals: Totals::default(),
            exit: Exit::Done,
        })
    }

    /// A message of `path`.
    pub(crate) fn report(&mut self, path: &Path, report: &Report) {
        if let Some(differ) = &mut self.differ {
            differ.take(path, report);
        }
        self.doubts.take(path, report);
        if let Some(reporter) = &mut self.reporter {
            reporter.take(path, report);
        }
    }

    /// A file of a tree that is not read.
    #[cfg(unix)]
    pub(crate) fn skipped(&mut self, path: &Path, why: SkipReason) {
        self.doubts.skipped(path, why);
    }

    /// What was done to a file.
    pub(crate) fn done(&mut self, totals: &Totals) {
        self.totals += totals;
        totals.left_over.iter().for_each(|error| self.failed(error));
    }

    /// A failure that does not end the run.
    pub(crate) fn failed(&mut self, error: &Error) {
        if !self.is_unread() {
            self.exit = self.exit.max(Exit::of(error));
        }
    }

    /// The run was stopped by a signal.
    #[cfg(unix)]
    pub(crate) fn stopped(&mut self, signal: u8, inputs: &Inputs<'_>) {
        if !self.is_unread() {
            self.exit = Exit::Stopped(signal);
            self.doubts.stopped(signal, inputs);
        }
    }

    /// Whether the work was stopped because what changes could not be printed.
    fn is_unread(&self) -> bool {
        self.differ.as_ref().is_some_and(Differ::has_failed)
    }

    /// Tells the rest.
    pub(crate) fn finish(self) -> Result<Exit, Error> {
        self.doubts.finish(&self.totals);
        let printed = self.differ.map_or(Ok(()), Differ::finish);
        let written = self.reporter.map_or(Ok(()), Reporter::finish);
        let failed = [printed, written].iter().filter_map(|done| done.as_ref().err()).map(Exit::of).max();
        let unresolved = self.totals.unresolved + self.totals.skipped_mail > 0;
        let exit = if unresolved { self.exit.max(Exit::Unresolved) } else { self.exit };
        Ok(exit.max(failed.unwrap_or_default()))
    }
}
