//! Files that were found in a tree, and the places where they are searched for if they have moved.

use super::directory::{Directory, Location};
use super::maildir;
use super::moved::{self, ATTEMPTS, Moved, is_missing};
use crate::error::Error;
use std::io;
use std::sync::Arc;

/// A file that was found in a tree.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) location: Location,
    /// The directories in which the file is searched for if it was moved: those directories of its Maildir
    /// folder that are in the tree.
    pub(super) places: Places,
    /// Finds messages that were moved. All files of the tree share this value.
    pub(super) moved: Arc<Moved>,
}

/// The places where a file is searched for if it is no longer where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// The file is not searched for, because it is not a message of a Maildir.
    None,
    /// The file is searched for only in its own directory, because the tree to convert begins with this directory.
    Directory,
    /// The file is searched for in both directories, `cur` and `new`, of its Maildir folder.
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

impl Found {
    /// Returns a file that is not searched for if it is no longer at `location`.
    pub(crate) fn alone(location: Location) -> Self {
        Self { location, places: Places::None, moved: Arc::default() }
    }

    /// Returns a file that the caller named. If the file is a message of a Maildir and is moved, it is
    /// searched for in its folder. `moved` is shared by all files of a run.
    pub(crate) fn named(location: Location, moved: Arc<Moved>) -> Self {
        let is_message = maildir::is_message(&location).unwrap_or(false);
        Self { location, places: if is_message { Places::Folder } else { Places::None }, moved }
    }

    /// Calls `work` on the file. If `work` fails because the file is a message of a Maildir that was moved,
    /// calls `work` again at the new place of the message. Returns `None` if the file is gone.
    ///
    /// # Errors
    /// Fails with the error of `work`. Also fails if the new place of the message is not clear, or if the
    /// message has moved again after each of several attempts.
    pub(crate) fn reach<T>(
        &self,
        mut work: impl FnMut(&Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let mut now = self.clone();
        for _ in 0..ATTEMPTS {
            match work(&now) {
                Err(error) if is_missing(&now.location, &error) => {}
                done => return done.map(Some),
            }
            let directories = self.places.directories(&self.location);
            let found = directories.and_then(|directories| self.moved.find(&now.location, directories));
            match found.map_err(now.location.failed("find it again"))? {
                Some(location) => now.location = location,
                None => return Ok(None),
            }
        }
        Err(Error::refused("read", &self.location.path(), "another program keeps moving it; run again"))
    }
}
