//! Directories, and files named relative to them.
//!
//! A path is resolved only once. Everything below the path is opened name by name, relative to the directory
//! at the end of the path, and never through a symbolic link. If a link replaces a directory during a run,
//! the link has no effect, unless the directory has to be opened again. In that case, the link causes an
//! error (guarantee G19 in docs/guarantees.md).

use super::descriptor::{self, Descriptor};
use super::ownership;
use crate::error::Error;
use rustix::fs::{self as system, AtFlags, Dir, FileType, Mode, OFlags, RawMode, Stat};
use rustix::io::Errno;
use rustix::process::{Gid, Uid};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The flags that open a directory. On Linux, `O_PATH` opens a directory even without the permission
/// to list it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const HELD: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const HELD: OFlags = OFlags::RDONLY;

const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// A directory that stays the same during a run: if another directory takes its name, the other directory is
/// refused.
#[derive(Debug)]
pub struct Directory {
    descriptor: Descriptor,
    path: PathBuf,
    /// The name of the directory in its parent directory; empty without a parent.
    name: OsString,
    parent: Option<Arc<Self>>,
    /// The directories next to this directory that [`beside`](Self::beside) has already returned.
    beside: Mutex<Vec<Arc<Self>>>,
}

impl Directory {
    /// Opens the directory at `path`, which may be a symbolic link.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn open(path: &Path) -> io::Result<Arc<Self>> {
        if let Some((above, name)) = path.parent().zip(path.file_name()) {
            let above = Arc::new(Self::alone(above)?);
            match enter(above.descriptor()?, name) {
                // `path` may be a symbolic link.
                Err(Errno::NOTDIR | Errno::LOOP) => {}
                entered => return Ok(above.holding(Descriptor::kept(entered?), name)),
            }
        }
        // The name of a directory and its parent show its use (`cur` in a Maildir, for example). The path `.`
        // and a symbolic link show neither, so the real path is used.
        let real = fs::canonicalize(or_current(path))?;
        let Some((above, name)) = real.parent().zip(real.file_name()) else {
            return Ok(Arc::new(Self::alone(path)?));
        };
        let parent = Arc::new(Self::alone(above)?);
        let descriptor = Descriptor::kept(enter(parent.descriptor()?, name)?);
        Ok(Arc::new(Self {
            descriptor,
            path: path.to_path_buf(),
            name: name.to_owned(),
            parent: Some(parent),
            beside: Mutex::default(),
        }))
    }

    /// Opens the directory at `path`, but not its parent.
    fn alone(path: &Path) -> io::Result<Self> {
        let descriptor = Descriptor::kept(system::open(or_current(path), HELD | DIRECTORY, Mode::empty())?);
        let (path, name) = (path.to_path_buf(), OsString::new());
        Ok(Self { descriptor, path, name, parent: None, beside: Mutex::default() })
    }

    /// The descriptor of the directory. If the descriptor was closed, the directory is opened again, relative
    /// to the nearest open directory above it.
    fn descriptor(&self) -> io::Result<Arc<OwnedFd>> {
        let mut closed = Vec::new();
        let mut nearest = self;
        let mut open = loop {
            match (nearest.descriptor.open(), &nearest.parent) {
                (Some(open), _) => break open,
                (None, Some(parent)) => {
                    closed.push(nearest);
                    nearest = parent;
                }
                // A directory without a parent is always kept open.
                (None, None) => return Err(descriptor::moved()),
            }
        };
        for directory in closed.into_iter().rev() {
            let again = enter(&open, &directory.name).map_err(|error| match error {
                Errno::NOENT | Errno::NOTDIR | Errno::LOOP => descriptor::moved(),
                error => error.into(),
            });
            open = directory.descriptor.reopened(again?)?;
        }
        Ok(open)
    }

    fn holding(self: &Arc<Self>, descriptor: Descriptor, name: &OsStr) -> Arc<Self> {
        let (path, parent) = (self.path.join(name), Some(Arc::clone(self)));
        Arc::new(Self { descriptor, path, name: name.to_owned(), parent, beside: Mutex::default() })
    }

    /// Opens the directory `name` in this directory. A symbolic link is not opened.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn enter(self: &Arc<Self>, name: &OsStr) -> io::Result<Arc<Self>> {
        Ok(self.holding(Descriptor::new(enter(self.descriptor()?, name)?), name))
    }

    /// Opens the directory `name` in this directory, and creates it if it is missing. A new directory gets
    /// the permissions and the extended attributes of `model` and, if the system allows it, the owner of
    /// `model`. A new directory gets its name only when it is complete. The name is flushed to the disk
    /// before this function returns.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub(crate) fn make(self: &Arc<Self>, name: &OsStr, model: &Self) -> io::Result<Arc<Self>> {
        // Only one thread makes a directory at a time, because a caller that finds the directory relies on its
        // name being on the disk.
        static MAKING: Mutex<()> = Mutex::new(());
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = if_exists(self.enter(name))? {
            return Ok(found);
        }
        let named = Location::new(Arc::clone(self), name.to_owned());
        // The temporary name has no leading dots, because to servers a directory is a mail folder if its name
        // starts with a dot.
        let dots = name.as_bytes().iter().take_while(|&&octet| octet == b'.').count();
        let plain = name.as_bytes().get(dots..).unwrap_or_default();
        let unnamed = named.sibling(unfinished("", plain));
        match system::mkdirat(self.descriptor()?, &*unnamed.name, Mode::from_raw_mode(0o700)) {
            // A killed run may have left the temporary directory, which is then used.
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let made = self.take_after(&unnamed.name, model).and_then(|()| unnamed.rename(&named));
        if let Err(error) = made {
            // If the removal fails, an empty directory is left, which the next run uses.
            let _ = self.descriptor().map(|held| system::unlinkat(held, &*unnamed.name, AtFlags::REMOVEDIR));
            return Err(error);
        }
        self.flush()?;
        self.enter(name)
    }

    /// Opens the directory `name` in this directory, and creates it if it is missing. Only the owner of `model`
    /// may enter a new directory. The name is not flushed to the disk.
    pub(super) fn make_private(self: &Arc<Self>, name: &OsStr, model: &File) -> io::Result<Arc<Self>> {
        match system::mkdirat(self.descriptor()?, name, Mode::RWXU) {
            Ok(()) => {
                let model = system::fstat(model)?;
                let (user, group) = (Uid::from_raw(model.st_uid), Gid::from_raw(model.st_gid));
                // The result is ignored. If the user of this process may not change the owner, this user stays the
                // owner of the directory, and is also the user who will look into it.
                let _ = system::chownat(
                    self.descriptor()?,
                    name,
                    Some(user),
                    Some(group),
                    AtFlags::SYMLINK_NOFOLLOW,
                );
            }
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        self.enter(name)
    }

    /// Removes the empty directory `name` from this directory.
    pub(super) fn remove_directory(&self, name: &OsStr) -> io::Result<()> {
        Ok(system::unlinkat(self.descriptor()?, name, AtFlags::REMOVEDIR)?)
    }

    /// Opens the directory `name` next to this directory. If it is missing, it is [made](Directory::make) with
    /// this directory as the model. It is opened only once for all files in this directory.
    pub(crate) fn beside(self: &Arc<Self>, name: &OsStr) -> io::Result<Arc<Self>> {
        let mut opened = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = opened.iter().find(|open| open.name == name) {
            return Ok(Arc::clone(open));
        }
        let made = self.parent.as_ref().ok_or(ErrorKind::NotFound)?.make(name, self)?;
        opened.push(Arc::clone(&made));
        Ok(made)
    }

    /// Gives the directory `name` in this directory the owner, permissions and attributes of `model`.
    fn take_after(self: &Arc<Self>, name: &OsStr, model: &Self) -> io::Result<()> {
        let new = File::from(self.enter(name)?.readable()?);
        let model = File::from(model.readable()?);
        let permissions = ownership::copy_or_restrict(&model, &new)?;
        ownership::copy_attributes(&model, &new)?;
        new.set_permissions(permissions)?;
        new.sync_all()
    }

    /// Opens the directory at the relative path `inside`, one name at a time.
    pub(crate) fn walk(self: &Arc<Self>, inside: &Path) -> io::Result<Arc<Self>> {
        inside.components().try_fold(Arc::clone(self), |directory, component| match component {
            Component::Normal(name) => directory.enter(name),
            _ => Err(ErrorKind::InvalidInput.into()),
        })
    }

    /// The path by which the directory was opened, for error messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The real name of the directory, whatever the path by which it was opened. Empty for the root of the file
    /// system.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    /// The parent of the directory.
    pub fn parent(&self) -> Option<&Arc<Self>> {
        self.parent.as_ref()
    }

    /// The names of the entries of the directory, in no particular order.
    ///
    /// # Errors
    /// Returns the error of the system.
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

    /// The time when the entries of the directory were last changed, in seconds and nanoseconds.
    #[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
    pub(super) fn changed(&self) -> io::Result<(i64, i64)> {
        let stat = system::fstat(self.descriptor()?)?;
        Ok((stat.st_mtime as i64, stat.st_mtime_nsec as i64))
    }

    /// Flushes the entries of the directory to the disk.
    pub(super) fn flush(&self) -> io::Result<()> {
        Ok(system::fsync(self.readable()?)?)
    }

    pub(super) fn readable(&self) -> io::Result<OwnedFd> {
        Ok(system::openat(self.descriptor()?, ".", OFlags::RDONLY | DIRECTORY, Mode::empty())?)
    }

    /// Whether this directory contains a directory called `name`. A symbolic link does not count.
    ///
    /// # Errors
    /// Fails if the entry cannot be examined.
    pub(super) fn has_directory(&self, name: &str) -> Result<bool, Error> {
        Ok(self.type_of(name)? == Some(FileType::Directory))
    }

    /// The type of the entry `name`; `None` if there is no such entry.
    ///
    /// # Errors
    /// Fails if the entry cannot be examined.
    pub(super) fn type_of(&self, name: &str) -> Result<Option<FileType>, Error> {
        let error = |error| Error::new("examine", Some(&self.path.join(name)), error);
        match system::statat(self.descriptor().map_err(error)?, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(file_type(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(failed) => Err(error(failed.into())),
        }
    }
}

/// Turns the error that a file does not exist into `None`.
pub(crate) fn if_exists<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// Opens the directory `name` in an open directory. A symbolic link is not opened.
fn enter(directory: impl AsFd, name: &OsStr) -> rustix::io::Result<OwnedFd> {
    system::openat(directory, name, HELD | DIRECTORY | OFlags::NOFOLLOW, Mode::empty())
}

/// Returns the temporary name of a file or directory that will be called `name`.
fn unfinished(start: &str, name: &[u8]) -> OsString {
    const LONGEST: usize = 255;
    let whole = [start.as_bytes(), name, b".mailutf"].concat();
    if whole.len() <= LONGEST {
        return OsString::from_vec(whole);
    }
    let mut hasher = DefaultHasher::new();
    OsStr::from_bytes(name).hash(&mut hasher);
    format!("{start}{:016x}.mailutf", hasher.finish()).into()
}

/// Whether the error of a rename says that the file system does not support the flags of the rename.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn is_unknown(error: &io::Error) -> bool {
    let unknown = [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP];
    Errno::from_io_error(error).is_some_and(|error| unknown.contains(&error))
}

pub(super) fn or_current(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

pub(super) fn file_type(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// The place of a file: a directory, and a name in that directory.
#[derive(Clone, Debug)]
pub struct Location {
    directory: Arc<Directory>,
    name: OsString,
}

impl Location {
    /// Returns the location of `name` in `directory`. The name contains no slash.
    pub fn new(directory: Arc<Directory>, name: OsString) -> Self {
        Self { directory, name }
    }

    /// Returns the location of `path`. The directories in the path may be symbolic links.
    ///
    /// # Errors
    /// Fails if the directory cannot be opened, or if the path does not end in a name.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let error = Error::failed("open", path);
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

    /// The whole path of the file, for error messages.
    pub fn path(&self) -> PathBuf {
        self.directory.path.join(&self.name)
    }

    /// Turns an error of the system into an error that says that `action` on the file failed.
    pub(crate) fn failed(&self, action: &'static str) -> impl Fn(io::Error) -> Error + Copy {
        move |error| Error::new(action, Some(&self.path()), error)
    }

    /// Whether `other` is the same name in the same `Directory` value.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.directory, &other.directory)
    }

    /// Returns the location of another name in the same directory.
    pub(crate) fn sibling(&self, name: OsString) -> Self {
        Self::new(Arc::clone(&self.directory), name)
    }

    /// Opens the file for reading and, if `writable` is true, also for writing. Does not follow a symbolic
    /// link, and does not wait for the other end of a FIFO.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub fn open(&self, writable: bool) -> io::Result<File> {
        let access = if writable { OFlags::RDWR } else { OFlags::RDONLY };
        let flags = access | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(system::openat(self.directory.descriptor()?, &*self.name, flags, Mode::empty())?.into())
    }

    /// Creates the file with the permissions `mode`, reduced by the umask. Fails if the name already exists.
    pub(super) fn create(&self, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(mode as RawMode);
        Ok(system::openat(self.directory.descriptor()?, &*self.name, flags, mode)?.into())
    }

    /// The metadata of the entry. For a symbolic link, this is the metadata of the link, not of its target.
    pub(crate) fn stat(&self) -> io::Result<Stat> {
        Ok(system::statat(self.directory.descriptor()?, &*self.name, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Returns the location of the temporary file that will replace this file. If its name would be too long
    /// for the system, it is shortened.
    pub(super) fn temporary(&self) -> Self {
        self.sibling(unfinished(".", self.name.as_bytes()))
    }

    /// Whether this name belongs to `file`.
    pub(super) fn names(&self, file: &File) -> io::Result<bool> {
        let (file, named) = (system::fstat(file)?, self.stat()?);
        Ok((file.st_dev, file.st_ino) == (named.st_dev, named.st_ino))
    }

    /// Renames the file to `to`. If `to` exists, it is replaced.
    pub(super) fn rename(&self, to: &Self) -> io::Result<()> {
        let (from, into) = (self.directory.descriptor()?, to.directory.descriptor()?);
        Ok(system::renameat(from, &*self.name, into, &*to.name)?)
    }

    /// Renames the file to `to`. Fails if `to` exists.
    pub(super) fn rename_to_free(&self, to: &Self) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        match self.rename_without_replacing(to) {
            Err(error) if is_unknown(&error) => {}
            renamed => return renamed,
        }
        match if_exists(to.stat())? {
            None => self.rename(to),
            Some(_) => Err(ErrorKind::AlreadyExists.into()),
        }
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    fn rename_without_replacing(&self, to: &Self) -> io::Result<()> {
        let (from, into) = (self.directory.descriptor()?, to.directory.descriptor()?);
        Ok(system::renameat_with(from, &*self.name, into, &*to.name, system::RenameFlags::NOREPLACE)?)
    }

    /// Exchanges the files of the two names atomically.
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub(super) fn exchange(&self, other: &Self) -> io::Result<()> {
        let (one, two) = (self.directory.descriptor()?, other.directory.descriptor()?);
        let flags = system::RenameFlags::EXCHANGE;
        Ok(system::renameat_with(one, &*self.name, two, &*other.name, flags)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
    pub(super) fn exchange(&self, _other: &Self) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Gives the file a second name, `to`. Fails if `to` exists.
    pub(super) fn link(&self, to: &Self) -> io::Result<()> {
        let (from, into) = (self.directory.descriptor()?, to.directory.descriptor()?);
        Ok(system::linkat(from, &*self.name, into, &*to.name, AtFlags::empty())?)
    }

    /// Gives the file a second name, `to`. Fails if `to` exists. On a file system without hard links, the file
    /// is renamed instead. So call this only if the first name is about to be removed.
    pub(super) fn name_as_well(&self, to: &Self) -> io::Result<()> {
        match self.link(to) {
            #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported) => {
                self.rename_without_replacing(to)
            }
            linked => linked,
        }
    }

    /// Removes the name from its directory.
    pub(super) fn remove(&self) -> io::Result<()> {
        Ok(system::unlinkat(self.directory.descriptor()?, &*self.name, AtFlags::empty())?)
    }
}
