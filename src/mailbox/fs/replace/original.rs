//! Files that may be replaced, and whether they changed since they were opened.

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
    /// Whether the file, when it was opened, had other names than its own name and the name of its backup.
    pub(super) has_other_names: bool,
}

impl Original {
    /// Opens `path` for reading, and also for writing if `writable` (a lock needs that).
    ///
    /// # Errors
    /// Fails if it cannot be opened, is not a regular file, or has more names than `options` allow.
    pub fn open(path: &Path, writable: bool, options: &ReplaceOptions) -> Result<Self, Error> {
        Self::at(Location::of(path)?, writable, options)
    }

    /// Opens a location for reading, and also for writing if `writable` (a lock needs that).
    ///
    /// # Errors
    /// Like [`open`](Original::open).
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
            let why = "it has other names (hard links), under which the original would remain";
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

    /// Its times when it was opened.
    pub(super) fn times(&self) -> io::Result<FileTimes> {
        Ok(FileTimes::new().set_accessed(self.metadata.accessed()?).set_modified(self.metadata.modified()?))
    }

    /// Its location.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Reads the file from its start.
    pub(crate) fn reader(&self) -> FromOffset {
        WholeFile::examined(Arc::clone(&self.file), &self.metadata).from(0)
    }

    /// The file, to be read from its start by one reader or by several.
    ///
    /// # Errors
    /// If it cannot be rewound.
    pub(crate) fn whole(&self) -> io::Result<SharedFile> {
        let mut whole = WholeFile::examined(Arc::clone(&self.file), &self.metadata);
        whole.rewind()?;
        Ok(whole)
    }

    /// Its backup, made by a killed run, if that is its only other name.
    pub(super) fn backup(&self, options: &ReplaceOptions) -> Result<Option<Location>, Error> {
        let Some(suffix) = options.backup.as_ref().filter(|_| self.state.st_nlink == 2) else {
            return Ok(None);
        };
        if let Some(backup) = backup::find(&self.file, &self.location, suffix)? {
            return Ok(Some(backup));
        }
        self.former()?.map_or(Ok(None), |former| backup::find(&self.file, &former, suffix))
    }

    /// The former name of a Maildir message, computed from its size. A killed run may have given the message
    /// the name with the sizes of its replacement.
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

    /// Whether the file at `location` is the one that was opened, with the same size and modification time.
    pub(super) fn is_at(&self, location: &Location) -> bool {
        self.examine_at(location).unwrap_or(false)
    }

    /// Like [`is_at`](Original::is_at).
    ///
    /// # Errors
    /// If that cannot be found out.
    pub(super) fn examine_at(&self, location: &Location) -> io::Result<bool> {
        let state = |s: &Stat| (s.st_dev, s.st_ino, s.st_size, s.st_mtime, s.st_mtime_nsec);
        Ok(state(&location.stat()?) == state(&self.state))
    }

    /// Whether nothing of the file changed since it was opened, including its names and permissions. A change is
    /// noticed even if the time of modification was set back.
    pub(super) fn is_untouched(&self) -> bool {
        let state = |s: &Stat| (s.st_ctime, s.st_ctime_nsec);
        fstat(&self.file).is_ok_and(|now| state(&now) == state(&self.state))
    }

    /// Whether the name `location` belongs to the file that was opened, changed or not.
    pub(super) fn is_named(&self, location: &Location) -> io::Result<bool> {
        location.names(&self.file)
    }

    /// The error for a file that [is not at](Original::is_at) its location any more; "not found" if no file is there.
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
