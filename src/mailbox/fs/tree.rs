//! Directory trees of mail: Maildir, MH, `.eml` files and mbox files, compressed or not, in any mixture.
//!
//! The kind of a file is shown by its directory and its name. An mbox is recognised by its `From ` line. An
//! mbox counts as a copy if its name starts with the name of another file in its directory (`a.mbox.old` and
//! `a.mbox`, for example), and if both files start with the same message. Files are opened only for these
//! checks. Symbolic links are not followed, even if a link replaces a file or directory during the run. A
//! link to mail outside the tree is reported.
//!
//! Other programs can change the tree at the same time. `new` and `cur` of a Maildir are listed together, so
//! that a message that is moved from one to the other is found once. Memory: the names in one directory and in
//! the directories above it.

use super::directory::{Directory, Location, file_type};
use super::file_kind;
use super::found::{Found, Places};
use super::moved::{self, Messages, Moved};
use super::recognition::{Holds, Recognized, recognize};
use crate::error::Error;
use crate::mailbox::mail::{MailFile, SkipReason, Skipped, Why};
use rustix::fs::FileType;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// The maximum depth of directories that are listed. The depth is limited because the names in all open
/// directories are in memory.
pub(super) const DEEPEST: usize = 200;

/// The files of a tree, sorted by name in each directory.
#[derive(Debug)]
pub(crate) struct Tree {
    root: Arc<Path>,
    /// The directories whose entries are still to be returned, beginning with the root.
    open: Vec<Open>,
    moved: Arc<Moved>,
    /// Whether a file with mail, or with possible mail, was found. Also true after the absence of mail was
    /// reported, so that it is reported only once.
    has_mail: bool,
    /// The number of files that are not mail.
    others: u64,
}

#[derive(Debug)]
struct Open {
    directory: Arc<Directory>,
    /// The names that are still to be returned, in reverse order.
    names: Vec<OsString>,
    holds: Holds,
    /// The names in the subdirectory `new`, if they were listed together with the names in the subdirectory
    /// `cur`.
    new: Option<Vec<OsString>>,
}

impl Tree {
    /// Lists the tree below the directory `root`, which may be a symbolic link.
    ///
    /// # Errors
    /// Fails if `root` is not a directory or cannot be read.
    pub(crate) fn below(root: &Path) -> Result<Self, Error> {
        Self::of(&Directory::open(root).map_err(Error::failed("open", root))?)
    }

    /// Lists the tree below an open directory.
    ///
    /// # Errors
    /// Fails if the directory cannot be read.
    pub(crate) fn of(root: &Arc<Directory>) -> Result<Self, Error> {
        let mut tree = Self {
            root: root.path().into(),
            open: Vec::new(),
            moved: Arc::default(),
            has_mail: false,
            others: 0,
        };
        tree.list(Arc::clone(root))?;
        Ok(tree)
    }

    fn enter(&mut self, location: &Location) -> Result<(), Error> {
        let path = location.path();
        if self.open.len() > DEEPEST {
            return Err(too_deep(&path));
        }
        self.list(location.directory().enter(location.name()).map_err(Error::failed("open", &path))?)
    }

    fn list(&mut self, directory: Arc<Directory>) -> Result<(), Error> {
        let above = self.open.last_mut();
        let listed = above.and_then(|above| above.new.take_if(|_| directory.name() == moved::NEW));
        let is_listed = listed.is_some();
        let mut names = match listed {
            Some(names) => names,
            None => directory.names().map_err(Error::failed("list", directory.path()))?,
        };
        let holds = Holds::of(&directory, &names)?;
        match holds {
            Holds::Messages if !is_listed => names = self.messages_in(&directory)?,
            // Files with such names are temporary files of this program, most of which disappear within
            // moments.
            Holds::Deliveries => names.retain(|name| !file_kind::is_unfinished(name)),
            _ => {}
        }
        names.sort_unstable_by(|a, b| b.cmp(a));
        self.open.push(Open { directory, names, holds, new: None });
        Ok(())
    }

