//! A file that holds mail, as it was found.

use crate::error::Error;
#[cfg(unix)]
use crate::mailbox::fs::{directory::Location, found::Found, maildir};
use crate::mailbox::source::Format;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// What a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An mbox or one message: its first octets decide. A file that the caller named is of this kind.
    #[default]
    Any,
    /// A message of a Maildir.
    Maildir,
    /// A message by its name: `.eml`, or a number as in MH; a compression suffix such as `.gz` may follow.
    Message,
    /// A message of Apple Mail: `.emlx`.
    Emlx,
    /// A message of Cyrus: a number and a dot. An index holds its size as well.
    Cyrus,
    /// An mbox.
    Mbox,
}

impl Kind {
    /// The format of a file of this kind. `named` is the format that the caller named.
    pub(crate) fn format(self, named: Format) -> Format {
        match self {
            Self::Any | Self::Mbox => named,
            Self::Emlx => Format::Emlx,
            Self::Maildir | Self::Message | Self::Cyrus => Format::Message,
        }
    }
}

/// A file that holds mail. [`Files`](super::Files) finds them. A file that was found in a directory is opened by its
/// place in that directory, and no symbolic link is followed there, not even one that has just been put in its place. A
/// file that the caller named is opened by its path, which may be a link.
///
/// ```
/// use mailutf::mailbox::mail::{Kind, MailFile, Opened, ReadOptions};
/// // A member of an archive, which another crate reads.
/// let member = MailFile::named("mail.tar/1.eml").with_kind(Kind::Message);
/// let mut opened = Opened::of(&b"Subject: x\n\n"[..], member, &ReadOptions::default())?;
/// let batch = opened.next().unwrap()?;
/// assert_eq!(batch.entries().count(), 1);
/// assert_eq!(opened.file().path().to_str(), Some("mail.tar/1.eml"));
/// # Ok::<(), mailutf::mailbox::mail::Skipped>(())
/// ```
#[derive(Clone, Debug)]
pub struct MailFile {
    path: Arc<Path>,
    kind: Kind,
    size: u64,
    /// The directory that was searched; `None` for a file that the caller named.
    root: Option<Arc<Path>>,
    /// The place in that directory; for a file that the caller named, the place if it was looked up.
    #[cfg(unix)]
    place: Option<Found>,
}

impl MailFile {
    /// The file at `path`, which the caller names; its first octets show what it holds. It need not exist: the path is then
    /// only a name for what [`Opened::of`](super::Opened::of) reads.
    pub fn named(path: impl AsRef<Path>) -> Self {
        Self {
            path: path.as_ref().into(),
            kind: Kind::Any,
            size: 0,
            root: None,
            #[cfg(unix)]
            place: None,
        }
    }

    /// This file, of this kind.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) fn with_size(self, size: u64) -> Self {
        Self { size, ..self }
    }

    /// The path of the file: the path that the caller named, or a path below that one.
    pub fn path(&self) -> &Arc<Path> {
        &self.path
    }

    /// Its path relative to the directory that was searched; for a file that the caller named, its name.
    pub fn inside(&self) -> &Path {
        match &self.root {
            Some(root) => self.path.strip_prefix(root).unwrap_or(&self.path),
            None => self.path.file_name().map_or(&self.path, Path::new),
        }
    }

    /// What it holds.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its size in octets when it was found, before decompression; 0 for a pipe and for anything else that is not a regular file.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The flags in the name of a message of a Maildir, such as `FS` for flagged and seen; else none.
    pub fn flags(&self) -> &str {
        #[cfg(unix)]
        if self.kind == Kind::Maildir
            && let Some(name) = self.path.file_name()
        {
            return maildir::flags(name);
        }
        ""
    }

    /// On these systems no directories are read, so there is no place where a moved message could be found.
    #[cfg(not(unix))]
    pub(crate) fn reach<T>(&self, work: impl FnOnce(&Self) -> Result<T, Error>) -> Result<Option<T>, Error> {
        work(self).map(Some)
    }

    /// Opens it for reading. Reads nothing.
    pub(super) fn open_file(&self) -> Result<(File, Metadata), Error> {
        let failed = Error::failed("open", &self.path);
        #[cfg(unix)]
        if let Some(location) = self.location().filter(|_| !self.is_named()) {
            let file = location.open(false).map_err(|error| match is_link(&error) {
                true => self.refused("a symbolic link has taken its place, and is not followed"),
                false => failed(error),
            })?;
            let metadata = file.metadata().map_err(failed)?;
            return match metadata.is_file() {
                true => Ok((file, metadata)),
                false => Err(self.refused("something that is not a regular file has taken its place")),
            };
        }
        // Other systems do not even open a directory, and say that access is denied.
        if cfg!(not(unix)) && self.path.is_dir() {
            return Err(no_directories(&self.path));
        }
        let file = File::open(&self.path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(Error::new("read", Some(&self.path), ErrorKind::IsADirectory.into()));
        }
        Ok((file, metadata))
    }
}

/// A file that has a place in a directory.
#[cfg(unix)]
impl MailFile {
    /// A file that was found below the directory `root`.
    pub(crate) fn found(root: Arc<Path>, found: Found) -> Self {
        let path = found.location.path().into();
        Self { path, kind: Kind::Any, size: 0, root: Some(root), place: Some(found) }
    }

    /// The file at `path`, which the caller names, and which has this place.
    pub(crate) fn named_at(path: &Path, place: Found) -> Self {
        Self { place: Some(place), ..Self::named(path) }
    }

    /// Whether the caller named the file.
    pub(crate) fn is_named(&self) -> bool {
        self.root.is_none()
    }

    /// Its place in a directory, if that was looked up.
    pub(crate) fn location(&self) -> Option<&Location> {
        self.place.as_ref().map(|place| &place.location)
    }

    /// Calls `work` on the file. If that fails because the file is no longer there, and it is a message of a Maildir, calls
    /// it again where the message is now: a mail client may have moved it from `new` to `cur`, or changed its flags. `None`
    /// if a file that was found is gone.
    pub(crate) fn reach<T>(
        &self,
        mut work: impl FnMut(&Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match &self.place {
            Some(place) => place.reach(|now| match place.location.is(&now.location) {
                true => work(self),
                false => work(&Self {
                    path: now.location.path().into(),
                    place: Some(now.clone()),
                    root: self.root.clone(),
                    ..*self
                }),
            }),
            None => match work(self) {
                Err(error) if error.io_kind() == Some(ErrorKind::NotFound) => {
                    self.follow(error, work).map(Some)
                }
                done => done.map(Some),
            },
        }
    }

    /// Calls `work` where the file that the caller named is now, if it is a message of a Maildir; otherwise fails with `error`.
    fn follow<T>(&self, error: Error, mut work: impl FnMut(&Self) -> Result<T, Error>) -> Result<T, Error> {
        let Ok(named) = Location::of(&self.path) else { return Err(error) };
        let place = Found::named(named, Arc::default());
        let done = place.reach(|now| {
            if now.location.is(&place.location) {
                return work(self);
            }
            let moved =
                Self::found(now.location.directory().path().into(), Found::alone(now.location.clone()));
            work(&moved.with_kind(self.kind).with_size(self.size))
        });
        done?.ok_or(error)
    }

    fn refused(&self, why: &str) -> Error {
        Error::refused("open", &self.path, why)
    }
}

#[cfg(unix)]
fn is_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

pub(super) fn no_directories(path: &Path) -> Error {
    let why = "directories are read only on Unix; name a file";
    Error::new("read", Some(path), io::Error::new(ErrorKind::IsADirectory, why))
}
