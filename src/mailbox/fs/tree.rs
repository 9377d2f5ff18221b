//! Directory trees of mail: Maildir, MH, `.eml` files and mbox files, compressed or not, in any mixture.
//!
//! The directory and the name of a file show its kind; an mbox is recognised by its `From ` line. It counts
//! as a copy if a file with a shorter form of its name starts with the same message. Files are opened only
//! for these checks. Symbolic links are not followed, even if one replaces a file or directory during the
//! run; one that leads to mail outside the tree is reported.
//!
//! Other programs may change the tree meanwhile. `new` and `cur` of a Maildir are listed together, so that a message that
//! is moved from one to the other is found once. Memory: the names in one directory and in those above it.

use super::directory::{Directory, Location, file_type};
use super::file_kind;
use super::moved::{self, Messages, Moved};
use super::recognition::{Holds, recognize};
use crate::error::Error;
use rustix::fs::FileType;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use super::file_kind::Kind;
pub use super::skip_reason::SkipReason;

/// Deepest nesting of directories: the names in each are in memory.
pub(super) const DEEPEST: usize = 200;

/// A file in a tree.
#[derive(Debug)]
#[non_exhaustive]
pub struct TreeEntry {
    /// Its location.
    pub location: Location,
    /// Its path relative to the root of the tree.
    pub inside: PathBuf,
    /// Its kind.
    pub kind: Kind,
    /// Its size in octets.
    pub size: u64,
    /// The directories in which it may be found again: those of its Maildir folder that are in the tree.
    places: Places,
    moved: Arc<Moved>,
}

/// Where a file may be that is no longer where it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    /// Nowhere: it is not a message of a Maildir.
    None,
    /// In its directory, which is the root of the tree.
    Directory,
    /// In its directory and the other one of its Maildir folder.
    Folder,
}

impl Places {
    fn directories(self, location: &Location) -> io::Result<Vec<Arc<Directory>>> {
        match (self, location.directory().parent()) {
            (Self::None, _) => Ok(Vec::new()),
            (Self::Folder, Some(folder)) => moved::directories(folder),
            (Self::Directory | Self::Folder, _) => Ok(vec![Arc::clone(location.directory())]),
        }
    }
}

impl TreeEntry {
    /// Calls `work` on the file. If that fails because the file is no longer there, and it is a message of a Maildir, calls
    /// it again where the message is now: a mail client may have moved it from `new` to `cur`, or changed its flags.
    /// `None` if the file is gone.
    ///
    /// ```
    /// use mailutf::Error;
    /// use mailutf::mailbox::fs::tree::Tree;
    /// for entry in Tree::below("corpus".as_ref())? {
    ///     let octets = entry?.reach(|entry| {
    ///         let path = entry.location.path();
    ///         std::fs::read(&path).map_err(|error| Error::new("read", Some(&path), error))
    ///     })?;
    ///     assert!(octets.is_some());
    /// }
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails with the error of `work`; also if it cannot be told where the message is, or it is moved again and again.
    pub fn reach<T>(&self, mut work: impl FnMut(&Self) -> Result<T, Error>) -> Result<Option<T>, Error> {
        let directories = || self.places.directories(&self.location);
        self.moved.follow(&self.location, directories, |location| work(&self.at(location)))
    }

    /// The same message under another name or in another directory of its folder.
    fn at(&self, location: &Location) -> Self {
        let mut inside = self.inside.clone();
        inside.pop();
        if self.places == Places::Folder {
            inside.pop();
            inside.push(location.directory().name());
        }
        inside.push(location.name());
        Self { location: location.clone(), inside, moved: Arc::clone(&self.moved), ..*self }
    }
}

/// The files of a tree, sorted by name in each directory.
#[derive(Debug)]
pub struct Tree {
    root: PathBuf,
    /// The directories whose entries are still to be returned, the root first.
    open: Vec<Open>,
    moved: Arc<Moved>,
}

#[derive(Debug)]
struct Open {
    directory: Arc<Directory>,
    /// The names still to be returned, the last one first.
    names: Vec<OsString>,
    holds: Holds,
    /// The names in the directory `new` in it, if they were listed with those in `cur`.
    new: Option<Vec<OsString>>,
}

impl Tree {
    /// Lists the tree below the directory `root`, which may be a symbolic link.
    ///
    /// # Errors
    /// Fails if `root` is not a directory or cannot be read.
    pub fn below(root: &Path) -> Result<Self, Error> {
        Self::of(&Directory::open(root).map_err(|error| Error::new("open", Some(root), error))?)
    }

