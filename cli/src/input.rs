//! Inputs: files, standard input, and the mail in files and directories.

pub(crate) mod file_id;
pub(crate) mod learning;
mod pieces;
pub(crate) mod selected;

use crate::exit::{Exit, write_error};
use crate::progress::Progress;
use crate::progress::input_size::InputSize;
use crate::terminal::escape::Escaped;
use crate::terminal::say;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::compressed::Compression;
use mailutf::mailbox::mail::{MailFile, Opened, ReadOptions, Skipped, Why};
use mailutf::mailbox::{Format, WholeFile};
use mailutf::pipeline::{Monitor, Totals, Workers, in_order};
use mailutf::selection::Selection;
use mailutf::{Code, Detail, Error};
use pieces::{Done, FileBatch, FileOfBatch, Open, Pieces};
use selected::SelectedBatch;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The path that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Whether `path` means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// The name of `path` in messages, escaped.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) {
        return "standard input".to_owned();
    }
    Escaped(path.as_os_str().as_encoded_bytes()).to_string()
}

/// The error that `action` on `path` failed.
pub(crate) fn error(action: &'static str, path: &Path, cause: io::Error) -> Error {
    let path = if is_standard_input(path) { Path::new("standard input") } else { path };
    Error::new(action, Some(path), cause)
}

/// The place of a part of a message: the file, and in an mbox the number, offset and Message-ID of the message.
pub(crate) fn place(mut file: String, in_mbox: Option<(u64, u64, &[u8])>, part: &str) -> String {
    if let Some((ordinal, offset, message_id)) = in_mbox {
        file += &format!(": message {} at octet {offset}", ordinal + 1);
        if !message_id.is_empty() {
            file += &format!(" {}", Escaped(message_id));
        }
    }
    if !part.is_empty() {
        file += &format!(": part {part}");
    }
    file
}

/// Opens `path` for reading, without decompression.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if is_standard_input(path) {
        if mailutf_stdio::input_was_closed() {
            return Err(error("read", path, io::Error::other("it is closed")));
        }
        if io::stdin().is_terminal() {
            say::say("no file given: reading standard input (Ctrl-D ends it; --help lists other inputs)");
        }
        apart_from_output(path, file_id::metadata_of(&io::stdin()).as_ref())?;
        return Ok(Box::new(io::stdin().lock()));
    }
    // Other systems do not even open a directory, and say that access is denied.
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
    let is_empty = metadata.is_some_and(|metadata| metadata.is_file() && metadata.len() == 0);
    if is_empty && Compression::of_name(path).is_some() {
        let why = "it is empty: the compressed file was cut off";
        return Err(error("read", path, io::Error::new(ErrorKind::UnexpectedEof, why)));
    }
    Ok(Box::new(WholeFile::of(file).map_err(|cause| error("open", path, cause))?))
}

/// Fails if the content of `path`, which is empty, `empties` the output, and came from a pipe.
pub(crate) fn refuse_empty_pipe(path: &Path, empties: bool) -> Result<(), Error> {
    if empties && !is_regular(path) {
        let why = "it is empty; the command that should have written it may have failed";
        return Err(error("read", path, io::Error::new(ErrorKind::UnexpectedEof, why)));
    }
    Ok(())
}

/// Whether `path` is a regular file; for standard input, whether a file was redirected to it. An empty pipe
/// may mean that the command before it failed.
pub(crate) fn is_regular(path: &Path) -> bool {
    if is_standard_input(path) {
        return file_id::metadata_of(&io::stdin()).is_some_and(|metadata| metadata.is_file());
    }
    path.is_file()
}

/// Fails if standard output is written to the same file: `>> file` would never end, and `> file` has already
/// emptied it.
fn apart_from_output(path: &Path, input: Option<&Metadata>) -> Result<(), Error> {
    if input.is_some_and(file_id::is_standard_output) {
        let why = "standard output goes to the same file; redirect it to another one";
        return Err(Error::refused("read", path, why));
    }
    Ok(())
}

/// Reports a problem with `path` on standard error.
pub(crate) fn warn(path: &Path, what: &str) {
    say::say(&format!("{}: {what}", name(path)));
}

