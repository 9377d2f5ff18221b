//! Directory trees of mail: Maildir, MH, `.eml` files and mbox files, compressed or not, in any mixture.
//!
//! The directory and the name of a file show its kind; an mbox is recognised by its `From ` line. It counts
//! as a copy if a file with a shorter form of its name starts with the same message. Files are opened only
//! for these checks. Symbolic links are not followed, even if one replaces a file or directory during the
//! run; one that leads to mail outside the tree is reported. Memory: the names in one directory and in those above it.

use super::directory::{Directory, Location, file_type};
use super::file_kind;
use super::recognition::{Holds, recognize};
use crate::error::Error;
use rustix::fs::{FileType, Stat};
use std::ffi::OsString;
use std::io::ErrorKind;
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
}

/// The files of a tree, sorted by name in each directory.
#[derive(Debug)]
pub struct Tree {
    root: PathBuf,
    /// The directories whose entries are still to be returned, the root first.
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    directory: Arc<Directory>,
    /// The names still to be returned, the last one first.
    names: Vec<OsString>,
    holds: Holds,
}

impl Open {
    fn new(directory: Arc<Directory>) -> Result<Self, Error> {
        let mut names =
            directory.names().map_err(|error| Error::new("list", Some(directory.path()), error))?;
        names.sort_unstable_by(|a, b| b.cmp(a));
        let holds = Holds::of(&directory, &names)?;
        if holds == Holds::Deliveries {
            // Most are temporary files of this program, which disappear within moments.
            names.retain(|name| !file_kind::is_unfinished(name));
        }
        Ok(Self { directory, names, holds })
    }
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
        Ok(Self { root: root.path().to_path_buf(), open: vec![Open::new(Arc::clone(root))?] })
    }

    fn enter(&mut self, location: &Location) -> Result<(), Error> {
        let path = location.path();
        if self.open.len() > DEEPEST {
            return Err(too_deep(&path));
        }
        let directory = location.directory().enter(location.name());
        let directory = directory.map_err(|error| Error::new("open", Some(&path), error))?;
        self.open.push(Open::new(directory)?);
        Ok(())
    }

    fn found(&self, location: Location, stat: &Stat, holds: Holds) -> Result<TreeEntry, Error> {
        let kind = recognize(&location, stat, holds, &self.root)?;
        let path = location.path();
        let inside = path.strip_prefix(&self.root).unwrap_or(&path).to_path_buf();
        Ok(TreeEntry { location, inside, kind, size: u64::try_from(stat.st_size).unwrap_or(0) })
    }
}

pub(super) fn too_deep(path: &Path) -> Error {
    let why = format!("it is {DEEPEST} directories deep; name a directory further in");
    Error::refused("list", path, why)
}

impl Iterator for Tree {
    type Item = Result<TreeEntry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Open { directory, names, holds } = self.open.last_mut()?;
            let Some(name) = names.pop() else {
                self.open.pop();
                continue;
            };
            let (location, holds) = (Location::new(Arc::clone(directory), name), *holds);
            return Some(match location.stat() {
                // The old file of an mbox, which is not mail beside it.
                Ok(stat)
                    if file_type(&stat) == FileType::Directory
                        && file_kind::is_unfinished(location.name()) =>
                {
                    continue;
                }
                Ok(stat) if file_type(&stat) == FileType::Directory => match self.enter(&location) {
                    Ok(()) => continue,
                    Err(error) => Err(error),
                },
                Ok(stat) => self.found(location, &stat, holds),
                Err(error)
                    if error.kind() == ErrorKind::NotFound && file_kind::is_temporary(location.name()) =>
                {
                    continue;
                }
                Err(error) => Err(Error::new("examine", Some(&location.path()), error)),
            });
        }
    }
}
