//! Replaces files so that each is complete at any moment, in its old or its new form (guarantee G19).
//!
//! The new form is written beside the old one, given its owner, permissions, extended attributes and times,
//! flushed to the disk, and put in its place; then the directory is flushed too. A file that changed since it
//! was read is not replaced. Where the system can exchange two files atomically, that holds even for a change
//! in the last moment. Symbolic links are not followed. A file with several names is refused unless that is
//! allowed, since its other names would keep the old form.
//!
//! A killed run leaves a file `.NAME.mailutf`; the next run on NAME removes it.

use super::backup;
use super::claim;
use super::directory::{Location, file_type};
use super::maildir::{self, Sizes};
use super::ownership;
use crate::error::Error;
use crate::mailbox::compressed::decompressed;
use crate::with::with;
use rustix::fs::{FileType, Stat, fstat};
use std::ffi::OsString;
use std::fs::{File, FileTimes, Metadata, Permissions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options for replacing files.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// Suffix for the name of the backup; `None` keeps no backup.
    pub backup: Option<OsString>,
    /// Whether to replace files that have several names (hard links).
    pub hard_links: bool,
    /// How long to wait for a lock on an mbox that another program holds.
    pub patience: Duration,
    /// Whether to add the sizes to the names of Maildir messages that change. A server sees each of them as a
    /// new message, with a new UID.
    pub add_sizes: bool,
}

impl Default for Rules {
    /// No backup, no hard links, a wait of ten seconds, no sizes added.
    fn default() -> Self {
        Self { backup: None, hard_links: false, patience: Duration::from_secs(10), add_sizes: false }
    }
}

with! {
    impl Rules {
        fn with_backup(backup: Option<OsString>);
        fn with_hard_links(hard_links: bool);
        fn with_patience(patience: Duration);
        fn with_add_sizes(add_sizes: bool);
    }
}

/// A file that may be replaced.
#[derive(Debug)]
pub struct Original {
    location: Location,
    path: PathBuf,
    file: File,
    state: Stat,
    metadata: Metadata,
}

impl Original {
    /// Opens `path` for reading, and also for writing if `writable` (a lock needs that).
    ///
    /// # Errors
    /// Fails if it cannot be opened, is not a regular file, or has more names than `rules` allow.
    pub fn open(path: &Path, writable: bool, rules: &Rules) -> Result<Self, Error> {
        Self::at(Location::of(path)?, writable, rules)
    }

    /// Opens a location for reading, and also for writing if `writable` (a lock needs that).
    ///
    /// # Errors
    /// As [`open`](Original::open).
    pub fn at(location: Location, writable: bool, rules: &Rules) -> Result<Self, Error> {
        let path = location.path();
        let file = location.open(writable).map_err(|error| match location.stat() {
            Ok(link) if file_type(&link) == FileType::Symlink => {
                Error::refused("replace", &path, "it is a symbolic link; name the file that it refers to")
            }
            _ => Error::new("open", Some(&path), error),
        })?;
        let (state, metadata) = examine(&path, &file)?;
        if file_type(&state) != FileType::RegularFile {
            return Err(Error::refused("replace", &path, "it is not a regular file"));
        }
        let original = Self { location, path, file, state, metadata };
        if state.st_nlink > 1 && !rules.hard_links && !original.is_backed_up(rules)? {
            let why = "it has other names (hard links), which would keep the old form";
            return Err(Error::refused("replace", &original.path, why));
        }
        Ok(original)
    }

    /// Examines the file again: changes up to now no longer prevent its replacement.
    ///
    /// # Errors
    /// Fails if it cannot be examined.
    pub fn renewed(self) -> Result<Self, Error> {
        let (state, metadata) = examine(&self.path, &self.file)?;
        Ok(Self { state, metadata, ..self })
    }

    /// Its path, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its location.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Whether its only other name is a backup, made by a killed run.
    fn is_backed_up(&self, rules: &Rules) -> Result<bool, Error> {
        let Some(suffix) = rules.backup.as_ref().filter(|_| self.state.st_nlink == 2) else {
            return Ok(false);
        };
        if backup::is_name_of(&self.file, &self.location, suffix)? {
            return Ok(true);
        }
        self.former()?.map_or(Ok(false), |former| backup::is_name_of(&self.file, &former, suffix))
    }

