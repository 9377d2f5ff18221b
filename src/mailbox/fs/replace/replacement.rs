//! Replacements of files, under temporary names.

use super::fingerprint::{Fingerprint, Fingerprinter};
use super::original::Original;
use crate::error::Error;
use crate::mailbox::fs::claim;
use crate::mailbox::fs::directory::{Location, file_type};
use crate::mailbox::fs::ownership;
use rustix::fs::{FileType, Stat};
use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

/// The replacement of a file. It has a temporary name until it is [put in place](Replacement::commit). If it is
/// dropped before that, it is removed.
#[derive(Debug)]
pub struct Replacement {
    pub(super) location: Location,
    pub(super) file: File,
    written: Box<Fingerprinter>,
    /// Whether the file now has its final name, and must not be removed.
    pub(super) in_place: bool,
}

impl Replacement {
    /// Creates the replacement of `original`: an empty file in the directory of `original`.
    ///
    /// # Errors
    /// Fails if the file cannot be created, or if another run is working on `original`.
    pub fn beside(original: &Original) -> Result<Self, Error> {
        Self::of(original.location())
    }

    /// Creates an empty file that will replace `target`. If a killed run left a temporary file, it is removed.
    ///
    /// # Errors
    /// Fails for the same reasons as [`beside`](Replacement::beside). Also fails if `target` is a directory, a
    /// device or a FIFO.
    pub fn of(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, 0o600)
    }

    /// Creates an empty file that will be put at `target`. Until then, the file has a temporary name that is
    /// derived from `place`, which can be in another directory.
    ///
    /// # Errors
    /// Fails for the same reasons as [`beside`](Replacement::beside).
    pub fn elsewhere(place: &Location, target: &Location) -> Result<Self, Error> {
        Self::with_mode(place, target, 0o600)
    }

    /// Creates an empty file that [`commit_anew`](Replacement::commit_anew) will put at `target`. If `target`
    /// does not exist, the file has the default permissions of a new file. Otherwise it later gets the
    /// permissions of `target`.
    ///
    /// # Errors
    /// Fails for the same reasons as [`beside`](Replacement::beside).
    pub fn anew(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, if target.stat().is_ok() { 0o600 } else { 0o666 })
    }

    fn with_mode(place: &Location, target: &Location, mode: u32) -> Result<Self, Error> {
        let location = place.temporary();
        // A device or a FIFO is refused, because renaming would put a regular file in its place.
        let is_replaced = |old: Stat| matches!(file_type(&old), FileType::RegularFile | FileType::Symlink);
        if target.stat().is_ok_and(|old| !is_replaced(old)) {
            return Err(Error::refused("write to it", &target.path(), "it is not a regular file"));
        }
        match claim::create(&location, mode, |_| Ok(!claim::is_claimed(target)?)) {
            Ok(file) => Ok(Self { location, file, written: Box::default(), in_place: false }),
            Err(error) => Err(Error::new("create", Some(&location.path()), error)),
        }
    }

    /// Removes the temporary file that a killed run left. The file is a replacement of `target` that was
    /// created [elsewhere](Replacement::elsewhere), at `place`. If the file cannot be removed, returns the
    /// error, unless another run is working on the file.
    pub(crate) fn tidy(place: &Location, target: &Location) -> Option<Error> {
        let left = place.temporary();
        let error = claim::release(&left, |_| Ok(!claim::is_claimed(target)?)).err()?;
        let is_left = !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ResourceBusy);
        is_left.then(|| Error::new("remove", Some(&left.path()), error))
    }

    /// The path of the temporary file.
    pub fn path(&self) -> PathBuf {
        self.location.path()
    }

    /// The fingerprint of the octets that were written.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.written.finish()
    }

    /// Gives the file the times, attributes and permissions of `original`. `copy_owner` copies the owner.
    pub(super) fn take_after(
        &self,
        original: &Original,
        copy_owner: fn(&File, &File) -> io::Result<Permissions>,
    ) -> Result<(), Error> {
        let permissions = copy_owner(original.file(), &self.file)
            .map_err(Error::failed("keep its owner", original.path()))?;
        let take = || {
            ownership::copy_attributes(original.file(), &self.file)?;
            self.file.set_permissions(permissions)?;
            self.file.set_times(original.times()?)
        };
        take().map_err(Error::failed("keep its permissions and times", original.path()))
    }
}

impl Write for Replacement {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let written = self.file.write(octets)?;
        self.written.add(octets.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.in_place {
            // If the file cannot be removed, the next run removes it.
            let _ = self.location.remove();
        }
    }
}