    /// Lists the tree below an open directory.
    ///
    /// # Errors
    /// Fails if it cannot be read.
    pub fn of(root: &Arc<Directory>) -> Result<Self, Error> {
        let mut tree = Self { root: root.path().to_path_buf(), open: Vec::new(), moved: Arc::default() };
        tree.list(Arc::clone(root))?;
        Ok(tree)
    }

    fn enter(&mut self, location: &Location) -> Result<(), Error> {
        let path = location.path();
        if self.open.len() > DEEPEST {
            return Err(too_deep(&path));
        }
        let directory = location.directory().enter(location.name());
        self.list(directory.map_err(|error| Error::new("open", Some(&path), error))?)
    }

    fn list(&mut self, directory: Arc<Directory>) -> Result<(), Error> {
        let above = self.open.last_mut();
        let listed = above.and_then(|above| above.new.take_if(|_| directory.name() == moved::NEW));
        let is_listed = listed.is_some();
        let mut names = match listed {
            Some(names) => names,
            None => directory.names().map_err(|error| list_error(&directory, error))?,
        };
        let holds = Holds::of(&directory, &names)?;
        match holds {
            Holds::Messages if !is_listed => names = self.messages_in(&directory)?,
            // Most are temporary files of this program, which disappear within moments.
            Holds::Deliveries => names.retain(|name| !file_kind::is_unfinished(name)),
            _ => {}
        }
        names.sort_unstable_by(|a, b| b.cmp(a));
        self.open.push(Open { directory, names, holds, new: None });
        Ok(())
    }

    /// The names in a directory with messages of a Maildir. If it is `cur`, and `new` follows, that is listed, too.
    fn messages_in(&mut self, directory: &Arc<Directory>) -> Result<Vec<OsString>, Error> {
        let follows = |above: &&mut Open| above.names.iter().any(|name| name == moved::NEW);
        let above = self.open.last_mut().filter(follows);
        let directories = match &above {
            Some(above) => moved::directories(&above.directory),
            None => Ok(vec![Arc::clone(directory)]),
        };
        let failed = |error| list_error(directory, error);
        let directories = directories.map_err(failed)?;
        let messages = Messages::of(&directories).map_err(failed)?;
        if let Some(above) = above {
            let new = directories.iter().find(|one| one.name() == moved::NEW);
            above.new = new.map(|new| messages.names_in(new));
        }
        Ok(messages.names_in(directory))
    }

    /// Examines an entry of a directory that holds `holds`. Returns `None` if it is a directory, which is listed then.
    fn examine(&mut self, entry: &TreeEntry, holds: Holds) -> Result<Option<(Kind, u64)>, Error> {
        let location = &entry.location;
        let stat = location.stat().map_err(|error| Error::new("examine", Some(&location.path()), error))?;
        match file_type(&stat) {
            // The old file of an mbox, which is not mail beside it.
            FileType::Directory if file_kind::is_unfinished(location.name()) => Ok(None),
            FileType::Directory => self.enter(location).map(|()| None),
            _ => {
                let kind = recognize(location, &stat, holds, &self.root)?;
                Ok(Some((kind, u64::try_from(stat.st_size).unwrap_or(0))))
            }
        }
    }
}

fn list_error(directory: &Directory, error: io::Error) -> Error {
    Error::new("list", Some(directory.path()), error)
}

pub(super) fn too_deep(path: &Path) -> Error {
    let why = format!("it is {DEEPEST} directories deep; name a directory further in");
    Error::refused("list", path, why)
}

impl Iterator for Tree {
    type Item = Result<TreeEntry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let depth = self.open.len();
            let Open { directory, names, holds, .. } = self.open.last_mut()?;
            let Some(name) = names.pop() else {
                self.open.pop();
                continue;
            };
            let (location, holds) = (Location::new(Arc::clone(directory), name), *holds);
            let path = location.path();
            let mut entry = TreeEntry {
                inside: path.strip_prefix(&self.root).unwrap_or(&path).to_path_buf(),
                location,
                kind: Kind::Skipped(SkipReason::Gone),
                size: 0,
                places: match holds {
                    Holds::Messages if depth > 1 => Places::Folder,
                    Holds::Messages => Places::Directory,
                    _ => Places::None,
                },
                moved: Arc::clone(&self.moved),
            };
            let examined = entry.reach(|now| Ok((now.location.clone(), self.examine(now, holds)?)));
            match examined {
                Err(error) => return Some(Err(error)),
                Ok(Some((_, None))) => {}
                Ok(Some((location, Some((kind, size))))) => {
                    entry = TreeEntry { kind, size, ..entry.at(&location) };
                    return Some(Ok(entry));
                }
                Ok(None) if file_kind::is_temporary(entry.location.name()) => {}
                Ok(None) => return Some(Ok(entry)),
            }
        }
    }
}
