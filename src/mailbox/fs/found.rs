//! A file that was found in a tree, and the places where it is searched for if it is no longer there.

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
    /// The directories in which it may be found again: those of its Maildir folder that are in the tree.
    pub(super) places: Places,
    /// The state that all files of the tree share.
    pub(super) moved: Arc<Moved>,
}

/// Where to search for a file that is no longer where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// Nowhere, because it is not a message of a Maildir.
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

impl Found {
    /// A file that is not searched for elsewhere.
    pub(crate) fn alone(location: Location) -> Self {
        Self { location, places: Places::None, moved: Arc::default() }
    }

    /// A file that the caller named; all files of a run share `moved`. A message of a Maildir is searched for in its folder.
    pub(crate) fn named(location: Location, moved: Arc<Moved>) -> Self {
        let is_message = maildir::is_message(&location).unwrap_or(false);
        Self { location, places: if is_message { Places::Folder } else { Places::None }, moved }
    }

    /// Calls `work` on the file. If that fails because the file is no longer there, and it is a message of a Maildir, calls
    /// it again where the message is now. `None` if the file is gone.
    ///
    /// # Errors
    /// Fails with the error of `work`; also if it is not clear where the message is, or the message moves again each time.
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
