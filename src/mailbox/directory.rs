//! Directories held open, and files by their names in them.
//!
//! A path is looked up once, and what lies below is reached name by name from the directory that was found
//! then, never through a symbolic link. So a directory that somebody swaps for a link in the middle of a run
//! leads nowhere else (guarantee G19).

use crate::error::Error;
use rustix::fs::{self as system, AtFlags, Dir, FileType, Mode, OFlags, RawMode, Stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A directory that is held without the right to list it, where the system knows such.
#[cfg(any(target_os = "linux", target_os = "android"))]
const HELD: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const HELD: OFlags = OFlags::RDONLY;

const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// A directory, whatever becomes of its name.
#[derive(Debug)]
pub struct Directory {
    descriptor: OwnedFd,
    path: PathBuf,
    parent: Option<Arc<Self>>,
}

impl Directory {
    /// The directory at `path`, which may be a symbolic link.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path) -> io::Result<Arc<Self>> {
        let above = path.file_name().and(path.parent());
        let parent = above.and_then(|above| Self::alone(above, None).ok());
        Ok(Arc::new(Self::alone(path, parent.map(Arc::new))?))
    }

    fn alone(path: &Path, parent: Option<Arc<Self>>) -> io::Result<Self> {
        let named = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let descriptor = system::open(named, HELD | DIRECTORY, Mode::empty())?;
        Ok(Self { descriptor, path: path.to_path_buf(), parent })
    }

    /// The directory `name` in this one; no symbolic link.
    ///
    /// # Errors
    /// What the system says.
    pub fn enter(self: &Arc<Self>, name: &OsStr) -> io::Result<Arc<Self>> {
        let flags = HELD | DIRECTORY | OFlags::NOFOLLOW;
        let descriptor = system::openat(&self.descriptor, name, flags, Mode::empty())?;
        Ok(Arc::new(Self { descriptor, path: self.path.join(name), parent: Some(Arc::clone(self)) }))
    }

    /// The same, made where it is missing.
    ///
    /// # Errors
    /// What the system says.
    pub fn make(self: &Arc<Self>, name: &OsStr) -> io::Result<Arc<Self>> {
        match system::mkdirat(&self.descriptor, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => self.enter(name),
            Err(error) => Err(error.into()),
        }
    }

    /// The directory at `inside`, name by name, each by `step`.
    pub(crate) fn walk(
        self: &Arc<Self>,
        inside: &Path,
        step: impl Fn(&Arc<Self>, &OsStr) -> io::Result<Arc<Self>>,
    ) -> io::Result<Arc<Self>> {
        inside.components().try_fold(Arc::clone(self), |directory, component| match component {
            Component::Normal(name) => step(&directory, name),
            _ => Err(ErrorKind::InvalidInput.into()),
        })
    }

    /// How it was reached, for people.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory above it, where it was reached from there or by a path that names it.
    pub fn parent(&self) -> Option<&Arc<Self>> {
        self.parent.as_ref()
    }

    /// The names in it, in no order.
    ///
    /// # Errors
    /// What the system says.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::new(self.readable()?)? {
            let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
            if name != "." && name != ".." {
                names.push(name);
            }
        }
        Ok(names)
    }

    /// Flushes the names to the disk.
    pub(super) fn flush(&self) -> io::Result<()> {
        Ok(system::fsync(self.readable()?)?)
    }

    fn readable(&self) -> io::Result<OwnedFd> {
        Ok(system::openat(&self.descriptor, ".", OFlags::RDONLY | DIRECTORY, Mode::empty())?)
    }

    /// Whether it has a directory of that name, and no symbolic link.
    pub(super) fn has_directory(&self, name: &str) -> bool {
        system::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| file_type(&stat) == FileType::Directory)
    }
}

