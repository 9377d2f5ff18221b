//! Files that may be replaced. Finds out whether such a file changed since it was opened.

use super::options::ReplaceOptions;
use crate::error::Error;
use crate::mailbox::compressed::decompressed;
use crate::mailbox::fs::backup;
use crate::mailbox::fs::directory::{Location, file_type};
use crate::mailbox::fs::maildir::{self, Sizes};
use crate::mailbox::whole_file::{FromOffset, SharedFile, WholeFile};
use rustix::fs::{FileType, Stat, fstat};
use std::fs::{File, FileTimes, Metadata};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that may be replaced.
#[derive(Debug)]
pub struct Original {
    location: Location,
    path: PathBuf,
    file: Arc<File>,
    state: Stat,
    metadata: Metadata,
    /// Whether the file had other names when it was opened, besides its own name and the name of its backup.
    pub(super) has_other_names: bool,
}

impl Original {
    /// Opens `path` for reading and, if `writable` is true, also for writing. A lock needs a file that is open
    /// for writing.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, is not a regular file, or has more names than `options` allow.
    pub fn open(path: &Path, writable: bool, options: &ReplaceOptions) -> Result<Self, Error> {
        Self::at(Location::of(path)?, writable, options)
    }

    /// Opens a location for reading and, if `writable` is true, also for writing. A lock needs a file that is
    /// open for writing.
    ///
    /// # Errors
    /// Fails for the same reasons as [`open`](Original::open).
    pub fn at(location: Location, writable: bool, options: &ReplaceOptions) -> Result<Self, Error> {
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
        let file = Arc::new(file);
        let mut original = Self { location, path, file, state, metadata, has_other_names: false };
        original.has_other_names = state.st_nlink > 1 && original.backup(options)?.is_none();
        if original.has_other_names && !options.hard_links {
            let why = "it has other names (hard links), which would keep the original; use --break-hard-links to \
                       replace it under this name only";
            return Err(Error::refused("replace", &original.path, why));
        }
        Ok(original)
    }

    /// Examines the file again. Changes that were made before this call then no longer prevent the
    /// replacement of the file.
    ///
    /// # Errors
    /// Fails if the file cannot be examined.
    pub fn renewed(self) -> Result<Self, Error> {
        let (state, metadata) = examine(&self.path, &self.file)?;
        Ok(Self { state, metadata, ..self })
    }

    /// The path of the file, for error messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The metadata of the file when it was opened.
    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The size of the file in octets when it was opened.
    pub(crate) fn size(&self) -> u64 {
        self.metadata.len()
    }

    /// The result of `fstat` for the file when it was opened.
    pub(crate) fn state(&self) -> &Stat {
        &self.state
    }

    /// The times of the file when it was opened.
    pub(super) fn times(&self) -> io::Result<FileTimes> {
        Ok(FileTimes::new().set_accessed(self.metadata.accessed()?).set_modified(self.metadata.modified()?))
    }

    /// The location of the file.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Returns a reader that reads the file from its start.
    pub(crate) fn reader(&self) -> FromOffset {
        WholeFile::examined(Arc::clone(&self.file), &self.metadata).from(0)
    }

    /// Moves to the start of the file, and returns a reader of the whole file. The result can also be shared by several
    /// readers ([`WholeFile::shared`]).
    ///
    /// # Errors
    /// Fails if the position cannot be moved to the start.
    pub(crate) fn whole(&self) -> io::Result<SharedFile> {
        let mut whole = WholeFile::examined(Arc::clone(&self.file), &self.metadata);
        whole.rewind()?;
        Ok(whole)
    }

    /// The backup of the file, if the name of the backup is the only other name of the file. A killed run made
    /// such a backup.
    pub(super) fn backup(&self, options: &ReplaceOptions) -> Result<Option<Location>, Error> {
        let Some(suffix) = options.backup.as_ref().filter(|_| self.state.st_nlink == 2) else {
            return Ok(None);
        };
        if let Some(backup) = backup::find(&self.file, &self.location, suffix)? {
            return Ok(Some(backup));
        }
        self.former()?.map_or(Ok(None), |former| backup::find(&self.file, &former, suffix))
    }

    /// The former name of a Maildir message that a killed run may have renamed. Such a run gave the message the
    /// name that contains the sizes of the replacement, but did not replace the message. So the former name is
    /// computed from the actual sizes of the message. Returns `None` for other files.
    fn former(&self) -> Result<Option<Location>, Error> {
        if !maildir::is_message(&self.location)? {
            return Ok(None);
        }
        let mut message = Vec::new();
        let mut read = || decompressed(self.reader())?.0.read_to_end(&mut message);
        read().map_err(Error::failed("read", &self.path))?;
        let name = maildir::with_sizes(self.location.name(), Sizes::of(&message));
        Ok(Some(self.location.sibling(name)))
    }

    /// Whether the file at `location` is the file that was opened, with the same size and modification time.
    /// False if this cannot be examined.
    pub(super) fn is_at(&self, location: &Location) -> bool {
        self.examine_at(location).unwrap_or(false)
    }

    /// Does the same as [`is_at`](Original::is_at), but returns errors.
    ///
    /// # Errors
    /// Fails if `location` cannot be examined.
    pub(super) fn examine_at(&self, location: &Location) -> io::Result<bool> {
        let state = |s: &Stat| (s.st_dev, s.st_ino, s.st_size, s.st_mtime, s.st_mtime_nsec);
        Ok(state(&location.stat()?) == state(&self.state))
    }

    /// Whether the file is unchanged since it was opened, including its names and permissions. A change is
    /// noticed even if a program reset the modification time.
    pub(super) fn is_untouched(&self) -> bool {
        let state = |s: &Stat| (s.st_ctime, s.st_ctime_nsec);
        fstat(&self.file).is_ok_and(|now| state(&now) == state(&self.state))
    }

    /// Whether the name `location` belongs to the file that was opened, even if the file has changed.
    pub(super) fn is_named(&self, location: &Location) -> io::Result<bool> {
        location.names(&self.file)
    }

    /// Returns the error for a file that is no longer [at](Original::is_at) its location. The kind of the
    /// error is "not found" if no file is at the location.
    pub(super) fn has_changed(&self) -> Error {
        match self.location.stat() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let why = "it was moved or removed while it was read; run again";
                Error::new("replace", Some(&self.path), io::Error::new(ErrorKind::NotFound, why))
            }
            _ => Error::refused("replace", &self.path, "it changed while it was read; run again"),
        }
    }
}

fn examine(path: &Path, file: &File) -> Result<(Stat, Metadata), Error> {
    let examined = fstat(file).map_err(io::Error::from).and_then(|state| Ok((state, file.metadata()?)));
    examined.map_err(Error::failed("examine", path))
}
