//! Rewrites mail from files or from standard input into one stream.

#[cfg(unix)]
use super::files;
use super::reporter::RunReporter;
use crate::exit::{Exit, write_error};
use crate::input::{self, is_standard_input};
use crate::options::{RewriteArgs, output_check};
use crate::output::Output;
#[cfg(unix)]
use crate::output::temporary;
#[cfg(unix)]
use crate::report::finding_printer::Volume;
use mailutf::Error;
use mailutf::mailbox::mail::{Batches, MailFile, Opened, ReadOptions};
use mailutf::pipeline::{Failure, Pipeline};
use std::borrow::Cow;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

/// Rewrites the mail that `args` names. `args` are the arguments of the command `name`. `pipeline` makes the
/// pipeline for the paths of the mail.
pub(crate) fn run(
    name: &'static str,
    args: &RewriteArgs,
    pipeline: impl FnOnce(&[PathBuf]) -> Result<Pipeline, Error>,
) -> Result<Exit, Error> {
    let args = &args.with_paths()?;
    let pipeline = pipeline(&args.paths)?;
    #[cfg(unix)]
    if args.range.is_none() && files::are_wanted(args) {
        return files::run(name, args, &pipeline);
    }
    output_check::check(args, &[])?;
    #[cfg(unix)]
    if args.output.is_some() || args.records().next().is_some() {
        temporary::remove_on_signals(args.volume() == Volume::Quiet)?;
    }
    let mut output = match &args.output {
        _ if args.dry_run => Output::nowhere(),
        Some(path) => Output::create(path)?,
        None => Output::standard(),
    };
    output.set_jobs(pipeline.workers.threads());
    if output.is_pending() {
        inputs_exist(args)?;
    }
    let watchable = args.output.is_some() || args.dry_run || !io::stdout().is_terminal();
    let reporter = RunReporter::new(name, args, &pipeline, watchable)?;
    let mut stream = Stream { args, pipeline, output, reporter };
    for path in &args.paths {
        match stream.take(path) {
            Ok(()) => {}
            Err(Stopped::Output(error)) if args.manifest.is_some() && is_unread(&error) => {
                let why = "standard output was closed before all mail was written; no manifest is written"
                    .to_owned();
                return Err(write_error(io::Error::other(why)));
            }
            // The output is incomplete after this error, so the run ends.
            Err(Stopped::Output(error)) if !is_unread(&error) => {
                return Err(error);
            }
            Err(Stopped::Output(error)) => {
                stream.reporter.failed(&error);
                return stream.reporter.finish();
            }
            Err(Stopped::Input(error)) => {
                stream.reporter.failed(&error);
                if stream.output.is_pending() {
                    return Err(not_written(args, "not every input could be read completely"));
                }
            }
        }
    }
    let Stream { output, reporter, .. } = stream;
    output.finish()?;
    reporter.finish()
}

/// Whether the error says that the program that read standard output has closed the pipe.
fn is_unread(error: &Error) -> bool {
    error.io_kind() == Some(ErrorKind::BrokenPipe)
}

/// Fails if there is no input, or if an input file does not exist or cannot be examined. This is checked
/// first, because otherwise a long run might be in vain.
fn inputs_exist(args: &RewriteArgs) -> Result<(), Error> {
    if args.paths.is_empty() {
        return Err(not_written(args, "the list in --files-from is empty"));
    }
    let files = args.paths.iter().filter(|path| !is_standard_input(path));
    let missing = files.filter_map(|path| Some((path, fs::metadata(path).err()?)));
    let failed = missing.map(|(path, error)| Exit::of(&input::error("open", path, error))).max();
    failed.map_or(Ok(()), |_| Err(not_written(args, "not every input can be read")))
}

fn not_written(args: &RewriteArgs, why: &str) -> Error {
    let is_there = args.output.as_deref().is_some_and(Path::exists);
    let output = if is_there { "the old file is unchanged" } else { "no file was created" };
    let why = io::Error::new(ErrorKind::InvalidInput, format!("{why}; {output}"));
    Error::new("write", args.output.as_deref(), why)
}

/// Files that are rewritten into one stream.
struct Stream<'a> {
    args: &'a RewriteArgs,
    pipeline: Pipeline,
    output: Output,
    reporter: RunReporter,
}

/// The reason why a file could not be finished.
enum Stopped {
    /// The file could not be read. Other files may be readable.
    Input(Error),
    /// The output could not be written.
    Output(Error),
}

impl Stream<'_> {
    fn take(&mut self, path: &Path) -> Result<(), Stopped> {
        let limit = self.pipeline.policy().limits.message;
        if let Some(interval) = self.args.range {
            let range = interval.open(path, self.args.variant.mbox_variant, limit);
            return self.rewrite(path, range.map_err(Stopped::Input)?);
        }
        let read_error = |error| Stopped::Input(input::error("read", path, error));
        let options = ReadOptions::default().with_format(self.args.format()).with_limit(limit);
        let source = open(path, &options).map_err(Stopped::Input)?;
        if self.args.paths.len() > 1 && (!self.args.dry_run || self.args.output.is_some()) {
            if !source.holds_several() {
                let why = "it is not an mbox, and single messages cannot be joined in one stream; \
                           use --in-place or -o DIRECTORY";
                return Err(read_error(io::Error::new(ErrorKind::InvalidInput, why)));
            }
            if self.args.manifest.is_some() && !self.output.ends_line() {
                let why = "the last message of the previous file lacks a line end. Joining the files would add \
                           one, and the manifest would be wrong about that message; use -o DIRECTORY";
                return Err(Stopped::Output(Error::refused("append", path, why)));
            }
            self.output.separate().map_err(|error| self.write_error(error))?;
        }
        self.rewrite(path, source.into_batches())
    }

    fn rewrite(&mut self, path: &Path, source: Batches<'_>) -> Result<(), Stopped> {
        let read_error = |error| Stopped::Input(input::error("read", path, error));
        let Self { pipeline, output, reporter, .. } = self;
        let pipeline = match is_standard_input(path) {
            true => Cow::Borrowed(&*pipeline),
            false => pipeline.at(MailFile::named(path).inside()),
        };
        match pipeline.run_file(source, output, |report| reporter.report(path, &report)) {
            Ok(totals) => {
                let empties = totals.octets == 0 && output.replaces_content();
                input::refuse_empty_pipe(path, empties).map_err(Stopped::Input)?;
                reporter.done(&totals);
            }
            Err(Failure::Write(error)) => return Err(self.write_error(error)),
            Err(Failure::Read(error)) => return Err(read_error(error)),
            Err(_) => return Err(Stopped::Input(Error::Stopped)),
        }
        Ok(())
    }

    fn write_error(&self, error: io::Error) -> Stopped {
        Stopped::Output(self.output.error(error))
    }
}

fn open(path: &Path, options: &ReadOptions) -> Result<Opened<'static>, Error> {
    input::opened(&MailFile::named(path), options).map_err(|skipped| match input::skipped_error(skipped) {
        error if error.io_kind() == Some(ErrorKind::IsADirectory) && cfg!(unix) => {
            let why = "it is a directory; use --in-place, -o DIRECTORY or --dry-run";
            input::error("read", path, io::Error::new(ErrorKind::IsADirectory, why))
        }
        error => error,
    })
}
