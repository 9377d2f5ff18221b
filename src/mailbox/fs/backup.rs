//! Old forms of files, kept under another name while new ones take their place.
//!
//! The backup of a file stands beside it, under its name and a suffix. A message of a Maildir would be a second message
//! there, so the suffix is added to the name of its directory, `cur` or `new`.

use super::directory::{Directory, Location};
use super::maildir;
use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::ErrorKind;
use std::sync::Arc;

/// Whether the backup of what is at `location` is `file`.
///
/// # Errors
/// Where that cannot be known.
pub(super) fn is_name_of(file: &File, location: &Location, suffix: &OsStr) -> Result<bool, Error> {
    let named = match directory(location, suffix)? {
        None => beside(location, suffix).names(file),
        Some((folder, name)) => folder
            .enter(&name)
            .and_then(|directory| Location::new(directory, location.name().to_owned()).names(file)),
    };
    match named {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        named => named.map_err(|error| Error::new("find the backup of", Some(&location.path()), error)),
    }
}

/// Gives `file`, which is at `location`, its backup name as well, and has that on the disk when it returns. The backup,
/// where it was not there before.
///
/// # Errors
/// Where that fails, or another file has the name.
pub(super) fn keep(file: &File, location: &Location, suffix: &OsStr) -> Result<Option<Location>, Error> {
    let error = |error| Error::new("keep a backup of", Some(&location.path()), error);
    let backup = match directory(location, suffix)? {
        None => beside(location, suffix),
        Some((folder, name)) => {
            let directory = folder.make(&name, location.directory()).map_err(error)?;
            Location::new(directory, location.name().to_owned())
        }
    };
    match location.link(&backup) {
        Err(exists) if exists.kind() == ErrorKind::AlreadyExists => {
            if backup.names(file).map_err(error)? {
                return Ok(None);
            }
            return Err(Error::refused("replace", &backup.path(), "it is an older backup; move it away"));
        }
        linked => linked.map_err(error)?,
    }
    if let Err(failed) = backup.directory().flush() {
        // Where it cannot be removed, the next run takes it up.
        let _ = backup.remove();
        return Err(error(failed));
    }
    Ok(Some(backup))
}

/// The directory, by its folder and its name, in which backups of messages of a Maildir stay; `None` for other files.
fn directory(location: &Location, suffix: &OsStr) -> Result<Option<(Arc<Directory>, OsString)>, Error> {
    if !maildir::is_message(location)? {
        return Ok(None);
    }
    let directory = location.directory();
    Ok(directory.parent().map(|folder| (Arc::clone(folder), suffixed(directory.name(), suffix))))
}

fn beside(location: &Location, suffix: &OsStr) -> Location {
    location.sibling(suffixed(location.name(), suffix))
}

fn suffixed(name: &OsStr, suffix: &OsStr) -> OsString {
    [name, suffix].into_iter().collect()
}
