//! Replacing a file so that at any moment it is whole, in its old form or its new one (guarantee G19).
//!
//! The new form is written beside the old one, flushed to the disk, given the owner, permissions, extended
//! attributes and times of the old one, and renamed over it; then the directory is flushed too. A file that
//! changed since it was read is not replaced. Symbolic links are not followed, and a file with more than one
//! name is refused unless that was allowed, as its other names would keep the old form.
//!
//! What a killed run leaves behind is a file `.NAME.mailutf`; the next run on NAME removes it.

use super::maildir::is_message_path;
use crate::error::Error;
use rustix::fs::{FlockOperation, OFlags, flock};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileTimes, Metadata, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::time::Duration;
use xattr::FileExt;

/// What is allowed, and what is kept.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What is added to the name of a file for the name under which its old form stays; `None` keeps none.
    pub backup: Option<OsString>,
    /// Replace files that have more names than one.
    pub hard_links: bool,
    /// How long a lock on an mbox that another program holds is waited for.
    pub patience: Duration,
}

impl Default for Rules {
    /// No backup, no hard links, ten seconds.
    fn default() -> Self {
        Self { backup: None, hard_links: false, patience: Duration::from_secs(10) }
    }
}

/// A file that may be replaced.
#[derive(Debug)]
pub struct Original {
    path: PathBuf,
    file: File,
    metadata: Metadata,
}

impl Original {
    /// Opens `path` for reading, and for writing too where `writable` (a lock needs that).
    ///
    /// # Errors
    /// Where it cannot be opened, is no regular file, or has more names than `rules` allow.
    pub fn open(path: &Path, writable: bool, rules: &Rules) -> Result<Self, Error> {
        let file = OpenOptions::new()
            .read(true)
            .write(writable)
            .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32)
            .open(path)
            .map_err(|error| match fs::symlink_metadata(path) {
                Ok(link) if link.is_symlink() => {
                    refuse(path, "it is a symbolic link; name the file it leads to")
                }
                _ => Error::new("open", Some(path), error),
            })?;
        let metadata = file.metadata().map_err(|error| Error::new("examine", Some(path), error))?;
        if !metadata.is_file() {
            return Err(refuse(path, "it is no regular file"));
        }
        let original = Self { path: path.to_path_buf(), file, metadata };
        if original.metadata.nlink() > 1 && !rules.hard_links && !original.is_backed_up(rules) {
            return Err(refuse(path, "it has other names (hard links), which would keep the old form"));
        }
        Ok(original)
    }

    /// The same, with what the file is now: what happened to it before counts as known.
    ///
    /// # Errors
    /// Where it cannot be examined.
    pub fn renewed(self) -> Result<Self, Error> {
        let metadata =
            self.file.metadata().map_err(|error| Error::new("examine", Some(&self.path), error))?;
        Ok(Self { metadata, ..self })
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, opened for reading.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Whether its only other name is the backup that a killed run made.
    fn is_backed_up(&self, rules: &Rules) -> bool {
        let backup = rules.backup.as_deref().map(|suffix| backup_path(&self.path, suffix));
        let same = |other: Metadata| (other.dev(), other.ino()) == (self.metadata.dev(), self.metadata.ino());
        self.metadata.nlink() == 2
            && backup.and_then(|path| fs::symlink_metadata(path).ok()).is_some_and(same)
    }

    /// Whether the file is the one that was opened, in name and in what it holds.
    fn is_unchanged(&self) -> bool {
        let state = |m: &Metadata| (m.dev(), m.ino(), m.size(), m.mtime(), m.mtime_nsec());
        fs::symlink_metadata(&self.path).is_ok_and(|now| state(&now) == state(&self.metadata))
    }
}

/// The new form of a file, under a name of its own until it is [put in place](Replacement::commit). Dropped
/// before that, it is removed.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    file: File,
    in_place: bool,
}

impl Replacement {
    /// An empty file beside `original`.
    ///
    /// # Errors
    /// Where it cannot be created, or another run is at work on the same file.
    pub fn beside(original: &Original) -> Result<Self, Error> {
        let name = original.path.file_name().unwrap_or_default();
        Self::in_directory(original.path.parent().unwrap_or(Path::new("")), name)
    }

    /// An empty file for what is to be called `name`, in a directory of the same file system.
    ///
    /// # Errors
    /// As [`beside`](Replacement::beside).
    pub fn in_directory(directory: &Path, name: &OsStr) -> Result<Self, Error> {
        Self::at(directory.join(temporary_name(name)))
    }

