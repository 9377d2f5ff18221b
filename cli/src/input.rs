//! The inputs of the program: files, standard input, and the mail in files and directories.

pub(crate) mod archived;
pub(crate) mod file_id;
pub(crate) mod learning;
mod naming;
mod pieces;
mod selected;
mod wanted_message;

use crate::exit::{Exit, write_error};
use crate::progress::Progress;
use crate::progress::input_size::InputSize;
use crate::terminal::say;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::compressed::Compression;
use mailutf::mailbox::mail::{MailFile, Opened, ReadOptions, Skipped, Why};
use mailutf::mailbox::{Format, WholeFile};
use mailutf::pipeline::{Monitor, Totals, Workers, in_order};
use mailutf::selection::Selection;
use mailutf::{Code, Detail, Error};
pub(crate) use naming::{STANDARD_INPUT, error, is_standard_input, name, place};
use pieces::{Done, FileBatch, Open, Pieces};
pub(crate) use selected::{FileEntry, SelectedBatch, say_undated};
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use wanted_message::{Seen, WantedMessage};

/// Opens `path` for reading. Compressed content is not decompressed.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if is_standard_input(path) {
        if mailutf_stdio::input_was_closed() {
            return Err(error("read", path, io::Error::other("it is closed")));
        }
        if io::stdin().is_terminal() {
            say("no file given: reading standard input (Ctrl-D ends it; --help lists other inputs)");
        }
        apart_from_output(path, file_id::metadata_of(&io::stdin()).as_ref())?;
        return Ok(Box::new(io::stdin().lock()));
    }
    // Systems other than Unix cannot open a directory. Their error would only say that access is denied.
    if cfg!(not(unix)) && path.is_dir() {
        let why = "directories are read only on Unix; name a file";
        return Err(error("read", path, io::Error::new(ErrorKind::IsADirectory, why)));
    }
    let file = File::open(path).map_err(|cause| error("open", path, cause))?;
    let metadata = file.metadata().ok();
    if metadata.as_ref().is_some_and(Metadata::is_dir) {
        return Err(error("read", path, ErrorKind::IsADirectory.into()));
    }
    apart_from_output(path, metadata.as_ref())?;
    if let Some(metadata) = metadata {
        Compression::refuse_empty(path, &metadata).map_err(|cause| error("read", path, cause))?;
    }
    Ok(Box::new(WholeFile::of(file).map_err(|cause| error("open", path, cause))?))
}

/// Fails if the input at `path` was an empty pipe, and the empty output would replace a file with content. A pipe may
/// be empty because the command before it failed. `empties` tells whether the input was empty and such a file would be
/// replaced.
pub(crate) fn refuse_empty_pipe(path: &Path, empties: bool) -> Result<(), Error> {
    if empties && !is_regular(path) {
        let why = "the input is empty; the command that should have written it may have failed";
        return Err(error("read", path, io::Error::new(ErrorKind::UnexpectedEof, why)));
    }
    Ok(())
}

/// Whether `path` is a regular file. For standard input, whether a regular file was redirected to it.
pub(crate) fn is_regular(path: &Path) -> bool {
    if is_standard_input(path) {
        return file_id::metadata_of(&io::stdin()).is_some_and(|metadata| metadata.is_file());
    }
    path.is_file()
}

/// Fails if standard output goes to the file that is read. With `>> file`, the run would never end. With `> file`,
/// the shell has already emptied the file.
fn apart_from_output(path: &Path, input: Option<&Metadata>) -> Result<(), Error> {
    if input.is_some_and(file_id::is_standard_output) {
        let why = "standard output goes to the same file; redirect it to another file";
        return Err(Error::refused("read", path, why));
    }
    Ok(())
}

/// Reports a problem with `path` on standard error.
pub(crate) fn warn(path: &Path, what: &str) {
    say(&format!("{}: {what}", name(path)));
}

/// Why a run stops early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The wanted message was found.
    Enough,
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// How mail is read.
#[derive(Clone, Debug)]
pub(crate) struct InputOptions {
    /// The maximum size in octets of a message that is read.
    pub(crate) limit: usize,
    /// The format of files that may be mboxes.
    pub(crate) mbox: Format,
    /// The conditions that messages must meet to be read.
    pub(crate) selection: Selection,
    /// The number, from 1, of the only message to read from each mailbox, or `None` for all messages.
    pub(crate) message: Option<u64>,
}

impl InputOptions {
    /// Returns options to read all messages of at most `limit` octets.
    pub(crate) fn of(limit: usize) -> Self {
        Self { limit, mbox: Format::Any, selection: Selection::default(), message: None }
    }
}

/// Opens a file or standard input for reading mail. Compressed content is decompressed.
pub(crate) fn opened(file: &MailFile, options: &ReadOptions) -> Result<Opened<'static>, Skipped> {
    let skipped = |error: Error| Skipped::new(file.clone(), error);
    if is_standard_input(file.path()) {
        let input = open(file.path()).map_err(skipped)?;
        return match file_id::redirected_input() {
            Some(redirected) => Opened::of_file(redirected, file.clone(), options),
            None => Opened::of(input, file.clone(), options),
        };
    }
    let opened = file.open(options)?;
    apart_from_output(file.path(), opened.metadata()).map_err(skipped)?;
    Ok(opened)
}

/// Returns the error for mail that was not read. If the mail came from standard input, the error says so.
pub(crate) fn skipped_error(skipped: Skipped) -> Error {
    match Error::from(skipped) {
        Error::Io { path: Some(path), action, source, .. } => error(action, &path, source),
        error => error,
    }
}