/// Why a run stops early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What was sought was found.
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
pub(crate) struct Reading {
    /// Largest message that is read, in octets.
    pub(crate) limit: usize,
    /// The format of files that may be mboxes.
    pub(crate) mbox: Format,
    /// The messages that are read.
    pub(crate) selection: Selection,
}

impl Reading {
    /// Reads messages of at most `limit` octets that are selected.
    pub(crate) fn selected(selection: Selection, limit: usize) -> Self {
        Self { limit, mbox: Format::Any, selection }
    }
}

/// Opens the file or standard input, decompressed, for reading mail.
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

/// The error of mail that is not read, with the name of standard input.
pub(crate) fn skipped_error(skipped: Skipped) -> Error {
    match Error::from(skipped) {
        Error::Io { path: Some(path), action, source, .. } => error(action, &path, source),
        error => error,
    }
}

/// Reports mail that is not read on standard error, and returns the exit status.
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
            warn(path, &format!("skipped: {why}"));
            Exit::Unresolved
        }
        Why::File(_) => Exit::Done,
        Why::Unsupported(format) => {
            warn(path, &format!("{}: {format}", Code::FormatUnsupported));
            Exit::Unresolved
        }
        Why::Padding(octets) => {
            warn(path, &format!("{}: {}", Code::CompressedPadding, Detail::Padding(*octets)));
            Exit::Done
        }
        _ => Exit::of(&skipped_error(skipped)),
    }
}

/// Calls `work` on the mail in `paths` with `jobs` threads (default: one per core), and passes the results to
/// `sink` in order. Files that cannot be read are reported and skipped, and so are messages above the limit of
/// `reading`. At the end, messages without a date that would have been selected are counted. `watched`: whether progress may be shown on a terminal.
///
/// # Errors
/// Fails if `sink` fails.
pub(crate) fn each<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    watched: bool,
    reading: Reading,
    work: impl Fn(&Arc<Path>, SelectedBatch) -> R + Sync,
    sink: impl FnMut(R) -> Result<(), Stop>,
) -> Result<Exit, Error> {
    let mut exit = Exit::Done;
    let Reading { limit, mbox, selection } = reading;
    let options = ReadOptions::default().with_limit(limit).with_format(mbox);
    let undated = AtomicU64::new(0);
    let work =
        |path: &Arc<Path>, inside, batch| work(path, SelectedBatch::new(batch, inside, &selection, &undated));
    let done = read(paths, jobs, watched, options, work, sink, |skipped| {
        exit = exit.max(report(skipped));
    });
    selected::say_undated(undated.into_inner());
    match done {
        Ok(()) | Err(Stop::Enough) => Ok(exit),
        Err(Stop::Output(error)) => Err(write_error(error)),
    }
}

/// The same, with `mbox` as the format of files that may be mboxes; mail that cannot be read is passed over in silence.
pub(crate) fn each_readable<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    mbox: Format,
    limit: usize,
    work: impl Fn(Option<Arc<Path>>, Batch) -> R + Sync,
    mut sink: impl FnMut(R),
) {
    let sink = |result| {
        sink(result);
        Ok::<(), Stop>(())
    };
    let options = ReadOptions::default().with_limit(limit).with_format(mbox);
    // Nothing stops it early.
    let _ = read(paths, jobs, true, options, |_, inside, batch| work(inside, batch), sink, drop);
}

fn read<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    watched: bool,
    options: ReadOptions,
    work: impl Fn(&Arc<Path>, Option<Arc<Path>>, Batch) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), Stop>,
    mut unreadable: impl FnMut(Skipped),
) -> Result<(), Stop> {
    let workers = Workers::default().with_jobs(jobs);
    let monitor = Arc::new(Monitor::default());
    let progress = if watched { Progress::start(&monitor, || InputSize::of(&paths)) } else { None };
    let of_batch = |FileBatch { file: FileOfBatch { path, inside }, batch }| {
        let mut done = Totals::default();
        done.octets = batch.octets().len() as u64;
        done.messages = batch.entries().count() as u64;
        let result = work(&path, inside, batch);
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
    let open: Open<'_> = &|file| {
        let opened = opened(&file?, &options)?;
        let path = Arc::clone(opened.file().path());
        let inside = (!is_standard_input(&path)).then(|| Arc::from(opened.file().inside()));
        Ok((FileOfBatch { path, inside }, opened))
    };
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
