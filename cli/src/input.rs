//! Inputs: files, standard input, and the mail in files and directories.

pub(crate) mod file_id;
pub(crate) mod learning;
mod name;
#[cfg(unix)]
pub(crate) mod no_mail;
#[cfg(unix)]
pub(crate) mod open_files;
pub(crate) mod selected;
pub(crate) mod wanted_message;

pub(crate) use name::{STANDARD_INPUT, error, name};

use crate::exit::Exit;
use crate::progress::Progress;
use crate::progress::input_size::InputSize;
use crate::terminal::say;
use mailutf::mailbox::batch::{Batch, TooLarge};
use mailutf::mailbox::compressed::Compression;
#[cfg(unix)]
use mailutf::mailbox::fs::moved::reach;
#[cfg(unix)]
use mailutf::mailbox::fs::tree::{Kind, SkipReason, Tree, TreeEntry};
use mailutf::mailbox::{Format, Source, UnsupportedFormat, WholeFile};
use mailutf::pipeline::{Monitor, Totals, Workers, in_order};
use mailutf::selection::Selection;
use mailutf::{Code, Detail, Error};
#[cfg(unix)]
use no_mail::Looked;
use selected::SelectedBatch;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Opens `path` for reading, without decompression.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, Error> {
    if path == Path::new(STANDARD_INPUT) {
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
    if path == Path::new(STANDARD_INPUT) {
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

/// Mail that is not read.
enum Unread {
    Failed(Error),
    TooLarge(Arc<Path>, TooLarge),
    /// A file in a directory tree that holds mail.
    #[cfg(unix)]
    Skipped(PathBuf, SkipReason),
    /// A file in an unsupported format.
    Unsupported(Arc<Path>, UnsupportedFormat),
    /// The octets of padding behind the data of a compressed file, which are no mail.
    Padding(Arc<Path>, u64),
}

impl Unread {
    /// Reports it on standard error, and returns the exit status.
    fn say(&self) -> Exit {
        match self {
            Self::Failed(error) => Exit::of(error),
            Self::TooLarge(path, message) => {
                let place = match message.in_mbox {
                    true => format!("message {} at octet {}: ", message.ordinal + 1, message.offset),
                    false => String::new(),
                };
                let limit = message.limit;
                warn(path, &format!("{place}skipped: more than {limit} octets (`--limit-message`)"));
                Exit::Unresolved
            }
            #[cfg(unix)]
            Self::Skipped(path, why) => {
                warn(path, &format!("skipped: {why}"));
                Exit::Unresolved
            }
            Self::Unsupported(path, format) => {
                warn(path, &format!("{}: {format}", Code::FormatUnsupported));
                Exit::Unresolved
            }
            Self::Padding(path, octets) => {
                warn(path, &format!("{}: {}", Code::CompressedPadding, Detail::Padding(*octets)));
                Exit::Done
            }
        }
    }
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Self::Failed(error)
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
    let undated = AtomicU64::new(0);
    let mail = Mail::new(paths, mbox, limit);
    let work = |path: &Arc<Path>, batch| work(path, SelectedBatch::new(batch, &selection, &undated));
    let done = read(mail, jobs, watched, work, sink, |unread| exit = exit.max(unread.say()));
    selected::say_undated(undated.into_inner());
    match done {
        Ok(()) | Err(Stop::Enough) => Ok(exit),
        Err(Stop::Output(error)) => Err(Error::new("write", None, error)),
    }
}

/// The same, with `mbox` as the format of files that may be mboxes; mail that cannot be read is passed over in silence.
pub(crate) fn each_readable<R: Send>(
    paths: Vec<PathBuf>,
    jobs: Option<NonZeroUsize>,
    mbox: Format,
    limit: usize,
    work: impl Fn(Batch) -> R + Sync,
    mut sink: impl FnMut(R),
) {
    let sink = |result| {
        sink(result);
        Ok::<(), Stop>(())
    };
    // Nothing stops it early.
    let _ = read(Mail::new(paths, mbox, limit), jobs, true, |_, batch| work(batch), sink, |_| {});
}

fn read<R: Send>(
    mail: Mail,
    jobs: Option<NonZeroUsize>,
    watched: bool,
    work: impl Fn(&Arc<Path>, Batch) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<(), Stop>,
    mut unreadable: impl FnMut(&Unread),
) -> Result<(), Stop> {
    let workers = Workers::default().with_jobs(jobs);
    let monitor = Arc::new(Monitor::default());
    let progress =
        if watched { Progress::start(&monitor, || InputSize::of(mail.paths.as_slice())) } else { None };
    let pieces = mail.map(|piece| {
        let weight = piece.as_ref().map_or(0, |(_, batch)| batch.octets().len());
        Ok((piece, weight))
    });
    let work = |piece: Result<(Arc<Path>, Batch), Unread>| {
        let (path, batch) = piece?;
        let mut done = Totals::default();
        done.octets = batch.octets().len() as u64;
        done.messages = batch.entries().count() as u64;
        let result = work(&path, batch);
        monitor.add(&done);
        Ok::<_, Unread>(result)
    };
    in_order(workers, pieces, work, |done| match done {
        Ok(result) => sink(result),
        Err(unread) => {
            let mut say = || unreadable(&unread);
            match &progress {
                Some(progress) => progress.suspend(say),
                None => say(),
            }
            Ok(())
        }
    })
}

/// An open file and its messages.
type Opened = (Arc<Path>, Source<Box<dyn Read>>);

/// The mail in files and directories, batch by batch, each with its file.
struct Mail {
    paths: std::vec::IntoIter<PathBuf>,
    #[cfg(unix)]
    tree: Option<Walk>,
    open: Option<Opened>,
    /// The format of files that may be mboxes.
    mbox: Format,
    /// Largest message that is read, in octets.
    limit: usize,
}

impl Mail {
    fn new(paths: Vec<PathBuf>, mbox: Format, limit: usize) -> Self {
        Self {
            paths: paths.into_iter(),
            #[cfg(unix)]
            tree: None,
            open: None,
            mbox,
            limit,
        }
    }

    /// Opens the next file, or starts to walk the next directory.
    fn begin(&mut self, path: PathBuf) -> Result<(), Error> {
        #[cfg(unix)]
        if path.is_dir() {
            let files = Tree::below(&path)?;
            self.tree = Some(Walk { root: path, files, mbox: self.mbox, looked: Looked::default() });
            return Ok(());
        }
        let mbox = self.mbox;
        #[cfg(unix)]
        return reach(&path, |path| self.read(path, mbox));
        #[cfg(not(unix))]
        self.read(&path, mbox)
    }

    fn read(&mut self, path: &Path, format: Format) -> Result<(), Error> {
        let input = open(path)?;
        let (source, _) = Source::decompressed(input, format).map_err(|cause| error("read", path, cause))?;
        self.open = Some((path.into(), source.limit(self.limit)));
        Ok(())
    }
}

impl Iterator for Mail {
    type Item = Result<(Arc<Path>, Batch), Unread>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((path, source)) = &mut self.open {
                match source.next() {
                    Some(Ok(batch)) => {
                        let path = Arc::clone(path);
                        if let Some(format) = batch.unsupported() {
                            self.open = None;
                            return Some(Err(Unread::Unsupported(path, format)));
                        }
                        if let Some(octets) = batch.padding() {
                            return Some(Err(Unread::Padding(path, octets)));
                        }
                        return Some(match batch.too_large() {
                            Some(message) => Err(Unread::TooLarge(path, message)),
                            None => Ok((path, batch)),
                        });
                    }
                    Some(Err(cause)) => {
                        let failed = error("read", path, cause);
                        self.open = None;
                        return Some(Err(failed.into()));
                    }
                    None => self.open = None,
                }
            }
            #[cfg(unix)]
            if let Some(walk) = &mut self.tree {
                let begun = match walk.next() {
                    Some(found) => found.and_then(|(found, format)| {
                        // A file that is gone is passed over.
                        found.reach(|found| self.read(&found.location.path(), format))?;
                        Ok(())
                    }),
                    None => self.tree.take().map_or(Ok(()), Walk::end).map_err(Unread::from),
                };
                match begun {
                    Ok(()) => continue,
                    Err(unread) => return Some(Err(unread)),
                }
            }
            let path = self.paths.next()?;
            if let Err(error) = self.begin(path) {
                return Some(Err(error.into()));
            }
        }
    }
}

/// A directory that is being walked.
#[cfg(unix)]
struct Walk {
    root: PathBuf,
    files: Tree,
    mbox: Format,
    looked: Looked,
}

#[cfg(unix)]
impl Walk {
    fn end(self) -> Result<(), Error> {
        self.looked.end(&self.root)
    }
}

#[cfg(unix)]
impl Iterator for Walk {
    type Item = Result<(TreeEntry, Format), Unread>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let found = match self.files.next()? {
                Ok(found) => found,
                Err(error) => return Some(Err(error.into())),
            };
            let format = match found.kind {
                Kind::Mbox => self.mbox,
                Kind::Emlx => Format::Emlx,
                Kind::Skipped(why) => {
                    self.looked.at_skipped(why);
                    if why.holds_mail() {
                        return Some(Err(Unread::Skipped(found.location.path(), why)));
                    }
                    continue;
                }
                _ => Format::Message,
            };
            self.looked.at_mail();
            return Some(Ok((found, format)));
        }
    }
}
