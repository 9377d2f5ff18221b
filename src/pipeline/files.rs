//! Files normalized, in place or to another place.

use super::lazy::Lazy;
use super::report::{Report, Totals};
use super::stream::{Failure, Pipeline};
use crate::error::Error;
use crate::mailbox::batch::Batch;
use crate::mailbox::compressed::{Compressor, decompressed};
use crate::mailbox::directory::{Directory, Location};
use crate::mailbox::lock::Lock;
use crate::mailbox::maildir::{self, Sizes};
use crate::mailbox::replace::{Original, Replacement, Rules};
use crate::mailbox::{Format, Source};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

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

/// The same, looked up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'p> {
    Over(&'p Rules),
    To(&'p Location),
    Nowhere,
}

impl Pipeline {
    /// Normalizes the mbox or message at `path`: see [`replace`](crate::mailbox::replace). What is compressed
    /// stays so. In place, an mbox is [locked](crate::mailbox::lock) meanwhile, a file in which nothing changes is
    /// only read, and of a message of a Maildir the name follows, as
    /// [`maildir_message`](Pipeline::maildir_message) has it.
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
        let location = Location::of(path)?;
        if let Place::Over(rules) = place
            && maildir::is_message(&location)
        {
            return self.maildir_message_at(location, Target::Over(rules), report);
        }
        let is_emlx = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("emlx"));
        let format = if is_emlx && format == Format::Any { Format::Emlx } else { format };
        looked_up(place, |target| self.file_at(location, format, target, report))
    }

    pub(super) fn file_at(
        &self,
        location: Location,
        format: Format,
        target: Target<'_>,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let mut original = open(location, target)?;
        let mut lock = None;
        if let Target::Over(rules) = target
            && is_mbox(&original, format).map_err(|error| read_error(original.path(), error))?
        {
            // Opened anew, as the lock needs a file open for writing, and must be had before it is read.
            original = Original::at(original.location().clone(), true, rules)?;
            lock = Some(Lock::acquire(original.location(), original.file(), rules.patience)?);
            original = original.renewed()?;
        }
        let totals = self.rewrite(&original, format, target, report)?;
        drop(lock);
        Ok(totals)
    }

    fn rewrite(
        &self,
        original: &Original,
        format: Format,
        target: Target<'_>,
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
        if let Target::Nowhere = target {
            return self.run(source, &mut io::sink(), report).map_err(failed);
        }
        let mut lazy = Lazy::new(original, compression);
        if let Target::To(target) = target {
            lazy.begin(Replacement::of(target)?).map_err(|error| new_form_error(path, error))?;
        }
        let done = self.run(source, &mut lazy, report);
        let replacement = lazy.into_replacement()?;
        let totals = done.map_err(failed)?;
        match (replacement, target) {
            (Some(replacement), Target::Over(rules)) => replacement.commit(original, rules)?,
            (Some(replacement), Target::To(target)) => replacement.commit_copy(original, target)?,
            (None, Target::Over(_)) => {
                Replacement::tidy(original.location(), original.location());
            }
            (_, Target::Nowhere) | (None, _) => {}
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
        let location = Location::of(path)?;
        if let Place::To(target) = place {
            let folder = target.parent().and_then(Path::parent).unwrap_or(Path::new(""));
            for name in ["cur", "new", "tmp"] {
                make_directory(&folder.join(name))?;
            }
        }
        looked_up(place, |target| self.maildir_message_at(location, target, report))
    }

    pub(super) fn maildir_message_at(
        &self,
        location: Location,
        target: Target<'_>,
        report: impl FnMut(&Report),
    ) -> Result<Totals, Error> {
        let original = open(location, target)?;
        let path = original.path();
        let mut message = Vec::new();
        let (mut input, compression) =
            decompressed(original.file()).map_err(|error| read_error(path, error))?;
        input.read_to_end(&mut message).map_err(|error| read_error(path, error))?;
        let worked = self.work(Batch::of_message(message));
        worked.reports.iter().for_each(report);
        self.monitor.add(&worked.totals);
        let to = match target {
            Target::Nowhere => return Ok(worked.totals),
            Target::Over(_) if worked.totals.changed == 0 => {
                Replacement::tidy(&unfinished(original.location())?, original.location());
                return Ok(worked.totals);
            }
            Target::Over(_) => original.location(),
            Target::To(to) => to,
        };
        let new = worked.splice.assemble(worked.batch.octets());
        let name = maildir::with_sizes(to.name(), Sizes::of(&new));
        let to = Location::new(Arc::clone(to.directory()), name);
        let replacement = Replacement::elsewhere(&unfinished(&to)?, &to)?;
        let replacement = Compressor::new(replacement, compression)
            .and_then(|mut compressor| compressor.write_all(&new).and_then(|()| compressor.finish()))
            .map_err(|error| new_form_error(path, error))?;
        match target {
            Target::Over(rules) => replacement.commit_as(&original, &to, rules)?,
            Target::To(_) | Target::Nowhere => replacement.commit_copy(&original, &to)?,
        }
        Ok(worked.totals)
    }
}

/// Looks up the place, and makes the directory of one to write to.
fn looked_up<T>(place: Place<'_>, work: impl FnOnce(Target<'_>) -> Result<T, Error>) -> Result<T, Error> {
    match place {
        Place::Over(rules) => work(Target::Over(rules)),
        Place::Nowhere => work(Target::Nowhere),
        Place::To(target) => {
            make_directory(target.parent().unwrap_or(Path::new("")))?;
            work(Target::To(&Location::of(target)?))
        }
    }
}

fn open(location: Location, target: Target<'_>) -> Result<Original, Error> {
    match target {
        Target::Over(rules) => Original::at(location, false, rules),
        Target::To(_) | Target::Nowhere => {
            Original::at(location, false, &Rules { hard_links: true, ..Rules::default() })
        }
    }
}

/// What the message at `to` of a Maildir is until it is whole: in `tmp`, by its new name, as a run that was
/// killed between two renames left that the old form.
fn unfinished(to: &Location) -> Result<Location, Error> {
    let enter = |folder: &Arc<Directory>| folder.enter(OsStr::new("tmp"));
    let tmp = to.directory().parent().map_or_else(|| Err(ErrorKind::NotFound.into()), enter);
    let tmp = tmp.map_err(|error| Error::new("find the directory `tmp` for", Some(&to.path()), error))?;
    Ok(Location::new(tmp, to.name().to_owned()))
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
