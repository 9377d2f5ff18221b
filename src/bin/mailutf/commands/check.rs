//! `mailutf check`: whether mail is normal, for CI and cron.
//!
//! A message is normal where the normalizer would change nothing and leaves nothing as it is because it cannot
//! be read without loss. Each that is not is listed on standard output, with what would change and what is
//! unresolved.

use crate::args::CheckArgs;
use crate::doubts::{place, sentence};
use crate::exit::Exit;
use crate::input::messages;
#[cfg(unix)]
use mailutf::mailbox::Format;
#[cfg(unix)]
use mailutf::pipeline::{Event, TreePlace};
use mailutf::pipeline::{Failure, Pipeline, Report, Reports, Totals};
use mailutf::{Error, Severity};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(crate) fn run(args: &CheckArgs) -> Result<Exit, Error> {
    let mut pipeline = Pipeline::new(args.reading.policy());
    pipeline.workers.jobs = args.jobs.unwrap_or(pipeline.workers.jobs);
    pipeline.reports = Reports::All;
    let output: Box<dyn Write> =
        if args.quiet { Box::new(io::sink()) } else { Box::new(io::stdout().lock()) };
    let mut list = List { output: BufWriter::new(output), written: Ok(()), exit: Exit::Done };
    for path in &args.paths {
        match check(&pipeline, path, &mut list) {
            Ok(totals) if totals.changed + totals.unresolved > 0 => {
                list.exit = list.exit.max(Exit::Unresolved)
            }
            Ok(_) => {}
            Err(error) => list.failed(&error),
        }
    }
    let List { mut output, written, exit } = list;
    written.and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))?;
    Ok(exit)
}

fn check(pipeline: &Pipeline, path: &Path, list: &mut List<impl Write>) -> Result<Totals, Error> {
    #[cfg(unix)]
    if path.is_dir() {
        return pipeline.tree(path, Format::Any, TreePlace::Nowhere, |event| match event {
            Event::Report(path, report) => list.take(path, report),
            Event::Failed(error) => list.failed(&error),
            _ => {}
        });
    }
    pipeline.run(messages(path)?, &mut io::sink(), |report| list.take(path, report)).map_err(|failure| {
        let (Failure::Read(error) | Failure::Write(error)) = failure;
        Error::new("read", Some(path), error)
    })
}

/// What is not normal.
struct List<W> {
    output: W,
    /// Whether it could be written so far; nothing is after a failure.
    written: io::Result<()>,
    exit: Exit,
}

impl<W: Write> List<W> {
    fn take(&mut self, path: &Path, report: &Report) {
        let changes: Vec<String> =
            report.edits.iter().map(|(reason, count)| format!("{count} {}", reason.as_str())).collect();
        if !changes.is_empty() {
            self.write(&format!("{}: would change: {}", place(path, report, ""), changes.join(", ")));
        }
        let grave = report.findings.iter().filter(|(f, _)| f.code.severity() == Severity::Unresolved);
        for (finding, part) in grave {
            self.write(&format!("{}: {}", place(path, report, part), sentence(finding)));
        }
    }

    fn write(&mut self, line: &str) {
        if self.written.is_ok() {
            self.written = writeln!(self.output, "{line}");
        }
    }

    fn failed(&mut self, error: &Error) {
        self.exit = self.exit.max(Exit::of(error));
    }
}
