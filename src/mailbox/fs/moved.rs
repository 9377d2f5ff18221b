//! Finds messages of a Maildir that another program moves during a run.
//!
//! A mail client moves a message from `new` to `cur` when it has seen the message, and changes the name
//! of the message when its flags change. The unique part of the name, which comes before the sizes and
//! the flags, stays the same. So if no file has the name of a message any more, the message is searched
//! for in both directories by its unique part. A message that is in neither directory was deleted, or
//! moved to another folder.
//!
//! If a file is renamed while its directory is being listed, the listing can miss the file under both its old
//! and its new name. So a directory that has changed is listed again, a few times at most, until it does not
//! change while it is listed.
//!
//! Cost: the two directories are listed for the first message that is missing, and again for a message that has
//! been renamed since the last listing. Memory: the names in one folder.

use super::directory::{Directory, Location, if_exists};
use super::file_system;
use super::maildir;
use crate::error::Error;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest number of attempts to list a directory that changes during the listing, and to find a message
/// that is moved again and again.
pub(crate) const ATTEMPTS: usize = 4;

/// The name of the directory of a Maildir folder for new messages, which no mail client has seen yet.
pub(super) const NEW: &str = "new";

/// The directories of a Maildir folder that hold messages, if they exist. They are in the order in which a
/// message moves through them.
pub(super) fn directories(folder: &Arc<Directory>) -> io::Result<Vec<Arc<Directory>>> {
    let mut found = Vec::new();
    for name in [NEW, "cur"] {
        found.extend(if_exists(folder.enter(OsStr::new(name)))?);
    }
    Ok(found)
}

/// The files in `new` and `cur` of a Maildir folder, or in one of these directories, by the unique parts of
/// their names.
#[derive(Debug)]
pub(super) struct Messages {
    by_unique: HashMap<Vec<u8>, Vec<Location>>,
    /// Whether no directory changed while the directories were listed.
    is_settled: bool,
}

impl Messages {
    /// Lists the directories in the given order.
    pub(super) fn of(directories: &[Arc<Directory>]) -> io::Result<Self> {
        Self::listed(directories, |directory| directory.names())
    }

    fn listed(
        directories: &[Arc<Directory>],
        mut names: impl FnMut(&Directory) -> io::Result<Vec<OsString>>,
    ) -> io::Result<Self> {
        let mut found = Self { by_unique: HashMap::new(), is_settled: false };
        for _ in 0..ATTEMPTS {
            let before = changes(directories)?;
            for directory in directories {
                for name in names(directory)? {
                    let known = found.by_unique.entry(unique(&name).to_vec()).or_default();
                    let is_here =
                        |known: &Location| known.name() == name && Arc::ptr_eq(known.directory(), directory);
                    if !known.iter().any(is_here) {
                        known.push(Location::new(Arc::clone(directory), name));
                    }
                }
            }
            found.is_settled = before.is_some() && changes(directories)? == before;
            if found.is_settled {
                break;
            }
        }
        // A file that was moved during the listing may have been found under several names, of which
        // at most one still exists.
        for known in found.by_unique.values_mut().filter(|known| known.len() > 1) {
            known.retain(is_there);
        }
        Ok(found)
    }

    /// The files whose names have the same unique part as `name`.
    pub(super) fn named_like(&self, name: &OsStr) -> &[Location] {
        self.by_unique.get(unique(name)).map_or(&[], Vec::as_slice)
    }

    /// All names in `directory`.
    pub(super) fn names_in(&self, directory: &Directory) -> Vec<OsString> {
        let all = self.by_unique.values().flatten();
        let here = all.filter(|location| location.directory().name() == directory.name());
        here.map(|location| location.name().to_owned()).collect()
    }
}

/// The times when the directories were last changed. `None` if a time is so recent that another change could
/// get the same time and would not be noticed.
fn changes(directories: &[Arc<Directory>]) -> io::Result<Option<Vec<(i64, i64)>>> {
    let times = directories.iter().map(|directory| directory.changed()).collect::<io::Result<Vec<_>>>()?;
    let now = file_system::now();
    Ok(times.iter().all(|time| *time < now).then_some(times))
}

