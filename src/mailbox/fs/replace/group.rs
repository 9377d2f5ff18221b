//! Groups of replacements (new versions of files). The replacements of a group are put in the place of their
//! originals together. This module determines the order of the steps.

use super::fingerprint::AsRead;
use super::flush::{Flushed, flush};
use super::options::ReplaceOptions;
use super::original::Original;
use super::predecessor::{self, Predecessor};
use super::replacement::Replacement;
use crate::error::Error;
use crate::mailbox::fs::backup::{self, BackupFile};
use crate::mailbox::fs::claim;
use crate::mailbox::fs::converted;
use crate::mailbox::fs::directory::Location;
use crate::mailbox::fs::ownership;
use rustix::process::{Resource, getrlimit};
use std::io::{self, ErrorKind};
use std::num::NonZeroUsize;

/// The total size, in octets, from which on a group takes no more members. It is limited because the
/// replacements need disk space in addition to the originals.
pub(crate) const OCTETS: usize = 4 << 20;

/// The maximum number of members of a group.
const MEMBERS: usize = 256;

/// The number of open files for each member: the original, the replacement, and a directory while it is
/// flushed. Other directories are closed if too many are open.
pub(crate) const FILES: usize = 3;

/// The maximum number of members of a group, if `files` files are open for each member, and `jobs` groups are
/// made at the same time. All groups together may use half of the files that this process may open.
pub(crate) fn members(files: usize, jobs: NonZeroUsize) -> usize {
    let limit = getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok());
    limit.map_or(MEMBERS, |limit| limit / 2 / files.max(1) / jobs).clamp(1, MEMBERS)
}

