//! Backups: the originals of replaced files, kept under another name.
//!
//! The backup of a file is next to the file. Its name is the name of the file plus a suffix. But in the `cur`
//! or `new` of a Maildir, a backup would be taken for a second message. So the backup of a Maildir message
//! has the name of the message, and is in another directory. The name of this directory is `cur` or `new`
//! plus the suffix (`cur~`, for example).

use super::directory::{Directory, Location, if_exists};
use super::file_kind;
use super::maildir;
use crate::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

/// Refuses a suffix that is not a valid part of a file name. Also refuses a suffix with which a backup could be
/// taken for another kind of file: for a lock or a temporary file, which would be removed, or for another
/// message or mailbox of the directory.
///
/// # Errors
/// Fails with the reason if the suffix is refused.
pub fn check_suffix(suffix: &OsStr) -> Result<(), &'static str> {
    let named = suffixed(OsStr::new("1"), suffix);
    let suffix = suffix.as_encoded_bytes();
    if suffix.is_empty() || suffix.contains(&b'/') {
        return Err("a suffix has at least one character and no `/`");
    }
    let end = suffix.to_ascii_lowercase();
    if end.ends_with(b".lock") || end.ends_with(b".mailutf") {
        return Err("lock files and unfinished files have names with this suffix; choose another suffix");
    }
    if file_kind::message(&named).is_some() || file_kind::is_named_like_a_file(Path::new(&named)) {
        return Err("a file with this suffix would be read as mail; choose another suffix");
    }
    Ok(())
}

/// A backup, and whether this run made it. If the original is not replaced, a backup that this run made is
/// removed.
#[derive(Debug)]
pub(super) struct BackupFile {
    pub(super) location: Location,
    pub(super) is_new: bool,
}

impl BackupFile {
    /// Refuses a backup that existed before this run, if it is no longer a second name (a hard link) of
    /// `file`. The reason is that this run may have converted the backup as one of its files. The backup then no longer
    /// holds the original.
    ///
    /// # Errors
    /// Fails if the backup is refused, or if the check itself fails.
    pub(super) fn check(&self, file: &File) -> Result<(), Error> {
        let is_kept = || io::Result::Ok(self.is_new || self.location.names(file)?);
        match is_kept().map_err(self.location.failed("find its backup"))? {
            true => Ok(()),
            false => Err(is_older(&self.location)),
        }
    }
}

fn is_older(backup: &Location) -> Error {
    Error::OlderBackup { path: backup.path() }
}

/// Returns the backup of the file at `location`, if the backup is another name of `file`.
///
/// # Errors
/// Fails if the backup cannot be examined.
pub(super) fn find(file: &File, location: &Location, suffix: &OsStr) -> Result<Option<Location>, Error> {
    let found = match folder(location)? {
        None => Ok(beside(location, suffix)),
        Some(folder) => folder
            .enter(&suffixed(location.directory().name(), suffix))
            .map(|directory| Location::new(directory, location.name().to_owned())),
    };
    let found = if_exists(found.and_then(|backup| Ok(backup.names(file)?.then_some(backup))));
    Ok(found.map_err(location.failed("find its backup"))?.flatten())
}

/// Gives `file` a second name, the name of its backup. `file` is at `location`. The second name is not
/// flushed to the disk.
///
/// # Errors
/// Fails if the name cannot be given, or if it belongs to another file.
pub(super) fn keep(file: &File, location: &Location, suffix: &OsStr) -> Result<BackupFile, Error> {
    let error = location.failed("keep a backup");
    let backup = match folder(location)? {
        None => beside(location, suffix),
        Some(_) => {
            let name = suffixed(location.directory().name(), suffix);
            let directory = location.directory().beside(&name).map_err(error)?;
            Location::new(directory, location.name().to_owned())
        }
    };
    match location.link(&backup) {
        Ok(()) => Ok(BackupFile { location: backup, is_new: true }),
        Err(exists) if exists.kind() == ErrorKind::AlreadyExists => {
            match backup.names(file).map_err(error)? {
                true => Ok(BackupFile { location: backup, is_new: false }),
                false => Err(is_older(&backup)),
            }
        }
        Err(failed) => Err(error(failed)),
    }
}

/// The Maildir folder of the message at `location`; `None` if the file is not a message of a Maildir.
fn folder(location: &Location) -> Result<Option<&Arc<Directory>>, Error> {
    Ok(if maildir::is_message(location)? { location.directory().parent() } else { None })
}

fn beside(location: &Location, suffix: &OsStr) -> Location {
    location.sibling(suffixed(location.name(), suffix))
}

/// Returns `name` with the suffix of backups.
pub(super) fn suffixed(name: &OsStr, suffix: &OsStr) -> OsString {
    [name, suffix].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_not_read_as_mail() {
        for suffix in ["", "/x", ".lock", ".mailutf", "2", ".eml", ".EML.gz", ".gz", ".mbox", ".emlx", "."] {
            assert!(check_suffix(OsStr::new(suffix)).is_err(), "{suffix}");
        }
        for suffix in ["~", ".bak", ".orig", ".eml~", "-2"] {
            assert!(check_suffix(OsStr::new(suffix)).is_ok(), "{suffix}");
        }
    }
}