/// Reports on standard error that some mail was not read, and returns the exit status for it.
fn report(skipped: Skipped) -> Exit {
    let path = skipped.origin.file.path();
    match &skipped.why {
        Why::TooLarge(message) => {
            let place = match message.in_mbox {
                true => format!("message {} at octet {}: ", message.ordinal + 1, message.offset),
                false => String::new(),
            };
            let limit = message.limit;
            warn(path, &format!("{place}skipped: more than {limit} octets (`--limit-message`)"));
            Exit::Unresolved
        }
        Why::File(why) if why.holds_mail() => {
            warn(path, &format!("skipped: {}", archived::skipped(path, *why)));
            Exit::Unresolved
        }
        Why::File(_) => Exit::Done,
        Why::TextBeforeMessages(_) => {
            warn(path, &format!("{}: {}", Code::StructureDoubtful, skipped.why));
            Exit::Unresolved
        }
        Why::Unsupported(format) => {
            let advice = archived::advice(path).map_or(String::new(), |advice| format!("; {advice}"));
            warn(path, &format!("{}: {format}{advice}", Code::FormatUnsupported));
            Exit::Unresolved
        }
        Why::Padding(octets) => {
            warn(path, &format!("{}: {}", Code::CompressedPadding, Detail::Padding(*octets)));
            Exit::Done
        }
        _ => Exit::of(&skipped_error(skipped)),
    }
}

/// Calls `work` on the mail in `paths` in `jobs` threads (by default, one thread per core), and passes the results to
/// `sink` in the order of the mail. Files that cannot be read, and messages larger than the limit of `reading`, are
/// reported and skipped. If messages were left out because they have no date, their number is reported at the end.
/// `watched` tells whether progress may be shown on a terminal.
///
/// # Errors
/// Fails if `sink` fails, or if there is mail, but no mailbox has the message that `reading` asks for.
pub(crate) fn each<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    watched: bool,
    reading: &InputOptions,
    work: impl Fn(SelectedBatch) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), Stop>,
) -> Result<Exit, Error> {
    let mut exit = Exit::Done;
    let mut wanted = reading.message.map(|number| WantedMessage::new(number, &paths));
    let undated = AtomicU64::new(0);
    let work = |file, batch| {
        let batch = SelectedBatch::new(file, batch, &reading.selection, reading.message, &undated);
        (reading.message.map(|number| Seen::in_batch(number, &batch)), work(batch))
    };
    let mut sink = |(seen, result)| {
        sink(result)?;
        let is_enough = wanted.as_mut().zip(seen).is_some_and(|(wanted, seen)| wanted.is_settled_by(seen));
        if is_enough { Err(Stop::Enough) } else { Ok(()) }
    };
    let done = read(paths, jobs, watched, reading, &work, &mut sink, &mut |skipped| {
        exit = exit.max(report(skipped));
    });
    say_undated(undated.into_inner());
    if let Err(Stop::Output(error)) = done {
        return Err(write_error(error));
    }
    wanted.map_or(Ok(exit), |wanted| wanted.end().map(|()| exit))
}

/// Does the same as [`each`], but never ends early, and does not report the mail that it skips.
pub(crate) fn each_readable<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    reading: &InputOptions,
    work: impl Fn(SelectedBatch) -> R + Sync,
    mut sink: impl FnMut(R),
) {
    let mut sink = |result| {
        sink(result);
        Ok::<(), Stop>(())
    };
    let InputOptions { selection, message, .. } = reading;
    let work = |file, batch| work(SelectedBatch::new(file, batch, selection, *message, &AtomicU64::new(0)));
    // This run never ends early, because `sink` returns no error.
    let _ = read(paths, jobs, true, reading, &work, &mut sink, &mut drop);
}

/// Reads the mail for [`each`] and [`each_readable`]. `work`, `sink` and `unreadable` are trait objects, so that this
/// function is compiled once for each type of result, not once for each command.
fn read<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    watched: bool,
    reading: &InputOptions,
    work: &(dyn Fn(Arc<MailFile>, Batch) -> R + Sync),
    sink: &mut dyn FnMut(R) -> Result<(), Stop>,
    unreadable: &mut dyn FnMut(Skipped),
) -> Result<(), Stop> {
    let options = ReadOptions::default().with_limit(reading.limit).with_format(reading.mbox);
    let workers = Workers::default().with_jobs(jobs);
    let monitor = Arc::new(Monitor::default());
    let progress = if watched { Progress::start(&monitor, &|| InputSize::of(&paths)) } else { None };
    let of_batch = |(file, batch): FileBatch| {
        let mut done = Totals::default();
        done.octets = batch.octets().len() as u64;
        done.messages = batch.entries().count() as u64;
        let result = work(file, batch);
        monitor.add(&done);
        result
    };
    let mut take = |result| match result {
        Ok(result) => sink(result),
        Err(skipped) => {
            let say = || unreadable(skipped);
            match &progress {
                Some(progress) => progress.suspend(say),
                None => say(),
            }
            Ok(())
        }
    };
    let open: Open<'_> = &|file| opened(&file?, &options);
    in_order(
        workers,
        Pieces::of(paths, open, workers).map(Ok),
        |piece| piece.work(open, of_batch),
        |Done { results, rest }| {
            results.into_iter().try_for_each(&mut take)?;
            rest.batches(open).try_for_each(|batch| take(batch.map(of_batch)))
        },
    )
}
