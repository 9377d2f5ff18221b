//! What a run tells: on standard error and in the report; and what it amounts to.

use crate::args::NormalizeArgs;
use crate::doubts::Doubts;
use crate::exit::Exit;
use crate::report::Reporter;
use mailutf::Error;
use mailutf::pipeline::{Report, Totals};
use std::path::Path;

/// Collects what is to be told.
pub(crate) struct Telling {
    doubts: Doubts,
    reporter: Option<Reporter>,
    totals: Totals,
    exit: Exit,
}

impl Telling {
    pub(crate) fn new(args: &NormalizeArgs) -> Result<Self, Error> {
        Ok(Self {
            doubts: Doubts::new(args.volume()),
            reporter: args.report.as_deref().map(Reporter::create).transpose()?,
            totals: Totals::default(),
            exit: Exit::Done,
        })
    }

    /// A message of `path`.
    pub(crate) fn report(&mut self, path: &Path, report: &Report) {
        self.doubts.take(path, report);
        if let Some(reporter) = &mut self.reporter {
            reporter.take(path, report);
        }
    }

    /// A file that is no mail.
    #[cfg(unix)]
    pub(crate) fn left(&mut self, path: &Path, why: &str) {
        self.doubts.left(path, why);
    }

    /// What was done to a file.
    pub(crate) fn done(&mut self, totals: &Totals) {
        self.totals += totals;
    }

    /// A failure that does not end the run.
    pub(crate) fn failed(&mut self, error: &Error) {
        self.exit = self.exit.max(Exit::of(error));
    }

    /// Tells the rest.
    pub(crate) fn finish(self) -> Result<Exit, Error> {
        self.doubts.finish(&self.totals);
        self.reporter.map_or(Ok(()), Reporter::finish)?;
        Ok(if self.totals.unresolved > 0 { self.exit.max(Exit::Unresolved) } else { self.exit })
    }
}