pub(super) fn file_type(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// A name in a directory.
#[derive(Clone, Debug)]
pub struct Location {
    directory: Arc<Directory>,
    name: OsString,
}

impl Location {
    /// The name `name`, one without a slash, in `directory`.
    pub fn new(directory: Arc<Directory>, name: OsString) -> Self {
        Self { directory, name }
    }

    /// What `path` names. Directories on the way may be symbolic links.
    ///
    /// # Errors
    /// Where its directory cannot be opened, or the path ends in no name.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let error = |error| Error::new("open", Some(path), error);
        let name = path.file_name().ok_or_else(|| error(ErrorKind::InvalidInput.into()))?;
        let directory = Directory::open(path.parent().unwrap_or(Path::new(""))).map_err(error)?;
        Ok(Self::new(directory, name.to_owned()))
    }

    /// The directory.
    pub fn directory(&self) -> &Arc<Directory> {
        &self.directory
    }

    /// The name.
    pub fn name(&self) -> &OsStr {
        &self.name
    }

    /// The whole of it, for people.
    pub fn path(&self) -> PathBuf {
        self.directory.path.join(&self.name)
    }

    /// Another name in the same directory.
    pub(crate) fn sibling(&self, name: OsString) -> Self {
        Self::new(Arc::clone(&self.directory), name)
    }

    /// Opens the file for reading, and for writing too where `writable`; neither follows a symbolic link nor
    /// waits for the other side of a FIFO.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self, writable: bool) -> io::Result<File> {
        let access = if writable { OFlags::RDWR } else { OFlags::RDONLY };
        let flags = access | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(system::openat(&self.directory.descriptor, &*self.name, flags, Mode::empty())?.into())
    }

    /// Creates the file, which must not be there, with the permissions `mode` but for what the system's mask
    /// takes away.
    pub(super) fn create(&self, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(mode as RawMode);
        Ok(system::openat(&self.directory.descriptor, &*self.name, flags, mode)?.into())
    }

    /// What has the name, itself and not what it links to.
    pub(crate) fn stat(&self) -> io::Result<Stat> {
        Ok(system::statat(&self.directory.descriptor, &*self.name, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Whether the name is that of what `file` is.
    pub(super) fn names(&self, file: &File) -> io::Result<bool> {
        let (file, named) = (system::fstat(file)?, self.stat()?);
        Ok((file.st_dev, file.st_ino) == (named.st_dev, named.st_ino))
    }

    /// Renames; what had the name `to` is gone.
    pub(super) fn rename(&self, to: &Self) -> io::Result<()> {
        let (from, into) = (&self.directory.descriptor, &to.directory.descriptor);
        Ok(system::renameat(from, &*self.name, into, &*to.name)?)
    }

    /// Has two names change what they name, in one step.
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub(super) fn exchange(&self, other: &Self) -> io::Result<()> {
        let (one, two) = (&self.directory.descriptor, &other.directory.descriptor);
        let flags = system::RenameFlags::EXCHANGE;
        Ok(system::renameat_with(one, &*self.name, two, &*other.name, flags)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    pub(super) fn exchange(&self, _other: &Self) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Gives the file the other name `to`, which must be free.
    pub(super) fn link(&self, to: &Self) -> io::Result<()> {
        let (from, into) = (&self.directory.descriptor, &to.directory.descriptor);
        Ok(system::linkat(from, &*self.name, into, &*to.name, AtFlags::empty())?)
    }

    /// The same for a file whose first name goes at once: where the file system knows no second names, it goes
    /// now.
    pub(super) fn name_as_well(&self, to: &Self) -> io::Result<()> {
        match self.link(to) {
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported) => {
                let (from, into) = (&self.directory.descriptor, &to.directory.descriptor);
                let flags = system::RenameFlags::NOREPLACE;
                Ok(system::renameat_with(from, &*self.name, into, &*to.name, flags)?)
            }
            linked => linked,
        }
    }

    /// Removes the name.
    pub(super) fn remove(&self) -> io::Result<()> {
        Ok(system::unlinkat(&self.directory.descriptor, &*self.name, AtFlags::empty())?)
    }
}
