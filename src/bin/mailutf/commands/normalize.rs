//! `mailutf normalize`.

use crate::args::NormalizeArgs;
use crate::doubts::Doubts;
use crate::exit::Exit;
use crate::output::Output;
use crate::report::Reporter;
use mailutf::Error;
use mailutf::mailbox::Source;
use mailutf::pipeline::{Failure, Pipeline, Reports, Totals};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Standard input, where a path is expected.
const STANDARD_INPUT: &str = "-";

pub(crate) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    let mut run = Run::new(args)?;
    let standard_input = [PathBuf::from(STANDARD_INPUT)];
    let paths = if args.paths.is_empty() { &standard_input[..] } else { &args.paths };
    let mut exit = Exit::Done;
    for path in paths {
        match run.file(path) {
            Ok(()) => {}
            // The output is gone: nothing more can be written, and what was written may end anywhere.
            Err(Stopped::Output(error)) => return Err(error),
            Err(Stopped::Input(error)) => exit = exit.max(Exit::of(&error)),
        }
    }
    run.doubts.finish(&run.totals);
    run.reporter.map_or(Ok(()), Reporter::finish)?;
    let unresolved = run.totals.unresolved > 0;
    Ok(exit.max(if unresolved { Exit::Unresolved } else { Exit::Done }))
}

/// What one run of the command holds.
struct Run<'a> {
    args: &'a NormalizeArgs,
    pipeline: Pipeline,
    output: Output,
    doubts: Doubts,
    reporter: Option<Reporter>,
    totals: Totals,
}

/// Why a file was not finished.
enum Stopped {
    /// It could not be read; others can.
    Input(Error),
    /// What it becomes could not be written.
    Output(Error),
}

impl<'a> Run<'a> {
    fn new(args: &'a NormalizeArgs) -> Result<Self, Error> {
        let mut pipeline = Pipeline::new(args.policy.policy());
        pipeline.verify = args.verify;
        pipeline.workers.jobs = args.jobs.unwrap_or(pipeline.workers.jobs);
        let doubts = Doubts::new(args.volume());
        if args.report.is_some() || doubts.wants_all() {
            pipeline.reports = Reports::All;
        }
        let output = match &args.output {
            _ if args.dry_run => Output::nowhere(),
            Some(path) => Output::create(path, &args.paths)?,
            None => Output::standard(),
        };
        let reporter = args.report.as_deref().map(Reporter::create).transpose()?;
        Ok(Self { args, pipeline, output, doubts, reporter, totals: Totals::default() })
    }

    fn file(&mut self, path: &Path) -> Result<(), Stopped> {
        let read_error = |error| Stopped::Input(Error::new("read", Some(path), error));
        let input = open(path).map_err(Stopped::Input)?;
        let source = Source::new(input, self.args.format()).map_err(read_error)?;
        let alone = !source.is_mbox();
        if self.args.paths.len() > 1 && !self.args.dry_run {
            if alone {
                let why = "is no mbox: several messages cannot go into one stream; normalize them one by one";
                return Err(read_error(io::Error::new(ErrorKind::InvalidInput, why)));
            }
            self.output.separate().map_err(|error| self.write_error(error))?;
        }
        let Self { pipeline, output, doubts, reporter, totals, .. } = self;
        let done = pipeline.run(source, output, |report| {
            doubts.take(path, alone, report);
            if let Some(reporter) = reporter {
                reporter.take(path, report);
            }
        });
        match done {
            Ok(done) => *totals += &done,
            Err(Failure::Read(error)) => return Err(read_error(error)),
            Err(Failure::Write(error)) => return Err(self.write_error(error)),
        }
        Ok(())
    }

    fn write_error(&self, error: io::Error) -> Stopped {
        Stopped::Output(Error::new("write", self.output.path.as_deref(), error))
    }
}

fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Error::new("open", Some(path), error))?;
    Ok(Box::new(file))
}
