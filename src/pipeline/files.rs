//! Files normalized, in place or to another place.

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
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Where the new form of a file goes.
#[derive(Clone, Copy, Debug)]
pub enum Place<'p> {
    /// Over the old form, by these rules.
    Over(&'p Rules),
    /// To this path, whose directory is made where it is missing; the old form stays. What is there is replaced.
    To(&'p Path),
    /// Nowhere: what would be done is only reported.
    Nowhere,
}

impl Pipeline {
    /// Normalizes the mbox or message at `path`: see [`replace`](crate::mailbox::replace). What is compressed
    /// stays so. In place, an mbox is [locked](crate::mailbox::lock) meanwhile, and a file in which nothing
    /// changes is only read.
    ///
    /// # Errors
    /// Where the file cannot be read, locked or replaced; it is as it was then.
    pub fn file(
        &self,
        path: &Path,
        format: Format,
        place: Place<'_>,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let mut original = open(path, place)?;
        let mut lock = None;
        if let Place::Over(rules) = place
            && is_mbox(&original, format).map_err(|error| read_error(path, error))?
        {
            // Opened anew, as the lock needs a file open for writing, and must be had before it is read.
            original = Original::open(path, true, rules)?;
            lock = Some(Lock::acquire(path, original.file(), rules.patience)?);
            original = original.renewed()?;
        }
        let totals = self.rewrite(&original, format, place, report)?;
        drop(lock);
        Ok(totals)
    }

    fn rewrite(
        &self,
        original: &Original,
        format: Format,
        place: Place<'_>,
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
        let failed = |failure| match failure {
            Failure::Read(error) => read_error(path, error),
            Failure::Write(error) => new_form_error(path, error),
        };
        if let Place::Nowhere = place {
            return self.run(source, &mut io::sink(), report).map_err(failed);
        }
        let mut lazy = Lazy::new(original, compression);
        if let Place::To(target) = place {
            lazy.begin(new_file(target)?).map_err(|error| new_form_error(path, error))?;
        }
        let done = self.run(source, &mut lazy, report);
        let replacement = lazy.into_replacement()?;
        let totals = done.map_err(failed)?;
        match (replacement, place) {
            (Some(replacement), Place::Over(rules)) => replacement.commit(original, rules)?,
            (Some(replacement), Place::To(target)) => replacement.commit_copy(original, target)?,
            (_, Place::Nowhere) | (None, _) => {}
        }
        Ok(totals)
    }

    /// Normalizes the message of a Maildir at `path`: its new form is written in `tmp`, sizes in its name
    /// (those of the message, where the file is compressed) are set, and flags and times stay.
    ///
    /// # Errors
    /// Where the file cannot be read or replaced; it is as it was then, perhaps under its new name.
    pub fn maildir_message(
        &self,
        path: &Path,
        place: Place<'_>,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let original = open(path, place)?;
        let mut message = Vec::new();
        let (mut input, compression) =
            decompressed(original.file()).map_err(|error| read_error(path, error))?;
        input.read_to_end(&mut message).map_err(|error| read_error(path, error))?;
        let worked = self.work(Batch::of_message(message));
        worked.reports.iter().for_each(report);
        self.monitor.add(&worked.totals);
        let target = match place {
            Place::Nowhere => return Ok(worked.totals),
            Place::Over(_) if worked.totals.changed == 0 => return Ok(worked.totals),
            Place::Over(_) => path,
            Place::To(target) => target,
        };
        let new = worked.splice.assemble(worked.batch.octets());
        let name = maildir::with_sizes(target.file_name().unwrap_or_default(), Sizes::of(&new));
        let target = target.with_file_name(&name);
        // By the new name: a run that was killed between the two renames left it the old form.
        let replacement = unfinished(&target, &name, place)?;
        let replacement = Compressor::new(replacement, compression)
            .and_then(|mut compressor| compressor.write_all(&new).and_then(|()| compressor.finish()))
            .map_err(|error| new_form_error(path, error))?;
        match place {
            Place::Over(rules) => replacement.commit_as(&original, &target, rules)?,
            Place::To(_) | Place::Nowhere => replacement.commit_copy(&original, &target)?,
        }
        Ok(worked.totals)
    }
}

fn open(path: &Path, place: Place<'_>) -> Result<Original, Error> {
    match place {
        Place::Over(rules) => Original::open(path, false, rules),
        Place::To(_) | Place::Nowhere => {
            Original::open(path, false, &Rules { hard_links: true, ..Rules::default() })
        }
    }
}

/// The file that becomes `target`, in a directory that is there then.
fn new_file(target: &Path) -> Result<Replacement, Error> {
    let directory = target.parent().unwrap_or(Path::new(""));
    make_directory(directory)?;
    Replacement::in_directory(directory, target.file_name().unwrap_or_default())
}

/// The file that becomes the message `target` of a Maildir, in its `tmp`; a new Maildir is made whole.
fn unfinished(target: &Path, name: &OsStr, place: Place<'_>) -> Result<Replacement, Error> {
    let directory = maildir::unfinished(target).unwrap_or_default();
    if let Place::To(_) = place {
        for name in ["cur", "new", "tmp"] {
            make_directory(&directory.with_file_name(name))?;
        }
    }
    Replacement::in_directory(&directory, name)
}

fn make_directory(directory: &Path) -> Result<(), Error> {
    if directory.as_os_str().is_empty() {
        return Ok(());
    }
    fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))
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
