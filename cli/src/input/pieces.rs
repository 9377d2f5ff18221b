//! Divides mail into pieces, each of which is one unit of work for a worker thread. A piece is either a part of a
//! file, or a group of small files from directories, each of which holds one message.
//!
//! The worker itself opens the small files of a group, so that all cores share the work of opening files. Handing
//! out groups costs less than handing out each file.

use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mail::{Files, Kind, MailFile, Opened, Skipped};
use mailutf::pipeline::{Part, Parts, UnreadBatches, Workers};
use std::iter::{self, Peekable};
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

/// The maximum number of files in the first group. Each group can have twice as many files as the group before it.
/// The first groups are small so that all workers have work soon.
const FIRST: usize = 8;
/// The maximum number of files in any group.
const MOST: usize = 256;
/// The maximum size in octets of a file that is put into a group.
const SMALL: u64 = 64 << 10;
/// The number of octets at which a group of files is full. No more files are added to a full group.
const FULL: usize = 512 << 10;
/// The number of octets of messages after which a worker reads no more files of a group. This limit is needed
/// because the messages in compressed files may be much larger than the files.
const READ: usize = 4 << 20;

/// A piece of the mail to read.
pub(super) enum Piece {
    /// A part of a file.
    Part(Arc<MailFile>, Part),
    Files(Vec<Result<MailFile, Skipped>>),
}

/// A batch of messages, and the file from which it was read.
pub(super) type FileBatch = (Arc<MailFile>, Batch);

/// A function that opens a file that the search for mail has found.
pub(super) type Open<'o> = &'o (dyn Fn(Result<MailFile, Skipped>) -> Result<Opened<'static>, Skipped> + Sync);

/// The results for a piece, and the part of the piece that has not been read.
pub(super) struct Done<R> {
    pub(super) results: Vec<Result<R, Skipped>>,
    pub(super) rest: Rest,
}

/// The part of a piece that a worker left unread. A worker stops before the end of a large piece, so that its results
/// need only limited memory.
pub(super) enum Rest {
    OfPart(Arc<MailFile>, UnreadBatches),
    Files(vec::IntoIter<Result<MailFile, Skipped>>),
}

impl Rest {
    /// Returns the batches in this part of the piece.
    pub(super) fn batches<'o>(
        self,
        open: Open<'o>,
    ) -> Box<dyn Iterator<Item = Result<FileBatch, Skipped>> + 'o> {
        match self {
            Self::OfPart(file, rest) => Box::new(rest.map(move |batch| of_file(&file, batch))),
            Self::Files(files) => Box::new(files.flat_map(move |file| batches(open(file)))),
        }
    }
}

impl Piece {
    fn octets(&self) -> usize {
        match self {
            Self::Part(_, part) => part.octets(),
            Self::Files(files) => {
                let size = |file: &Result<MailFile, Skipped>| file.as_ref().map_or(0, octets);
                files.iter().map(size).fold(0, usize::saturating_add)
            }
        }
    }

    /// Reads as much of the piece as one worker may read at once, and calls `work` on each batch.
    pub(super) fn work<R>(self, open: Open<'_>, work: impl Fn(FileBatch) -> R) -> Done<R> {
        let mut files = match self {
            Self::Part(file, part) => {
                let (batches, rest) = part.read();
                let results = batches.into_iter().map(|batch| of_file(&file, batch).map(&work)).collect();
                return Done { results, rest: Rest::OfPart(file, rest) };
            }
            Self::Files(files) => files.into_iter(),
        };
        let (mut results, mut octets) = (Vec::with_capacity(files.len()), 0);
        while octets < READ
            && let Some(file) = files.next()
        {
            results.extend(batches(open(file)).map(|batch| {
                octets += batch.as_ref().map_or(0, |(_, batch)| batch.octets().len());
                batch.map(&work)
            }));
        }
        Done { results, rest: Rest::Files(files) }
    }
}

/// Returns the batches of a file.
fn batches(opened: Result<Opened<'static>, Skipped>) -> Box<dyn Iterator<Item = Result<FileBatch, Skipped>>> {
    match opened {
        Ok(opened) => {
            let file = Arc::clone(opened.file());
            Box::new(opened.map(move |batch| of_file(&file, batch)))
        }
        Err(skipped) => Box::new(iter::once(Err(skipped))),
    }
}

fn of_file(file: &Arc<MailFile>, batch: Result<Batch, Skipped>) -> Result<FileBatch, Skipped> {
    batch.map(|batch| (Arc::clone(file), batch))
}

/// The pieces of files, in the order of the files.
pub(super) struct Pieces<'o> {
    files: Peekable<Files>,
    open: Open<'o>,
    workers: Workers,
    /// The file that is being read, and its parts that are not yet handed out.
    parts: Option<(Arc<MailFile>, Parts<'static>)>,
    /// The maximum number of files in the next group.
    members: usize,
}

impl<'o> Pieces<'o> {
    pub(super) fn of(paths: Vec<PathBuf>, open: Open<'o>, workers: Workers) -> Self {
        Self { files: Files::of(paths).peekable(), open, workers, parts: None, members: FIRST }
    }

    /// Returns a group of the next files, or `None` if there is none, or if the next file is not small.
    fn group(&mut self) -> Option<Piece> {
        let (mut group, mut size) = (Vec::new(), 0_usize);
        while group.len() < self.members
            && size < FULL
            && let Some(file) = self.files.next_if(|file| file.as_ref().is_ok_and(is_small))
        {
            size = size.saturating_add(file.as_ref().map_or(0, octets));
            group.push(file);
        }
        if group.is_empty() {
            return None;
        }
        self.members = (2 * self.members).min(MOST);
        Some(Piece::Files(group))
    }

    fn piece(&mut self) -> Option<Piece> {
        loop {
            if let Some((file, parts)) = &mut self.parts
                && let Some(part) = parts.next()
            {
                return Some(Piece::Part(Arc::clone(file), part));
            }
            self.parts = None;
            let group = self.group();
            if group.is_some() {
                return group;
            }
            match (self.open)(self.files.next()?) {
                Ok(opened) => {
                    let file = Arc::clone(opened.file());
                    self.parts = Some((file, self.workers.parts(opened)));
                }
                Err(skipped) => return Some(Piece::Files(vec![Err(skipped)])),
            }
        }
    }
}

impl Iterator for Pieces<'_> {
    /// A piece, and its weight in octets.
    type Item = (Piece, usize);

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().map(|piece| {
            let octets = piece.octets();
            (piece, octets)
        })
    }
}

/// Returns the size in octets of a file that was found.
fn octets(file: &MailFile) -> usize {
    usize::try_from(file.size()).unwrap_or(usize::MAX)
}

/// Whether the file is put into a group.
fn is_small(file: &MailFile) -> bool {
    let is_message = !matches!(file.kind(), Kind::Any | Kind::Mbox);
    is_message && file.size() <= SMALL
}