/// Whether `error` happened because there is no longer a file at `location`.
pub(crate) fn is_missing(location: &Location, error: &Error) -> bool {
    error.io_kind() == Some(ErrorKind::NotFound) && is_gone(location)
}

/// Whether a file has this name. If the name cannot be examined, the file is assumed to exist.
fn is_there(location: &Location) -> bool {
    !is_gone(location)
}

fn is_gone(location: &Location) -> bool {
    location.stat().is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// The part of a Maildir name that no program changes, that is, the name without sizes and flags.
fn unique(name: &OsStr) -> &[u8] {
    let (unique, _) = maildir::unique_and_info(name.as_encoded_bytes());
    unique.split(|octet| *octet == b',').next().unwrap_or_default()
}

/// Finds messages that were moved. All files of a run share one value of this type, which keeps the last
/// listing.
#[derive(Debug, Default)]
pub(crate) struct Moved(Mutex<Option<(Vec<Arc<Directory>>, Messages)>>);

impl Moved {
    /// Returns the location in `directories` to which the file at `location` was moved; `None` if the file is
    /// in none of them.
    pub(super) fn find(
        &self,
        location: &Location,
        directories: Vec<Arc<Directory>>,
    ) -> io::Result<Option<Location>> {
        if directories.is_empty() {
            return Ok(None);
        }
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |listed: &[Arc<Directory>]| {
            listed.iter().map(|one| one.path()).eq(directories.iter().map(|one| one.path()))
        };
        if let Some((listed, messages)) = &*last
            && is_of(listed)
        {
            match messages.named_like(location.name()) {
                // The message is not in the last listing, so it had left the folder before that listing.
                // Programs do not move messages back.
                [] if messages.is_settled => return Ok(None),
                [found] if is_there(found) => return Ok(Some(found.clone())),
                _ => {}
            }
        }
        let messages = Messages::of(&directories)?;
        let found = match messages.named_like(location.name()) {
            [] => None,
            [found] => Some(found.clone()),
            _ => {
                return Err(io::Error::new(
                    ErrorKind::InvalidInput,
                    "several files have the name of this message; run again",
                ));
            }
        };
        *last = Some((directories, messages));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::thread;
    use std::time::Duration;
    use tempfile::TempDir;

    /// If a file is renamed while its directory is being listed, the listing can show the file under neither of
    /// its names.
    #[test]
    fn a_directory_that_changes_while_it_is_listed_is_listed_again() {
        let dir = TempDir::new().unwrap();
        let path = |name: &str| dir.path().join(name);
        for (directory, name) in [("new", "1.a"), ("cur", "2.a:2,"), ("cur", "3.a:2,")] {
            fs::create_dir_all(path(directory)).unwrap();
            fs::write(path(directory).join(name), "").unwrap();
        }
        // After this pause, the time of the next change differs from the earlier times.
        thread::sleep(Duration::from_millis(30));
        let all = directories(&Directory::open(dir.path()).unwrap()).unwrap();
        let mut listings = 0;
        let messages = Messages::listed(&all, |directory| {
            listings += 1;
            let mut names = directory.names()?;
            if listings == 1 {
                fs::rename(path("cur/2.a:2,"), path("cur/2.a:2,S"))?;
            }
            if listings == 2 {
                names.retain(|name| name.as_encoded_bytes().starts_with(b"3"));
                fs::rename(path("new/1.a"), path("cur/1.a:2,"))?;
            }
            Ok(names)
        });
        let messages = messages.unwrap();
        assert!(listings > 2);
        let mut cur = messages.names_in(&all[1]);
        cur.sort();
        assert_eq!(cur, ["1.a:2,", "2.a:2,S", "3.a:2,"]);
        assert_eq!(messages.names_in(&all[0]), [""; 0]);
    }

    #[test]
    fn only_sizes_and_flags_of_a_name_change() {
        for name in ["1.a", "1.a:2,", "1.a,S=3", "1.a,S=4,W=5:2,FS", "1.a;2,S"] {
            assert_eq!(unique(name.as_ref()), b"1.a", "{name}");
        }
        assert_ne!(unique("1.b".as_ref()), b"1.a");
    }
}
