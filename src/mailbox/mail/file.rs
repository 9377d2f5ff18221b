//! A file that holds mail, at the place where it was found.

use crate::error::Error;
#[cfg(unix)]
use crate::mailbox::fs::{directory::Location, found::Found, maildir};
use crate::mailbox::source::Format;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// The kind of mail that a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// An mbox or one message; the first octets of the file decide. A file that the caller named is of this
    /// kind.
    #[default]
    Any,
    /// A message of a Maildir.
    Maildir,
    /// A message. The file name shows this: it ends with `.eml`, or is a number as in MH. A `.cnm` or `.msg`
    /// file is a message if its content starts like a message. A compression suffix such as `.gz` may follow.
    Message,
    /// A message of Apple Mail. The file name shows this: it ends with `.emlx`.
    Emlx,
    /// A message of Cyrus, whose name is a number and a dot. Cyrus also keeps the size of the message in an
    /// index.
    Cyrus,
    /// An mbox. It is read in the [format](super::ReadOptions::format) of the options. With [`Format::Any`],
    /// a file without a `From ` line is then read as one message;
    /// [`Opened::holds_several`](super::Opened::holds_several) tells whether the file is an mbox.
    Mbox,
}

impl Kind {
    /// Returns the format in which a file of this kind is read. `named` is the format that the caller named.
    pub(crate) fn format(self, named: Format) -> Format {
        match self {
            Self::Any | Self::Mbox => named,
            Self::Emlx => Format::Emlx,
            Self::Maildir | Self::Message | Self::Cyrus => Format::Message,
        }
    }
}

/// A file that holds mail, as found by [`Files`](super::Files).
///
/// A file that was found in a directory is opened by its place in that directory. Symbolic links there are not
/// followed, not even a link that has just replaced the file. A file that the caller named is opened by its
/// path, which may be a link.
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
    /// The directory in which the file was found; `None` for a file that the caller named.
    root: Option<Arc<Path>>,
    /// The place of the file in its directory. For a file that the caller named, `None` unless the place was
    /// looked up.
    #[cfg(unix)]
    place: Option<Found>,
}

impl MailFile {
    /// Returns the file at `path`, which the caller names. The first octets of the file show what it holds. The
    /// file need not exist: the path can also be just a name for the octets that
    /// [`Opened::of`](super::Opened::of) reads.
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

    /// Returns this file with another kind.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) fn with_size(self, size: u64) -> Self {
        Self { size, ..self }
    }

    /// The path of the file: the path that the caller named, or a path below a directory that the caller named.
    pub fn path(&self) -> &Arc<Path> {
        &self.path
    }

    /// The path of the file relative to the directory that was searched. For a file that the caller named, the
    /// name of the file.
    pub fn inside(&self) -> &Path {
        match &self.root {
            Some(root) => self.path.strip_prefix(root).unwrap_or(&self.path),
            None => self.path.file_name().map_or(&self.path, Path::new),
        }
    }

    /// The kind of mail that the file holds.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The size of the file in octets when it was found, before decompression. The size is 0 for a pipe and for
    /// anything else that is not a regular file.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The flags in the name of a message of a Maildir, such as `FS` for flagged and seen; empty for other
    /// files.
    pub fn flags(&self) -> &str {
        #[cfg(unix)]
        if self.kind == Kind::Maildir
            && let Some(name) = self.path.file_name()
        {
            return maildir::flags(name);
        }
        ""
    }

    /// Calls `work` on the file. On systems other than Unix no directories are read, so there is no place to
    /// look for a moved message.
    #[cfg(not(unix))]
    pub(crate) fn reach<T>(&self, work: impl FnOnce(&Self) -> Result<T, Error>) -> Result<Option<T>, Error> {
        work(self).map(Some)
    }

    /// Opens the file for reading, but reads nothing.
    pub(super) fn open_file(&self) -> Result<(File, Metadata), Error> {
        let failed = Error::failed("open", &self.path);
        #[cfg(unix)]
        if let Some(location) = self.location().filter(|_| !self.is_named()) {
            let file = location.open(false).map_err(|error| match is_link(&error) {
                true => self
                    .refused("a symbolic link has taken the place of this file; mailutf does not follow it"),
                false => failed(error),
            })?;
            let metadata = file.metadata().map_err(failed)?;
            return match metadata.is_file() {
                true => Ok((file, metadata)),
                false => {
                    Err(self.refused("something that is not a regular file has taken the place of this file"))
                }
            };
        }
        // On systems other than Unix, opening a directory fails with the error that access is denied. A
        // clearer error is returned instead.
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

/// Functions for files that have a place in a directory.
#[cfg(unix)]
impl MailFile {
    /// Returns a file that was found below the directory `root`.
    pub(crate) fn found(root: Arc<Path>, found: Found) -> Self {
        let path = found.location.path().into();
        Self { path, kind: Kind::Any, size: 0, root: Some(root), place: Some(found) }
    }

    /// Returns the file at `path`, which the caller names. Its place in the directory is `place`.
    pub(crate) fn named_at(path: &Path, place: Found) -> Self {
        Self { place: Some(place), ..Self::named(path) }
    }

    /// Whether the caller named the file.
    pub(crate) fn is_named(&self) -> bool {
        self.root.is_none()
    }

    /// The place of the file in its directory, if the place is known.
    pub(crate) fn location(&self) -> Option<&Location> {
        self.place.as_ref().map(|place| &place.location)
    }

    /// Calls `work` on the file. A mail client may have moved a message of a Maildir from `new` to `cur`, or
    /// changed its flags, since it was found. So if `work` fails because the message is no longer there, calls
    /// `work` again at the new place of the message. Returns `None` if a file that was found in a directory is
    /// gone.
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

    /// Calls `work` at the new place of a file that the caller named, if the file is a message of a Maildir.
    /// Otherwise fails with `error`.
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