    /// The names in a directory with messages of a Maildir. If the directory is `cur`, and its sibling `new` is
    /// still to be listed, `new` is listed at the same time.
    fn messages_in(&mut self, directory: &Arc<Directory>) -> Result<Vec<OsString>, Error> {
        let follows = |above: &&mut Open| above.names.iter().any(|name| name == moved::NEW);
        let above = self.open.last_mut().filter(follows);
        let directories = match &above {
            Some(above) => moved::directories(&above.directory),
            None => Ok(vec![Arc::clone(directory)]),
        };
        let failed = Error::failed("list", directory.path());
        let directories = directories.map_err(failed)?;
        let messages = Messages::of(&directories).map_err(failed)?;
        if let Some(above) = above {
            let new = directories.iter().find(|one| one.name() == moved::NEW);
            above.new = new.map(|new| messages.names_in(new));
        }
        Ok(messages.names_in(directory))
    }

    /// Examines an entry of a directory whose content is `holds`. If the entry is a directory, lists that
    /// directory and returns `None`.
    fn examine(&mut self, location: &Location, holds: Holds) -> Result<Option<(Recognized, u64)>, Error> {
        let stat = location.stat().map_err(location.failed("examine"))?;
        match file_type(&stat) {
            // This directory holds the original of an mbox that was replaced. The original is not read as mail.
            FileType::Directory if file_kind::is_unfinished(location.name()) => Ok(None),
            FileType::Directory => self.enter(location).map(|()| None),
            _ => {
                let kind = recognize(location, &stat, holds, &self.root)?;
                Ok(Some((kind, u64::try_from(stat.st_size).unwrap_or(0))))
            }
        }
    }
}

pub(super) fn too_deep(path: &Path) -> Error {
    let why = format!("it is {DEEPEST} directories deep; name a directory below it instead");
    Error::refused("list", path, why)
}

impl Tree {
    /// Returns the next file: a file with mail, or a skipped file with the reason.
    fn find(&mut self) -> Option<Result<MailFile, Skipped>> {
        loop {
            let depth = self.open.len();
            let Open { directory, names, holds, .. } = self.open.last_mut()?;
            let Some(name) = names.pop() else {
                self.open.pop();
                continue;
            };
            let (location, holds) = (Location::new(Arc::clone(directory), name), *holds);
            let places = match holds {
                Holds::Messages if depth > 1 => Places::Folder,
                Holds::Messages => Places::Directory,
                _ => Places::None,
            };
            let found = Found { location, places, moved: Arc::clone(&self.moved) };
            let examined = found.reach(|now| Ok((now.clone(), self.examine(&now.location, holds)?)));
            let file = |found| MailFile::found(Arc::clone(&self.root), found);
            return Some(match examined {
                Ok(Some((_, None))) => continue,
                Ok(Some((now, Some((Ok(kind), size))))) => Ok(file(now).with_kind(kind).with_size(size)),
                Ok(Some((now, Some((Err(why), _))))) => Err(Skipped::new(file(now), why)),
                Ok(None) if file_kind::is_temporary(found.location.name()) => continue,
                Ok(None) => Err(Skipped::new(file(found), SkipReason::Gone)),
                Err(error) => Err(Skipped::new(file(found), Why::Io(error))),
            });
        }
    }
}

impl Iterator for Tree {
    type Item = Result<MailFile, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.find();
        match &found {
            Some(Ok(_)) => self.has_mail = true,
            Some(Err(Skipped { why: Why::File(SkipReason::NotMail), .. })) => self.others += 1,
            Some(Err(skipped)) => self.has_mail |= skipped.why.misses_mail(),
            None if self.others > 0 && !self.has_mail => {
                self.has_mail = true;
                let root = MailFile::named(Arc::clone(&self.root));
                return Some(Err(Skipped::new(root, Why::NoMail(self.others))));
            }
            None => {}
        }
        found
    }
}