    /// The former name of a Maildir message, computed from its size. A killed run may have given the message
    /// the name with the sizes of its new form.
    fn former(&self) -> Result<Option<Location>, Error> {
        if !maildir::is_message(&self.location)? {
            return Ok(None);
        }
        let mut message = Vec::new();
        let mut read = || {
            (&self.file).rewind()?;
            decompressed(&self.file)?.0.read_to_end(&mut message)?;
            (&self.file).rewind()
        };
        read().map_err(|error| Error::new("read", Some(&self.path), error))?;
        let name = maildir::with_sizes(self.location.name(), Sizes::of(&message));
        Ok(Some(self.location.sibling(name)))
    }

    /// Whether the file at `location` is the one that was opened, with the same size and modification time.
    fn is_at(&self, location: &Location) -> bool {
        let state = |s: &Stat| (s.st_dev, s.st_ino, s.st_size, s.st_mtime, s.st_mtime_nsec);
        location.stat().is_ok_and(|now| state(&now) == state(&self.state))
    }

    fn has_changed(&self) -> Error {
        Error::refused("replace", &self.path, "it changed while it was read; run again")
    }
}

fn examine(path: &Path, file: &File) -> Result<(Stat, Metadata), Error> {
    let examined = fstat(file).map_err(io::Error::from).and_then(|state| Ok((state, file.metadata()?)));
    examined.map_err(|error| Error::new("examine", Some(path), error))
}

/// The new form of a file, under a temporary name until it is [put in place](Replacement::commit). If dropped
/// before, it is removed.
#[derive(Debug)]
pub struct Replacement {
    location: Location,
    file: File,
    in_place: bool,
}

impl Replacement {
    /// Creates an empty file beside `original`.
    ///
    /// # Errors
    /// Fails if it cannot be created, or another run is working on the same file.
    pub fn beside(original: &Original) -> Result<Self, Error> {
        Self::of(&original.location)
    }

