//! Replacing a file so that at any moment it is whole, in its old form or its new one (guarantee G19).
//!
//! The new form is written beside the old one, flushed to the disk, given the owner, permissions, extended
//! attributes and times of the old one, and put in its place; then the directory is flushed too. A file that
//! changed since it was read is not replaced: where the system can exchange two files, not even one that does in the
//! last moment. Symbolic links are not followed, and a file with more than one name is refused unless that was
//! allowed, as its other names would keep the old form.
//!
//! What a killed run leaves behind is a file `.NAME.mailutf`; the next run on NAME removes it.

use super::backup;
use super::claim;
use super::directory::{Location, file_type};
use super::maildir::{self, Sizes};
use super::ownership;
use crate::error::Error;
use crate::mailbox::compressed::decompressed;
use rustix::fs::{FileType, Stat, fstat};
use std::ffi::OsString;
use std::fs::{File, FileTimes, Metadata, Permissions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is allowed, and what is kept.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What is added to the name of a file for the name under which its old form stays; `None` keeps none.
    pub backup: Option<OsString>,
    /// Replace files that have more names than one.
    pub hard_links: bool,
    /// How long a lock on an mbox that another program holds is waited for.
    pub patience: Duration,
    /// Add the sizes to the names of messages of a Maildir that change. A server sees each of them as another message
    /// then, with a UID of its own.
    pub add_sizes: bool,
}

impl Default for Rules {
    /// No backup, no hard links, ten seconds, no sizes added.
    fn default() -> Self {
        Self { backup: None, hard_links: false, patience: Duration::from_secs(10), add_sizes: false }
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
    /// Opens `path` for reading, and for writing too where `writable` (a lock needs that).
    ///
    /// # Errors
    /// Where it cannot be opened, is no regular file, or has more names than `rules` allow.
    pub fn open(path: &Path, writable: bool, rules: &Rules) -> Result<Self, Error> {
        Self::at(Location::of(path)?, writable, rules)
    }

    /// The same for a name in a directory that is held.
    ///
    /// # Errors
    /// As [`open`](Original::open).
    pub fn at(location: Location, writable: bool, rules: &Rules) -> Result<Self, Error> {
        let path = location.path();
        let file = location.open(writable).map_err(|error| match location.stat() {
            Ok(link) if file_type(&link) == FileType::Symlink => {
                Error::refused("replace", &path, "it is a symbolic link; name the file it leads to")
            }
            _ => Error::new("open", Some(&path), error),
        })?;
        let (state, metadata) = examine(&path, &file)?;
        if file_type(&state) != FileType::RegularFile {
            return Err(Error::refused("replace", &path, "it is no regular file"));
        }
        let original = Self { location, path, file, state, metadata };
        if state.st_nlink > 1 && !rules.hard_links && !original.is_backed_up(rules)? {
            let why = "it has other names (hard links), which would keep the old form";
            return Err(Error::refused("replace", &original.path, why));
        }
        Ok(original)
    }

    /// The same, with what the file is now: what happened to it before counts as known.
    ///
    /// # Errors
    /// Where it cannot be examined.
    pub fn renewed(self) -> Result<Self, Error> {
        let (state, metadata) = examine(&self.path, &self.file)?;
        Ok(Self { state, metadata, ..self })
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where it stands.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The file, opened for reading.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Whether its only other name is the backup that a killed run made.
    fn is_backed_up(&self, rules: &Rules) -> Result<bool, Error> {
        let Some(suffix) = rules.backup.as_ref().filter(|_| self.state.st_nlink == 2) else {
            return Ok(false);
        };
        if backup::is_name_of(&self.file, &self.location, suffix)? {
            return Ok(true);
        }
        self.former()?.map_or(Ok(false), |former| backup::is_name_of(&self.file, &former, suffix))
    }

    /// The name that a message of a Maildir had, with its sizes, where a run was killed that had given it the one with
    /// the sizes of its new form.
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

    /// Whether what is at `location` is the file that was opened, and holds what it held.
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

/// The new form of a file, under a name of its own until it is [put in place](Replacement::commit). Dropped
/// before that, it is removed.
#[derive(Debug)]
pub struct Replacement {
    location: Location,
    file: File,
    in_place: bool,
}

impl Replacement {
    /// An empty file beside `original`.
    ///
    /// # Errors
    /// Where it cannot be created, or another run is at work on the same file.
    pub fn beside(original: &Original) -> Result<Self, Error> {
        Self::of(&original.location)
    }

    /// An empty file for what is to be at `target`. What a killed run left of it is removed.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn of(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, 0o600)
    }

    /// The same for what is to be [put](Replacement::commit_as) at `target`, and stands elsewhere until then: by the
    /// name of `place`.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn elsewhere(place: &Location, target: &Location) -> Result<Self, Error> {
        Self::with_mode(place, target, 0o600)
    }

    /// The same for what comes from elsewhere: it [becomes](Replacement::commit_anew) a new file with the
    /// permissions that new files get, or takes after what is at `target`.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn anew(target: &Location) -> Result<Self, Error> {
        Self::with_mode(target, target, if target.stat().is_ok() { 0o600 } else { 0o666 })
    }

