//! Files normalized in place.

use super::lazy::Lazy;
use super::report::{Report, Totals};
use super::stream::{Failure, Pipeline};
use crate::error::Error;
use crate::mailbox::batch::Batch;
use crate::mailbox::compressed::{Compressor, decompressed};
use crate::mailbox::lock::Lock;
use crate::mailbox::maildir::{self, Sizes};
use crate::mailbox::replace::{Original, Replacement, Rules};
use crate::mailbox::{Format, Source};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

impl Pipeline {
    /// Normalizes the mbox or message at `path` in place: see [`replace`](crate::mailbox::replace). An mbox is
    /// [locked](crate::mailbox::lock) meanwhile, and what is compressed stays so. A file in which nothing
    /// changes is only read.
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
        let mut lock = None;
        if is_mbox(&original, format).map_err(|error| read_error(path, error))? {
            // Opened anew, as the lock needs a file open for writing, and must be had before it is read.
            original = Original::open(path, true, rules)?;
            lock = Some(Lock::acquire(path, original.file(), rules.patience)?);
            original = original.renewed()?;
        }
        let totals = self.replace(&original, format, rules, report)?;
        drop(lock);
        Ok(totals)
    }

    fn replace(
        &self,
        original: &Original,
        format: Format,
        rules: &Rules,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let path = original.path();
        let open = || {
            let mut file = original.file();
            file.rewind()?;
            let (input, compression) = decompressed(file)?;
            Ok((Source::new(input, format)?, compression))
        };
        let (source, compression) = open().map_err(|error| read_error(path, error))?;
        let mut lazy = Lazy::new(original, compression);
        let done = self.run(source, &mut lazy, report);
        let replacement = lazy.into_replacement()?;
        let totals = done.map_err(|failure| match failure {
            Failure::Read(error) => read_error(path, error),
            Failure::Write(error) => new_form_error(path, error),
        })?;
        if let Some(replacement) = replacement {
            replacement.commit(original, rules)?;
        }
        Ok(totals)
    }

    /// Normalizes the message of a Maildir at `path` in place: its new form is written in `tmp`, sizes in its
    /// name (those of the message, where the file is compressed) are set, and flags and times stay.
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
        let (mut input, compression) =
            decompressed(original.file()).map_err(|error| read_error(path, error))?;
        input.read_to_end(&mut message).map_err(|error| read_error(path, error))?;
        let worked = self.work(Batch::of_message(message));
        worked.reports.iter().for_each(report);
        if let (1.., Some(name), Some(unfinished)) =
            (worked.totals.changed, path.file_name(), maildir::unfinished(path))
        {
            let new = worked.splice.assemble(worked.batch.octets());
            let name = maildir::with_sizes(name, Sizes::of(&new));
            // By the new name: a run that was killed between the two renames left it the old form.
            let replacement = Replacement::in_directory(&unfinished, &name)?;
            let replacement = Compressor::new(replacement, compression)
                .and_then(|mut compressor| compressor.write_all(&new).and_then(|()| compressor.finish()))
                .map_err(|error| new_form_error(path, error))?;
            replacement.commit_as(&original, &path.with_file_name(name), rules)?;
        }
        Ok(worked.totals)
    }
}

fn is_mbox(original: &Original, format: Format) -> io::Result<bool> {
    let (input, _) = decompressed(original.file())?;
    Ok(Source::new(input, format)?.is_mbox())
}

fn read_error(path: &Path, error: io::Error) -> Error {
    Error::new("read", Some(path), error)
}

pub(super) fn new_form_error(path: &Path, error: io::Error) -> Error {
    Error::new("write the new form of", Some(path), error)
}
