//! What a worker thread gets of the mail to read: a batch of a mailbox, or small files of a directory that hold one message each.
//!
//! The worker opens such files itself, so that they are opened on all cores, and one hand-over to it serves many of them.

use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mail::{Files, Kind, MailFile, Skipped};
use std::iter::{self, Peekable};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

/// The number of files in the first group. Each group has twice as many as the one before, so that all workers have work soon.
const FIRST: usize = 8;
/// The most files in a group.
const MOST: usize = 256;
/// Octets of the largest file in a group.
const SMALL: u64 = 64 << 10;
/// Octets of files with which a group takes no more.
const FULL: usize = 512 << 10;
/// Octets of messages after which a worker reads no more files of a group: compressed files may hold much more than their size.
const READ: usize = 4 << 20;

/// A part of the mail to read.
pub(super) enum Piece {
    Batch(Result<FileBatch, Skipped>),
    Files(Vec<Result<MailFile, Skipped>>),
}

/// A batch of a file.
pub(super) struct FileBatch {
    pub(super) path: Arc<Path>,
    /// Where the file is in the directory that is read; `None` for standard input.
    pub(super) inside: Option<Arc<Path>>,
    pub(super) batch: Batch,
}

/// The batches of a file.
pub(super) type Batches = Box<dyn Iterator<Item = Result<FileBatch, Skipped>>>;

/// Opens a file that was found.
pub(super) type Open<'o> = &'o (dyn Fn(Result<MailFile, Skipped>) -> Batches + Sync);

/// The results for a piece.
pub(super) struct Done<R> {
    pub(super) results: Vec<Result<R, Skipped>>,
    /// Files of the group that were not read, so that memory is bounded.
    pub(super) rest: vec::IntoIter<Result<MailFile, Skipped>>,
}

impl Piece {
    /// Calls `work` on each batch.
    pub(super) fn work<R>(self, open: Open<'_>, work: impl Fn(FileBatch) -> R) -> Done<R> {
        let mut files = match self {
            Self::Batch(batch) => return Done { results: vec![batch.map(work)], rest: vec![].into_iter() },
            Self::Files(files) => files.into_iter(),
        };
        let (mut results, mut octets) = (Vec::with_capacity(files.len()), 0);
        while octets < READ
            && let Some(file) = files.next()
        {
            results.extend(open(file).map(|batch| {
                octets += batch.as_ref().map_or(0, |batch| batch.batch.octets().len());
                batch.map(&work)
            }));
        }
        Done { results, rest: files }
    }
}

/// The pieces of files, in their order, each with its weight in octets.
pub(super) struct Pieces<'o> {
    files: Peekable<Files>,
    open: Open<'o>,
    /// Those of the file that is being read.
    batches: Batches,
    /// The most files in the next group.
    members: usize,
}

impl<'o> Pieces<'o> {
    pub(super) fn of(paths: Vec<PathBuf>, open: Open<'o>) -> Self {
        Self { files: Files::of(paths).peekable(), open, batches: Box::new(iter::empty()), members: FIRST }
    }

    /// The next files, as far as they are small.
    fn group(&mut self) -> Option<(Piece, usize)> {
        let (mut group, mut octets) = (Vec::new(), 0);
        while group.len() < self.members
            && octets < FULL
            && let Some(file) = self.files.next_if(|file| file.as_ref().is_ok_and(is_small))
        {
            octets += file.as_ref().map_or(0, |file| usize::try_from(file.size()).unwrap_or(usize::MAX));
            group.push(file);
        }
        if group.is_empty() {
            return None;
        }
        self.members = (2 * self.members).min(MOST);
        Some((Piece::Files(group), octets))
    }
}

impl Iterator for Pieces<'_> {
    type Item = (Piece, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.batches.next() {
                let weight = batch.as_ref().map_or(0, |batch| batch.batch.octets().len());
                return Some((Piece::Batch(batch), weight));
            }
            let group = self.group();
            if group.is_some() {
                return group;
            }
            self.batches = (self.open)(self.files.next()?);
        }
    }
}

/// Whether the file goes into a group.
fn is_small(file: &MailFile) -> bool {
    let is_message = matches!(file.kind(), Kind::Maildir | Kind::Message | Kind::Emlx | Kind::Cyrus);
    is_message && file.size() <= SMALL
}
