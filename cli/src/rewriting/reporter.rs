//! The output of a run besides messages: findings, the report, the diff and the exit status.

use crate::exit::Exit;
use crate::input::archived;
use crate::options::RewriteArgs;
use crate::output::Output;
use crate::progress::Progress;
use crate::progress::input_size::InputSize;
use crate::report::damaged;
use crate::report::diff::Differ;
use crate::report::finding_printer::{FindingPrinter, Volume};
use crate::report::json_lines;
use crate::report::manifest::ManifestWriter;
#[cfg(unix)]
use crate::report::older_backups::OlderBackups;
#[cfg(unix)]
use crate::report::served::Served;
#[cfg(unix)]
use crate::report::stopped::Inputs;
use crate::terminal::say;
#[cfg(unix)]
use mailutf::pipeline::Event;
use mailutf::pipeline::{Pipeline, Report, Reports, Totals};
use mailutf::{Code, Error};
#[cfg(unix)]
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Takes the reports on all messages of a run.
pub(crate) struct RunReporter {
    printer: FindingPrinter,
    report: Option<Output>,
    manifest: Option<ManifestWriter>,
    differ: Option<Differ>,
    totals: Totals,
    #[cfg(unix)]
    served: Served,
    #[cfg(unix)]
    older_backups: OlderBackups,
    /// The suffix of backups.
    #[cfg(unix)]
    suffix: Option<OsString>,
    /// The name of the command, or `None` if the run writes to standard output or is a dry run. Any other run writes
    /// nothing for a file that cannot be read to its end. The user is then told how to convert the readable part of the
    /// file.
    whole_files: Option<&'static str>,
    exit: Exit,
}

impl RunReporter {
    /// Creates a reporter for a run of `pipeline` by the command `name`. `watchable` tells whether progress may be
    /// shown on a terminal.
    pub(crate) fn new(
        name: &'static str,
        args: &RewriteArgs,
        pipeline: &Pipeline,
        watchable: bool,
    ) -> Result<Self, Error> {
        let differ =
            (pipeline.reports == Reports::Changes).then(|| Differ::new(pipeline.monitor.stop_flag()));
        let is_watched =
            watchable && (differ.is_none() || !io::stdout().is_terminal()) && args.volume() != Volume::Quiet;
        let expected = || match args.range {
            Some(range) => InputSize::exactly(range.octets()),
            None => InputSize::of(&args.paths),
        };
        let progress = if is_watched { Progress::start(&pipeline.monitor, &expected) } else { None };
        Ok(Self {
            printer: FindingPrinter::new(args.volume(), progress, args.ending(), &args.paths),
            report: args.report.as_deref().map(Output::named).transpose()?,
            manifest: args.manifest.as_deref().map(ManifestWriter::create).transpose()?,
            differ,
            totals: Totals::default(),
            #[cfg(unix)]
            served: Served::default(),
            #[cfg(unix)]
            older_backups: OlderBackups::default(),
            #[cfg(unix)]
            suffix: args.backup.clone(),
            whole_files: (!args.writes_standard_output() && !args.dry_run).then_some(name),
            exit: Exit::Done,
        })
    }

    /// Takes the report on a message of the file `path`.
    pub(crate) fn report(&mut self, path: &Path, report: &Report) {
        if let Some(differ) = &mut self.differ {
            differ.take(path, report);
        }
        self.printer.take(path, report);
        if report.findings.iter().any(|(finding, _)| finding.code == Code::FormatUnsupported)
            && let Some(advice) = archived::advice(path)
        {
            say(&advice);
        }
        if let Some(output) = &mut self.report {
            json_lines::write(output, path, report);
        }
        if let Some(manifest) = &mut self.manifest {
            manifest.take(path, report);
        }
    }

    /// Takes an event: what happened to a file.
    #[cfg(unix)]
    pub(crate) fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Report(path, report) => self.report(path, report),
            Event::Skipped(path, why) => self.printer.skipped(path, why),
            Event::Done(_) => self.converted(),
            Event::Failed(Error::Stopped) => self.kept(),
            Event::Failed(error) => self.failed(&error),
            _ => {}
        }
    }

    /// Records that the current file, whose messages were reported, has been converted and replaced.
    fn converted(&mut self) {
        self.manifest.iter_mut().for_each(ManifestWriter::commit);
    }

    /// Records that the current file, whose messages were reported, stays unchanged.
    fn kept(&mut self) {
        self.manifest.iter_mut().for_each(ManifestWriter::discard);
    }

    /// Adds the totals of a file or directory that was converted.
    pub(crate) fn done(&mut self, totals: &Totals) {
        self.converted();
        self.totals += totals;
        totals.left_over.iter().for_each(|error| self.failed(error));
    }

    /// Reports an error that does not end the run.
    pub(crate) fn failed(&mut self, error: &Error) {
        self.kept();
        if !self.is_unread() {
            self.exit = self.exit.max(Exit::of(error));
            if let Some(command) = self.whole_files.and_then(|name| damaged::command(error, name)) {
                say(&format!("to convert the readable part of this file: {command}"));
            }
            #[cfg(unix)]
            self.served.take(error);
            #[cfg(unix)]
            self.older_backups.take(error);
        }
    }

    /// Reports that a signal stopped the run.
    #[cfg(unix)]
    pub(crate) fn stopped(&mut self, signal: u8, inputs: &Inputs<'_>) {
        if !self.is_unread() {
            self.exit = Exit::Stopped(signal);
            self.printer.stopped(signal, inputs);
        }
    }

    /// Whether the run was stopped because the diff could not be printed.
    fn is_unread(&self) -> bool {
        self.differ.as_ref().is_some_and(Differ::has_failed)
    }

    /// Prints what is left to print, and returns the exit status.
    pub(crate) fn finish(self) -> Result<Exit, Error> {
        self.printer.finish(&self.totals);
        #[cfg(unix)]
        self.served.finish();
        #[cfg(unix)]
        self.older_backups.finish(self.suffix.as_deref());
        let printed = self.differ.map_or(Ok(()), Differ::finish);
        let written = self.report.map_or(Ok(()), Output::finish);
        let recorded = self.manifest.map_or(Ok(()), |manifest| manifest.finish(self.exit >= Exit::Failed));
        let failed =
            [printed, written, recorded].iter().filter_map(|done| done.as_ref().err()).map(Exit::of).max();
        let unresolved = self.totals.unresolved + self.totals.skipped_mail > 0;
        let exit = if unresolved { self.exit.max(Exit::Unresolved) } else { self.exit };
        Ok(exit.max(failed.unwrap_or_default()))
    }
}
