//! Files normalized in place.

use super::report::{Report, Totals};
use super::sink::Sink;
use super::stream::{Failure, Pipeline};
use crate::error::Error;
use crate::mailbox::batch::Batch;
use crate::mailbox::lock::Lock;
use crate::mailbox::maildir::{self, Sizes};
use crate::mailbox::replace::{Original, Replacement, Rules};
use crate::mailbox::splice::Splice;
use crate::mailbox::{Format, Source};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Octets that are copied at once.
const CHUNK: usize = 256 << 10;

impl Pipeline {
    /// Normalizes the mbox or message at `path` in place: see [`replace`](crate::mailbox::replace). An mbox is
    /// [locked](crate::mailbox::lock) meanwhile. A file in which nothing changes is only read.
    ///
    /// # Errors
    /// Where the file cannot be read, locked or replaced; it is as it was then.
    pub fn in_place(
        &self,
        path: &Path,
        format: Format,
        rules: &Rules,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let mut original = Original::open(path, false, rules)?;
        let is_mbox =
            Source::new(original.file(), format).map_err(|error| read_error(path, error))?.is_mbox();
        let mut lock = None;
        if is_mbox {
            // Opened anew, as the lock needs a file open for writing, and must be had before it is read.
            original = Original::open(path, true, rules)?;
            lock = Some(Lock::acquire(path, original.file(), rules.patience)?);
            original = original.renewed()?;
        }
        let totals = self.replace(&original, format, rules, report)?;
        drop(lock);
        Ok(totals)
    }

    /// Normalizes the message of a Maildir at `path` in place: its new form is written in `tmp`, sizes in its
    /// name are set, and flags and times stay.
    ///
    /// # Errors
    /// Where the file cannot be read or replaced; it is as it was then, perhaps under its new name.
    pub fn maildir_in_place(
        &self,
        path: &Path,
        rules: &Rules,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let original = Original::open(path, false, rules)?;
        let mut message = Vec::new();
        original.file().read_to_end(&mut message).map_err(|error| read_error(path, error))?;
        let worked = self.work(Batch::of_message(message));
        worked.reports.iter().for_each(report);
        if let (1.., Some(name), Some(unfinished)) =
            (worked.totals.changed, path.file_name(), maildir::unfinished(path))
        {
            let new = worked.splice.assemble(worked.batch.octets());
            let name = maildir::with_sizes(name, Sizes::of(&new));
            // By the new name: a run that was killed between the two renames left it the old form.
            let mut replacement = Replacement::in_directory(&unfinished, &name)?;
            replacement.write_all(&new).map_err(|error| new_form_error(path, error))?;
            replacement.commit_as(&original, &path.with_file_name(name), rules)?;
        }
        Ok(worked.totals)
    }

    fn replace(
        &self,
        original: &Original,
        format: Format,
        rules: &Rules,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let path = original.path();
        let mut file = original.file();
        file.rewind().map_err(|error| read_error(path, error))?;
        let source = Source::new(file, format).map_err(|error| read_error(path, error))?;
        let mut lazy = Lazy { original, kept: 0, replacement: None, failed: None };
        let done = self.run(source, &mut lazy, report);
        match (done, lazy.failed) {
            (_, Some(error)) => Err(error),
            (Err(Failure::Read(error)), _) => Err(read_error(path, error)),
            (Err(Failure::Write(error)), _) => Err(new_form_error(path, error)),
            (Ok(totals), None) => {
                if let Some(replacement) = lazy.replacement {
                    let replacement =
                        replacement.into_inner().map_err(|error| new_form_error(path, error.into_error()))?;
                    replacement.commit(original, rules)?;
                }
                Ok(totals)
            }
        }
    }
}

fn read_error(path: &Path, error: io::Error) -> Error {
    Error::new("read", Some(path), error)
}

fn new_form_error(path: &Path, error: io::Error) -> Error {
    Error::new("write the new form of", Some(path), error)
}

/// A replacement that is not begun before something changes.
struct Lazy<'o> {
    original: &'o Original,
    /// Octets of the original that stay and are not copied yet.
    kept: u64,
    replacement: Option<BufWriter<Replacement>>,
    /// Why no replacement could be begun.
    failed: Option<Error>,
}

impl Sink for Lazy<'_> {
    fn keep(&mut self, octets: &[u8]) -> io::Result<()> {
        match &mut self.replacement {
            Some(replacement) => replacement.write_all(octets),
            None => {
                self.kept += octets.len() as u64;
                Ok(())
            }
        }
    }

    fn change(&mut self, octets: &[u8], splice: &Splice) -> io::Result<()> {
        if self.replacement.is_none() {
            let replacement = Replacement::beside(self.original).map_err(|error| {
                self.failed = Some(error);
                io::Error::other("no new form")
            })?;
            let replacement = self.replacement.insert(BufWriter::with_capacity(CHUNK, replacement));
            copy_start(self.original.file(), self.kept, replacement)?;
        }
        self.replacement.as_mut().map_or(Ok(()), |replacement| splice.write_to(octets, replacement))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.replacement.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Copies the first `length` octets of `file`, whose position is somebody else's.
fn copy_start(file: &File, length: u64, output: &mut impl Write) -> io::Result<()> {
    struct Start<'f>(&'f File, u64);
    impl Read for Start<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read_at(buffer, self.1)?;
            self.1 += read as u64;
            Ok(read)
        }
    }
    let copied = io::copy(&mut Start(file, 0).take(length), output)?;
    if copied == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