    fn with_mode(place: &Location, target: &Location, mode: u32) -> Result<Self, Error> {
        let location = place.temporary();
        match claim::create(&location, mode, |_| Ok(!claim::is_claimed(target)?)) {
            Ok(file) => Ok(Self { location, file, in_place: false }),
            Err(error) => Err(Error::new("create", Some(&location.path()), error)),
        }
    }

    /// Removes what a run that was killed left of a replacement of what is at `target`, which stood
    /// [elsewhere](Replacement::elsewhere), by the name of `place`. What could not be removed is an error, but for what
    /// another run is at work on.
    pub(crate) fn tidy(place: &Location, target: &Location) -> Option<Error> {
        let left = place.temporary();
        let error = claim::release(&left, |_| Ok(!claim::is_claimed(target)?)).err()?;
        let is_left = !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ResourceBusy);
        is_left.then(|| Error::new("remove", Some(&left.path()), error))
    }

    /// Its name until it is in place.
    pub fn path(&self) -> PathBuf {
        self.location.path()
    }

    /// Gives the file what belongs to `original`, flushes it to the disk and renames it over `original`. What fails
    /// when it is in place is returned: the old form may be there still, under the name that the new one had, or the
    /// name may not be on the disk.
    ///
    /// # Errors
    /// Where that fails, or `original` is not as it was when it was opened; it is left as it is then.
    pub fn commit(self, original: &Original, rules: &Rules) -> Result<Option<Error>, Error> {
        self.commit_as(original, &original.location, rules)
    }

    /// As [`commit`](Replacement::commit), where the new form is to have the name of `target`: `original` gets that
    /// first, so that no moment sees two forms of it, and loses it again where it cannot be replaced. No system call
    /// changes a name and what it names at once: a run that is killed in between leaves the old form under the new name,
    /// and the next run replaces it.
    ///
    /// # Errors
    /// As [`commit`](Replacement::commit); and where `target` exists.
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
            // Where it cannot be removed, the next run takes it up.
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
            // Where it cannot have its name again, the next run gives it the right one.
            let _ = target.rename_to_free(old);
        }
        replaced
    }

    /// Makes the file a copy of its own: `original` stays, and what is at `target` is replaced. The copy gets the
    /// owner of `original` where the system allows it. What fails when it is in place is returned.
    ///
    /// # Errors
    /// Where that fails, or `original` is not as it was when it was opened.
    pub fn commit_copy(self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        let permissions = ownership::copy_or_restrict(&original.file, &self.file)
            .map_err(|error| Error::new("keep the owner of", Some(&original.path), error))?;
        self.finish(original, permissions)?;
        self.rename(target)
    }

    /// Flushes the file to the disk and renames it over what is at `target`, whose permissions, and where the
    /// system allows it owner, it gets.
    ///
    /// # Errors
    /// Where that fails; what is at `target` is as it was then.
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

    /// Everything but the name.
    fn finish(&self, original: &Original, permissions: Permissions) -> Result<(), Error> {
        let path = &original.path;
        self.take_after(original, permissions)
            .map_err(|error| Error::new("keep permissions and times of", Some(path), error))?;
        self.file.sync_all().map_err(|error| Error::new("write", Some(&self.location.path()), error))?;
        if original.is_at(&original.location) { Ok(()) } else { Err(original.has_changed()) }
    }

    /// Puts the file in the place of `original`, which has the name of `target`. Where the system can exchange two
    /// files, nothing else is replaced, whatever came there after the last look: that is put back.
    fn replace(mut self, original: &Original, target: &Location) -> Result<Option<Error>, Error> {
        match self.location.exchange(target) {
            Ok(()) if original.is_at(&self.location) => {
                self.in_place = true;
                let flushed = flush_directory_of(target);
                // The old form has the name that the new one had.
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
                    // What came last stays where it is now.
                    self.in_place = true;
                    return Err(Error::new("put back", Some(&self.location.path()), error));
                }
                Err(original.has_changed())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(original.has_changed()),
            // A file system that cannot do it, or a defect that renaming meets, too.
            Err(_) => self.rename_over(original, target),
        }
    }

    /// As [`replace`](Replacement::replace), where two files cannot be exchanged: what comes after the last look is lost.
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
            // What cannot be removed now is removed by the next run.
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
    fn what_came_before_the_last_look_is_not_replaced_where_files_cannot_be_exchanged() {
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
    fn what_comes_after_the_last_look_is_not_replaced() {
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