/// Whether the error means that there was no disk space for a replacement. A second attempt can succeed after
/// a group has been put in place, because this frees the space of its originals.
pub(crate) fn had_no_room(error: &Error) -> bool {
    matches!(error.io_kind(), Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

/// A replacement that has been written, and waits to be put in place.
#[derive(Debug)]
pub(crate) struct Ready {
    new: Replacement,
    original: Original,
    target: Location,
    old: Old,
    /// The properties of the mbox when it was read. After an mbox is replaced, the old file (the original) is
    /// watched, because other programs may still write into it. `None` if it need not be watched.
    watched: Option<AsRead>,
}

/// The treatment of the original.
#[derive(Debug)]
enum Old {
    /// The original is replaced. The value is the backup of the original, if a backup is wanted.
    Replaced(Option<BackupFile>),
    /// The original is kept, because the replacement is a copy.
    Stays,
}

/// A replacement that is in place, but whose directory has not been flushed to the disk yet.
struct Unflushed {
    /// The replacement, which this run holds locked until the original is removed.
    _new: Replacement,
    target: Location,
    /// The current location of the original, if it still has to be removed.
    old: Option<Location>,
    /// The original, if it is an mbox. The original is still needed, because another program may still
    /// write into it.
    predecessor: Option<Predecessor>,
}

/// A replacement that is in place, and whose directory has been flushed to the disk.
#[derive(Debug, Default)]
pub(crate) struct Committed {
    /// An error that happened after the replacement was put in place.
    pub(crate) left: Option<Error>,
    /// The old file (the file that was replaced), if it is an mbox that is still watched. The caller passes
    /// it, together with the locks on the mbox, to [`settle`](Predecessor::settle).
    pub(crate) predecessor: Option<Predecessor>,
}

impl Replacement {
    /// Gives the file the owner, permissions, attributes and times of `original`, flushes the file to the
    /// disk, and puts it in the place of `original`. An error that happens after the file was put in place is
    /// returned as `Ok(Some(error))`. In that case, the original may still exist under the temporary name, or
    /// the directory may not have been flushed to the disk.
    ///
    /// # Errors
    /// Fails if an error happens before the file is put in place, or if `original` changed since it was opened.
    /// In these cases, `original` is kept.
    pub fn commit(self, original: Original, options: &ReplaceOptions) -> Result<Option<Error>, Error> {
        let target = original.location().clone();
        Ok(self.ready_as(original, target, options)?.commit()?.left)
    }

    /// Flushes the file to the disk, and renames it to `target`. If `target` already exists, the file gets the
    /// permissions of `target` and, if the system allows it, the owner of `target`.
    ///
    /// # Errors
    /// Fails if a step fails. If the last step, flushing the directory, fails, the new file is already in
    /// place.
    pub fn commit_anew(self, target: &Location) -> Result<(), Error> {
        if let Ok(old) = target.open(false) {
            let given = ownership::copy_or_restrict(&old, &self.file);
            let given = given.and_then(|permissions| self.file.set_permissions(permissions));
            given.map_err(target.failed("keep its permissions"))?;
        }
        self.file.sync_all().map_err(target.failed("write"))?;
        let mut new = self;
        new.rename(target)?;
        target.directory().flush().map_err(target.failed("flush its directory"))
    }

    /// Does the first step of [`commit`](Replacement::commit), for a group. The replacement will get the name
    /// `target`.
    ///
    /// If `original` has another name, `original` is first renamed to `target`, so that the two versions are
    /// never visible at the same time. If `original` cannot be replaced, it is renamed back. No system call
    /// renames and replaces in one step. So a run that is killed between the two steps leaves the original
    /// under the new name, and the next run replaces it.
    pub(crate) fn ready_as(
        self,
        original: Original,
        target: Location,
        options: &ReplaceOptions,
    ) -> Result<Ready, Error> {
        let old = &original;
        self.take_after(old, ownership::copy)?;
        if !old.is_at(old.location()) {
            return Err(old.has_changed());
        }
        if options.backup.is_some() {
            // The mark shows `undo` that the backup belongs to a run that is still working, not to a killed
            // run.
            claim::mark(old.file()).map_err(Error::failed("keep a backup", old.path()))?;
        }
        let backup = match (&options.backup, old.backup(options)?) {
            (None, _) => None,
            (Some(_), Some(location)) => Some(BackupFile { location, is_new: false }),
            (Some(suffix), None) => Some(backup::keep(old.file(), old.location(), suffix)?),
        };
        if backup.is_some() {
            converted::record(old.file(), self.fingerprint());
        }
        Ok(Ready { new: self, original, target, old: Old::Replaced(backup), watched: None })
    }

    /// Does the first step of putting a converted copy of `original` at `target`. `original` is kept. The copy
    /// gets the owner of `original`, if the system allows it.
    pub(crate) fn ready_copy(self, original: Original, target: Location) -> Result<Ready, Error> {
        self.take_after(&original, ownership::copy_or_restrict)?;
        Ok(Ready { new: self, original, target, old: Old::Stays, watched: None })
    }
}

/// Puts replacements in place. `group` must be in the order in which the replacements were created. The
/// results are in the same order, and have the same meaning as the result of [`Replacement::commit`].
pub(crate) fn commit(group: Vec<Ready>) -> Vec<Result<Committed, Error>> {
    commit_unless(&|| false, group)
}

/// Does the same as [`commit`], but puts no more replacements in place once `is_stopped` returns true.
pub(crate) fn commit_unless(
    is_stopped: &dyn Fn() -> bool,
    group: Vec<Ready>,
) -> Vec<Result<Committed, Error>> {
    let files: Vec<_> = group.iter().map(|ready| &ready.new.file).collect();
    let backups = group.iter().filter_map(Ready::backup).map(|backup| backup.location.directory());
    let (files, flushed) = flush(&files, backups);
    let put = |(ready, file): (Ready, _)| {
        let backup = ready.backup().map_or(Ok(()), |backup| flushed.of(backup.location.directory()));
        ready.put_in_place(file, backup, is_stopped())
    };
    let unflushed: Vec<_> = group.into_iter().zip(files).map(put).collect();
    let directories = unflushed.iter().flatten().flat_map(|file| {
        [file.target.directory()].into_iter().chain(file.predecessor.as_ref().map(Predecessor::directory))
    });
    let (_, flushed) = flush(&[], directories);
    unflushed.into_iter().map(|file| file.map(|file| file.end(&flushed))).collect()
}

impl Ready {
    /// Returns the same replacement of an mbox, with the old file to be watched: after the replacement is in
    /// place, another program may still write into the old file. `read` contains the properties of the old
    /// file when it was read.
    pub(crate) fn watched(self, read: AsRead) -> Self {
        Self { watched: Some(read), ..self }
    }

    /// Puts this replacement in place, as a group of its own.
    pub(crate) fn commit(self) -> Result<Committed, Error> {
        self.commit_unless(&|| false)
    }

    /// Puts this replacement in place, as a group of its own, unless `is_stopped` returns true.
    pub(crate) fn commit_unless(self, is_stopped: &dyn Fn() -> bool) -> Result<Committed, Error> {
        commit_unless(is_stopped, vec![self]).pop().unwrap_or_else(|| Ok(Committed::default()))
    }

    fn backup(&self) -> Option<&BackupFile> {
        match &self.old {
            Old::Replaced(backup) => backup.as_ref(),
            Old::Stays => None,
        }
    }

    /// Puts the replacement in place, if the replacement and the name of its `backup` were written to the disk,
    /// and the run is not stopped.
    fn put_in_place(
        self,
        written: io::Result<()>,
        backup: io::Result<()>,
        is_stopped: bool,
    ) -> Result<Unflushed, Error> {
        let Self { mut new, ref original, target, old, watched } = self;
        let path = new.path();
        // The original is not watched if it has other names. Under these names, it is still an mbox, and a
        // program that writes into it may do so under one of them.
        let watched = watched.filter(|_| !original.has_other_names);
        let put = || {
            if is_stopped {
                return Err(Error::Stopped);
            }
            written.map_err(Error::failed("write", &path))?;
            backup.map_err(Error::failed("keep a backup", original.path()))?;
            if let Old::Replaced(Some(backup)) = &old {
                backup.check(original.file())?;
            }
            match (&old, watched) {
                // Without a backup, the original is refused even if only its ctime has changed. With a backup,
                // changes of the original are not lost, because the backup is another name of the original.
                (Old::Replaced(None), Some(_)) if !original.is_untouched() => Err(original.has_changed()),
                (Old::Replaced(_), Some(read)) => {
                    let place = predecessor::place(original, read)?;
                    let replaced = new.replace_watched(original, place.clone());
                    match replaced {
                        Ok(Some(old)) => {
                            Predecessor::new(target.clone(), old, original, read).map(|old| (None, Some(old)))
                        }
                        not_watched => {
                            if !new.in_place {
                                // Removes the file from the directory, so that the directory is empty and can
                                // be removed.
                                let _ = new.location.remove();
                            }
                            predecessor::clear(&place);
                            not_watched.map(|old| (old, None))
                        }
                    }
                }
                (Old::Replaced(_), None) => new.replace_as(original, &target).map(|old| (old, None)),
                (Old::Stays, _) if original.is_at(original.location()) => {
                    new.rename(&target).map(|()| (None, None))
                }
                (Old::Stays, _) => Err(original.has_changed()),
            }
        };
        match (put(), old) {
            (Ok((old, predecessor)), _) => Ok(Unflushed { _new: new, target, old, predecessor }),
            (Err(error), Old::Replaced(Some(BackupFile { location, is_new: true }))) if !new.in_place => {
                converted::forget(original.file());
                // If the backup cannot be removed, the next run uses it again.
                let _ = location.remove();
                Err(error)
            }
            (Err(error), _) => Err(error),
        }
    }
}

impl Unflushed {
    /// Removes the original, and returns the first error. The directories have already been flushed, and
    /// `flushed` contains the results.
    fn end(self, flushed: &Flushed) -> Committed {
        let path = self.target.path();
        let old_name = self.predecessor.as_ref().map_or(Ok(()), |old| flushed.of(old.directory()));
        let flushed = flushed.of(self.target.directory()).and(old_name);
        let flushed = flushed.map_err(Error::failed("flush its directory", &path));
        let removed = self.old.as_ref().map_or(Ok(()), |old| {
            old.remove().map_err(old.failed("remove the original (its replacement is in place)"))
        });
        Committed { left: flushed.and(removed).err(), predecessor: self.predecessor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;
    use tempfile::TempDir;

    #[test]
    fn a_file_is_kept_if_its_backup_gets_a_replacement_in_the_same_group() {
        let dir = TempDir::new().unwrap();
        let options = ReplaceOptions::default().with_backup(Some("~".into())).with_hard_links(true);
        let path = |name: &str| dir.path().join(name);
        fs::write(path("1.eml"), "old").unwrap();
        fs::hard_link(path("1.eml"), path("1.eml~")).unwrap();
        let ready = |name: &str| {
            let original = Original::open(&path(name), false, &options).unwrap();
            let target = original.location().clone();
            let mut new = Replacement::beside(&original).unwrap();
            new.write_all(b"new").unwrap();
            new.ready_as(original, target, &options).unwrap()
        };
        let placed = commit(vec![ready("1.eml~"), ready("1.eml")]);
        let [Ok(Committed { left: None, .. }), Err(refused)] = placed.as_slice() else {
            panic!("{placed:?}")
        };
        assert!(refused.to_string().contains("older backup"), "{refused}");
        let now = ["1.eml", "1.eml~", "1.eml~~"].map(|name| fs::read_to_string(path(name)).unwrap());
        assert_eq!(now, ["old", "new", "old"]);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_file_is_marked_until_it_is_replaced_if_a_backup_is_kept() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("1.eml");
        for suffix in [None, Some("~".into())] {
            fs::write(&path, "old").unwrap();
            let options = ReplaceOptions::default().with_backup(suffix);
            let original = Original::open(&path, false, &options).unwrap();
            let target = original.location().clone();
            let new = Replacement::beside(&original).unwrap();
            let ready = new.ready_as(original, target, &options).unwrap();
            assert_eq!(claim::alone(&fs::File::open(&path).unwrap()).is_ok(), options.backup.is_none());
            drop(ready);
            claim::alone(&fs::File::open(&path).unwrap()).unwrap();
        }
    }

    #[test]
    fn a_file_that_changed_after_its_new_form_was_written_is_kept_and_the_others_are_replaced() {
        const CHANGED: usize = 2;
        let dir = TempDir::new().unwrap();
        let options = ReplaceOptions::default().with_backup(Some("~".into()));
        let path = |n: usize| dir.path().join(format!("{n}.eml"));
        let ready = |n: usize| {
            fs::write(path(n), "old").unwrap();
            let original = Original::open(&path(n), false, &options).unwrap();
            let target = original.location().clone();
            let mut new = Replacement::beside(&original).unwrap();
            new.write_all(b"new").unwrap();
            new.ready_as(original, target, &options).unwrap()
        };
        let group: Vec<_> = (0..5).map(ready).collect();
        fs::write(path(CHANGED), "changed").unwrap();
        for (n, placed) in commit(group).into_iter().enumerate() {
            let backup = fs::read_to_string(dir.path().join(format!("{n}.eml~"))).ok();
            let now = (fs::read_to_string(path(n)).unwrap(), backup);
            match n {
                CHANGED => {
                    assert!(placed.unwrap_err().to_string().contains("changed"));
                    assert_eq!(now, ("changed".into(), None));
                }
                _ => {
                    assert!(placed.unwrap().left.is_none());
                    assert_eq!(now, ("new".into(), Some("old".into())));
                }
            }
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2 * 5 - 1);
    }
}