    /// An empty file at `path`; what a killed run left there is removed.
    fn at(path: PathBuf) -> Result<Self, Error> {
        let create_error = |error| Error::new("create", Some(&path), error);
        let create = || OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        let file = match create() {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                remove_stale(&path).and_then(|()| create())
            }
            created => created,
        };
        let file = file.map_err(create_error)?;
        // Held until the file is closed: says that it is not left over.
        flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|error| create_error(error.into()))?;
        Ok(Self { path, file, in_place: false })
    }

    /// Gives the file what belongs to `original`, flushes it to the disk and renames it over `original`.
    ///
    /// # Errors
    /// Where that fails, or `original` is not as it was when it was opened; it is left as it is then.
    pub fn commit(self, original: &Original, rules: &Rules) -> Result<(), Error> {
        self.commit_as(original, &original.path, rules)
    }

    /// The same, where the new form is to have another name: `original` gets it first, so that no moment sees
    /// two forms of it.
    ///
    /// # Errors
    /// As [`commit`](Replacement::commit); and where `target` exists.
    pub fn commit_as(self, original: &Original, target: &Path, rules: &Rules) -> Result<(), Error> {
        let path = &original.path;
        let error = |action| move |error| Error::new(action, Some(path), error);
        self.take_owner(original).map_err(error("keep the owner of"))?;
        self.finish(original)?;
        if let Some(suffix) = &rules.backup {
            back_up(original, suffix)?;
        }
        if target != path {
            if fs::symlink_metadata(target).is_ok() {
                let exists = io::Error::from(ErrorKind::AlreadyExists);
                return Err(Error::new("rename to", Some(target), exists));
            }
            fs::rename(path, target).map_err(error("rename"))?;
        }
        self.rename(target)
    }

    /// Makes the file a copy of its own: `original` stays, and what is called `target` is replaced. The copy
    /// gets the owner of `original` where the system allows it.
    ///
    /// # Errors
    /// Where that fails, or `original` is not as it was when it was opened.
    pub fn commit_copy(self, original: &Original, target: &Path) -> Result<(), Error> {
        // Who may not give files away owns the copy.
        let _ = self.take_owner(original);
        self.finish(original)?;
        self.rename(target)
    }

    /// Everything but the name.
    fn finish(&self, original: &Original) -> Result<(), Error> {
        let path = &original.path;
        self.take_after(original)
            .map_err(|error| Error::new("keep permissions and times of", Some(path), error))?;
        self.file.sync_all().map_err(|error| Error::new("write", Some(&self.path), error))?;
        if original.is_unchanged() {
            Ok(())
        } else {
            Err(refuse(path, "it changed while it was read; run again"))
        }
    }

    fn rename(mut self, target: &Path) -> Result<(), Error> {
        fs::rename(&self.path, target).map_err(|error| Error::new("replace", Some(target), error))?;
        self.in_place = true;
        flush_directory(target).map_err(|error| Error::new("flush the directory of", Some(target), error))
    }

    fn take_owner(&self, original: &Original) -> io::Result<()> {
        let (old, new) = (&original.metadata, self.file.metadata()?);
        if (old.uid(), old.gid()) == (new.uid(), new.gid()) {
            return Ok(());
        }
        fchown(&self.file, Some(old.uid()), Some(old.gid()))
    }

    fn take_after(&self, original: &Original) -> io::Result<()> {
        let old = &original.metadata;
        // A file system without attributes has none to keep.
        for name in original.file.list_xattr().into_iter().flatten() {
            if let Some(value) = original.file.get_xattr(&name)? {
                let set = self.file.set_xattr(&name, &value);
                // What the system attaches to a file is the system's to attach.
                if !name.as_bytes().starts_with(b"security.") {
                    set?;
                }
            }
        }
        self.file.set_permissions(old.permissions())?;
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
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Keeps the old form under its backup name too.
fn back_up(original: &Original, suffix: &OsStr) -> Result<(), Error> {
    let backup = backup_path(&original.path, suffix);
    if let Some(directory) = backup.parent().filter(|_| is_message_path(&original.path)) {
        fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
    }
    match fs::hard_link(&original.path, &backup) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let same = fs::symlink_metadata(&backup)
                .is_ok_and(|m| (m.dev(), m.ino()) == (original.metadata.dev(), original.metadata.ino()));
            if same { Ok(()) } else { Err(refuse(&backup, "it is an older backup; move it away")) }
        }
        Err(error) => Err(Error::new("create", Some(&backup), error)),
    }
}

/// Where the old form of `path` stays. A message of a Maildir would be a second message in its own directory,
/// so there it is the directory that gets the suffix.
fn backup_path(path: &Path, suffix: &OsStr) -> PathBuf {
    let suffixed = |path: &Path| {
        let mut backup = path.as_os_str().to_owned();
        backup.push(suffix);
        PathBuf::from(backup)
    };
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if is_message_path(path) => suffixed(folder).join(name),
        _ => suffixed(path),
    }
}

/// The name of the new form of `name` until it is in place; no longer than a file name may be.
fn temporary_name(name: &OsStr) -> OsString {
    const LONGEST: usize = 255;
    let mut temporary = [b".", name.as_bytes(), b".mailutf"].concat();
    if temporary.len() > LONGEST {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        temporary = format!(".{:016x}.mailutf", hasher.finish()).into_bytes();
    }
    OsString::from_vec(temporary)
}

/// Removes what a killed run left at `path`; an error where a run is still at work on it.
fn remove_stale(path: &Path) -> io::Result<()> {
    let busy = || io::Error::new(ErrorKind::ResourceBusy, "another run is at work on it");
    let file = OpenOptions::new().write(true).custom_flags(OFlags::NOFOLLOW.bits() as i32).open(path)?;
    flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| busy())?;
    // Until the lock was had, another run may have put the file in place.
    let (locked, named) = (file.metadata()?, fs::symlink_metadata(path)?);
    if (locked.dev(), locked.ino()) != (named.dev(), named.ino()) {
        return Err(busy());
    }
    fs::remove_file(path)
}

fn flush_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => File::open(parent)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

fn refuse(path: &Path, why: &'static str) -> Error {
    Error::new("replace", Some(path), io::Error::new(ErrorKind::InvalidInput, why))
}