    /// Creates an empty file that will replace `target`. A leftover of a killed run is removed.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside); also fails if `target` is a directory, a device or a FIFO.
    pub fn of(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, 0o600)
    }

    /// Creates an empty file that will be put at `target` by [`commit_as`](Replacement::commit_as). Until
    /// then its temporary name is derived from `place`, which may be in another directory.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn elsewhere(place: &Location, target: &Location) -> Result<Self, Error> {
        Self::with_mode(place, target, 0o600)
    }

    /// Creates an empty file that [`commit_anew`](Replacement::commit_anew) will put at `target`. It has the
    /// default permissions of a new file, or takes those of an existing `target`.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn anew(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, if target.stat().is_ok() { 0o600 } else { 0o666 })
    }

    fn with_mode(place: &Location, target: &Location, mode: u32) -> Result<Self, Error> {
        let location = place.temporary();
        // Renaming would put a regular file in the place of a device.
        let is_replaced = |old: Stat| matches!(file_type(&old), FileType::RegularFile | FileType::Symlink);
        if target.stat().is_ok_and(|old| !is_replaced(old)) {
            return Err(Error::refused("write to", &target.path(), "it is not a regular file"));
        }
        match claim::create(&location, mode, |_| Ok(!claim::is_claimed(target)?)) {
            Ok(file) => Ok(Self { location, file, in_place: false }),
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

    /// Gives the file the owner, permissions, attributes and times of `original`, flushes it to the disk and
    /// puts it in the place of `original`. An error after that is returned as a value: the old form may still
    /// exist under the temporary name, or the directory may not be flushed to the disk.
    ///
    /// # Errors
    /// Fails if a step before that fails, or `original` changed since it was opened; `original` is then kept.
    pub fn commit(self, original: &Original, rules: &Rules) -> Result<Option<Error>, Error> {
        self.commit_as(original, &original.location, rules)
    }

    /// As [`commit`](Replacement::commit), but the new form is to have the name `target`. `original` is
    /// renamed first, so that never two forms of it are visible, and renamed back if it cannot be replaced.
    /// No system call renames and replaces in one step: a run killed in between leaves the old form under the
    /// new name, and the next run replaces it.
    ///
    /// # Errors
    /// As [`commit`](Replacement::commit); also fails if `target` exists.
    pub fn commit_as(
        self,
        original: &Original,
        target: &Location,
        rules: &Rules,
    ) -> Result<Option<Error>, Error> {
        let error = |action| move |error| Error::new(action, Some(&original.path), error);
        let permissions = ownership::copy(&original.file, &self.file).map_err(error("keep the owner of"))?;
        self.finish(original, permissions)?;
        let backup = match &rules.backup {
            Some(suffix) if !original.is_backed_up(rules)? => {
                backup::keep(&original.file, &original.location, suffix)?
            }
            _ => None,
        };
        let replaced = self.replace_as(original, target);
        if let (Err(_), Some(backup)) = (&replaced, backup) {
            // If it cannot be removed, the next run reuses it.
            let _ = backup.remove();
        }
        replaced
    }

    fn replace_as(self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        let old = &original.location;
        if target.name() == old.name() {
            return self.replace(original, target);
        }
        old.rename_to_free(target).map_err(|error| {
            let action = "give it the name with its new sizes";
            match error.kind() {
                ErrorKind::NotFound => original.has_changed(),
                _ => Error::new(action, Some(&original.path), error),
            }
        })?;
        let replaced = self.replace(original, target);
        if replaced.is_err() && original.is_at(target) {
            // If it cannot be renamed back, the next run gives it the right name.
            let _ = target.rename_to_free(old);
        }
        replaced
    }

    /// Puts the file at `target` as a converted copy of `original`, which is kept. The copy gets the owner of
    /// `original` if the system allows it. An error after it is in place is returned as a value.
    ///
    /// # Errors
    /// Fails if a step before that fails, or `original` changed since it was opened.
    pub fn commit_copy(self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        let permissions = ownership::copy_or_restrict(&original.file, &self.file)
            .map_err(|error| Error::new("keep the owner of", Some(&original.path), error))?;
        self.finish(original, permissions)?;
        self.rename(target)
    }

    /// Flushes the file to the disk and renames it to `target`. It gets the permissions of an existing
    /// `target` and, if the system allows it, its owner.
    ///
    /// # Errors
    /// Fails if a step fails; an error in the last one, flushing the directory, leaves the new file in place.
    pub fn commit_anew(self, target: &Location) -> Result<(), Error> {
        let error = |action| move |error| Error::new(action, Some(&target.path()), error);
        if let Ok(old) = target.open(false) {
            let given = ownership::copy_or_restrict(&old, &self.file);
            let given = given.and_then(|permissions| self.file.set_permissions(permissions));
            given.map_err(error("keep the permissions of"))?;
        }
        self.file.sync_all().map_err(error("write"))?;
        self.rename(target)?.map_or(Ok(()), Err)
    }

    /// Does everything but rename the file.
    fn finish(&self, original: &Original, permissions: Permissions) -> Result<(), Error> {
        let path = &original.path;
        self.take_after(original, permissions)
            .map_err(|error| Error::new("keep permissions and times of", Some(path), error))?;
        self.file.sync_all().map_err(|error| Error::new("write", Some(&self.location.path()), error))?;
        if original.is_at(&original.location) { Ok(()) } else { Err(original.has_changed()) }
    }

    /// Puts the file in the place of `original`, which is at `target`. If the system can exchange two files
    /// atomically, a file that got there after the last check is not replaced: it is put back.
    fn replace(mut self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        match self.location.exchange(target) {
            Ok(()) if original.is_at(&self.location) => {
                self.in_place = true;
                let flushed = flush_directory_of(target);
                // After the exchange the old form has the temporary name.
                let removed = self.location.remove().map_err(|error| {
                    Error::new(
                        "remove the old form (the new one is in place)",
                        Some(&self.location.path()),
                        error,
                    )
                });
                Ok(flushed.and(removed).err())
            }
            Ok(()) => {
                if let Err(error) = self.location.exchange(target) {
                    // The last change is now in the temporary file, which is kept.
                    self.in_place = true;
                    return Err(Error::new("put back", Some(&self.location.path()), error));
                }
                Err(original.has_changed())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(original.has_changed()),
            // The file system cannot exchange, or the error will recur on renaming.
            Err(_) => self.rename_over(original, target),
        }
    }

    /// As [`replace`](Replacement::replace), where files cannot be exchanged: a change after the last check
    /// is lost.
    fn rename_over(self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        if original.is_at(target) { self.rename(target) } else { Err(original.has_changed()) }
    }

    fn rename(mut self, target: &Location) -> Result<Option<Error>, Error> {
        let error = |error| Error::new("replace", Some(&target.path()), error);
        self.location.rename(target).map_err(error)?;
        self.in_place = true;
        Ok(flush_directory_of(target).err())
    }

    fn take_after(&self, original: &Original, permissions: Permissions) -> io::Result<()> {
        let old = &original.metadata;
        ownership::copy_attributes(&original.file, &self.file)?;
        self.file.set_permissions(permissions)?;
        self.file.set_times(FileTimes::new().set_accessed(old.accessed()?).set_modified(old.modified()?))
    }
}

impl Write for Replacement {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.file.write(octets)
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

fn flush_directory_of(target: &Location) -> Result<(), Error> {
    let error = |error| Error::new("flush the directory of", Some(&target.path()), error);
    target.directory().flush().map_err(error)
}

#[cfg(all(test, any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    #[test]
    fn without_exchange_a_file_changed_before_the_last_check_is_not_replaced() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("1.eml");
        let attempt = |meanwhile: &dyn Fn()| {
            fs::write(&path, "old").unwrap();
            let original = Original::open(&path, false, &Rules::default()).unwrap();
            let mut replacement = Replacement::beside(&original).unwrap();
            replacement.write_all(b"new").unwrap();
            meanwhile();
            let replaced = replacement.rename_over(&original, original.location()).is_ok();
            (replaced, fs::read_to_string(&path).unwrap(), fs::read_dir(dir.path()).unwrap().count())
        };
        assert_eq!(attempt(&|| {}), (true, "new".into(), 1));
        assert_eq!(attempt(&|| fs::write(&path, "old and more").unwrap()), (false, "old and more".into(), 1));
    }

    #[test]
    fn a_file_changed_after_the_last_check_is_not_replaced() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("1.eml");
        let attempt = |meanwhile: &dyn Fn()| {
            fs::write(&path, "old").unwrap();
            let original = Original::open(&path, false, &Rules::default()).unwrap();
            let mut replacement = Replacement::beside(&original).unwrap();
            replacement.write_all(b"new").unwrap();
            meanwhile();
            let refused =
                replacement.replace(&original, original.location()).map_err(|error| error.to_string());
            (refused, fs::read_to_string(&path).ok(), fs::read_dir(dir.path()).unwrap().count())
        };
        let (replaced, now, files) = attempt(&|| {});
        assert_eq!(
            (replaced.map(|after| after.is_none()), now.as_deref(), files),
            (Ok(true), Some("new"), 1)
        );
        let (refused, now, files) = attempt(&|| {
            fs::write(dir.path().join("edited"), "edited").unwrap();
            fs::rename(dir.path().join("edited"), &path).unwrap();
        });
        assert!(refused.unwrap_err().contains("changed"));
        assert_eq!((now.as_deref(), files), (Some("edited"), 1));
        let (refused, now, files) = attempt(&|| fs::write(&path, "old and more").unwrap());
        assert!(refused.unwrap_err().contains("changed"));
        assert_eq!((now.as_deref(), files), (Some("old and more"), 1));
        let (refused, now, files) = attempt(&|| fs::remove_file(&path).unwrap());
        assert!(refused.unwrap_err().contains("changed"));
        assert_eq!((now, files), (None, 0));
    }
}
