//! Backups: the old forms of replaced files, kept under another name.
//!
//! The backup of a file is in the same directory, under the name of the file and a suffix. In a Maildir it
//! would be a second message there, so the suffix is added to the name of the directory, `cur` or `new`,
//! instead.

use super::directory::{Directory, Location};
use super::maildir;
use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::ErrorKind;
use std::sync::Arc;

/// Refuses a suffix that is no valid part of a file name, or with which a backup would be taken for a lock or a
/// temporary file, and removed.
///
/// # Errors
/// Fails with the reason if the suffix is refused.
pub fn check_suffix(suffix: &OsStr) -> Result<(), &'static str> {
    let suffix = suffix.as_encoded_bytes();
    if suffix.is_empty() || suffix.contains(&b'/') {
        return Err("a suffix has at least one character and no `/`");
    }
    let end = suffix.to_ascii_lowercase();
    if end.ends_with(b".lock") || end.ends_with(b".mailutf") {
        return Err("names of locks and unfinished files end in this suffix; choose another one");
    }
    Ok(())
}

/// Whether `file` is already the backup of the file at `location`.
///
/// # Errors
/// Fails if that cannot be determined.
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

/// Gives `file`, which is at `location`, its backup name as a second name, and flushes that to the disk.
/// Returns the backup unless it existed before.
///
/// # Errors
/// Fails if the name cannot be given, or belongs to another file.
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
        // If it cannot be removed, the next run reuses it.
        let _ = backup.remove();
        return Err(error(failed));
    }
    Ok(Some(backup))
}

/// The folder and the name of the directory for the backups of a Maildir's messages; `None` for other files.
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
