//! New forms of files, under temporary names.

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

/// The replacement of a file, under a temporary name until it is [put in place](Replacement::commit). If dropped
/// before, it is removed.
#[derive(Debug)]
pub struct Replacement {
    pub(super) location: Location,
    pub(super) file: File,
    written: Box<Fingerprinter>,
    /// Whether the file has another name now, so that it must not be removed.
    pub(super) in_place: bool,
}

impl Replacement {
    /// Creates an empty file beside `original`.
    ///
    /// # Errors
    /// Fails if it cannot be created, or another run is working on the same file.
    pub fn beside(original: &Original) -> Result<Self, Error> {
        Self::of(original.location())
    }

    /// Creates an empty file that will replace `target`. A leftover of a killed run is removed.
    ///
    /// # Errors
    /// Like [`beside`](Replacement::beside); also fails if `target` is a directory, a device or a FIFO.
    pub fn of(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, 0o600)
    }

    /// Creates an empty file that will be put at `target`. Until then its temporary name is derived from `place`, which may
    /// be in another directory.
    ///
    /// # Errors
    /// Like [`beside`](Replacement::beside).
    pub fn elsewhere(place: &Location, target: &Location) -> Result<Self, Error> {
        Self::with_mode(place, target, 0o600)
    }

    /// Creates an empty file that [`commit_anew`](Replacement::commit_anew) will put at `target`. It has the
    /// default permissions of a new file, or takes those of an existing `target`.
    ///
    /// # Errors
    /// Like [`beside`](Replacement::beside).
    pub fn anew(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, if target.stat().is_ok() { 0o600 } else { 0o666 })
    }

    fn with_mode(place: &Location, target: &Location, mode: u32) -> Result<Self, Error> {
        let location = place.temporary();
        // Renaming would put a regular file in the place of a device.
        let is_replaced = |old: Stat| matches!(file_type(&old), FileType::RegularFile | FileType::Symlink);
        if target.stat().is_ok_and(|old| !is_replaced(old)) {
            return Err(Error::refused("write to it", &target.path(), "it is not a regular file"));
        }
        match claim::create(&location, mode, |_| Ok(!claim::is_claimed(target)?)) {
            Ok(file) => Ok(Self { location, file, written: Box::default(), in_place: false }),
            Err(error) => Err(Error::new("create", Some(&location.path()), error)),
        }
    }

    /// Removes what a killed run left of a replacement of `target` that was created
    /// [elsewhere](Replacement::elsewhere), at `place`. Returns the error if it cannot be removed, unless
    /// another run is working on it.
    pub(crate) fn tidy(place: &Location, target: &Location) -> Option<Error> {
        let left = place.temporary();
        let error = claim::release(&left, |_| Ok(!claim::is_claimed(target)?)).err()?;
        let is_left = !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ResourceBusy);
        is_left.then(|| Error::new("remove", Some(&left.path()), error))
    }

    /// Its temporary name.
    pub fn path(&self) -> PathBuf {
        self.location.path()
    }

    /// The fingerprint of what was written.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.written.finish()
    }

    /// Gives the file the times, attributes and permissions of `original`, and its owner by `copy_owner`.
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
            // If it cannot be removed, the next run removes it.
            let _ = self.location.remove();
        }
    }
}
