//! Finishes the work of earlier runs on an mbox. The old file of an mbox is the file that a run has replaced.
//! A run leaves the old file if the run is killed, or if another program has the old file open.

use super::old_file::{Predecessor, changed};
use super::openers::{Writers, is_open, lock_and_hold, wake};
use super::record::{Record, State, directory_of, first, inode};
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::claim;
use crate::mailbox::fs::directory::{Directory, Location, if_exists};
use crate::mailbox::fs::lock::Lock;
use crate::mailbox::fs::replace::waits::Waits;
use crate::mailbox::fs::replace::{Original, ReplaceOptions};
use crate::mailbox::fs::server_index;
use rustix::fs::{Stat, fstat};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// The time between two attempts to wake a writer that may hold the locks, while the run waits for these locks.
const WAKE: Duration = Duration::from_secs(1);

/// The age after which an unchanged old file of an mbox is removed, even if the system cannot tell whether a
/// program has the file open.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// Opens and locks the mbox at `location`, and finishes the work of earlier runs on the mbox. Also returns the
/// errors for work that could not be finished.
///
/// # Errors
/// Fails for the same reasons as [`Original::at`] and [`Lock::acquire`]. Fails with [`Error::ServerIndex`] if a
/// mail server keeps an index of the mbox, unless the options allow an index. If this function fails, the work
/// of earlier runs may be unfinished.
pub(crate) fn lock_and_finish_earlier(
    location: Location,
    format: Format,
    options: &ReplaceOptions,
    waits: &Waits,
) -> Result<(Original, Lock, Vec<Error>), Error> {
    // The file is opened for writing, because the lock needs a file that is open for writing.
    let original = Original::at(location, true, options)?;
    let (location, mbox, patience) = (original.location(), original.file(), options.patience);
    keep_from_readers(location, patience, waits);
    let start = Instant::now();
    loop {
        wake_writers(location);
        let left = patience.saturating_sub(start.elapsed());
        match Lock::acquire(location, mbox, left.min(WAKE)) {
            Err(error) if error.io_kind() == Some(ErrorKind::WouldBlock) && left > WAKE => {}
            locked => {
                let lock = locked?;
                // From now on, no server can make an index of the mbox, because a server waits for the lock
                // before it reads the mbox.
                if !options.beside_index
                    && let Err(refused) = server_index::refuse(&original)
                {
                    return Err(match lock.release() {
                        Err(left) => refused.followed_by(left),
                        Ok(()) => refused,
                    });
                }
                let earlier = finish_earlier(location, mbox, format);
                return Ok((original.renewed()?, lock, earlier));
            }
        }
    }
}

/// Wakes the programs that have old files open for writing, because one of them may hold the locks while it
/// waits for a change of the old file.
fn wake_writers(location: &Location) {
    for (_, old) in left(location) {
        if Writers::of(&old) == Writers::Some {
            wake(&old);
        }
    }
}

/// Prevents programs that have an old file open only for reading from getting the lock on that file. Killed
/// runs left these old files. Until a run was killed, it held the lock for the same purpose.
fn keep_from_readers(location: &Location, patience: Duration, waits: &Waits) {
    let start = Instant::now();
    for (left, old) in left(location) {
        let is_read = Writers::of(&old) == Writers::None && is_open(&old);
        drop(old);
        if is_read {
            lock_and_hold(&left, patience.min(waits.left()));
        }
    }
    waits.add(start.elapsed());
}

/// Finds the old files that earlier runs on the mbox at `location` left. Each old file has two names. Returns
/// the first name of each old file, and the opened file.
fn left(location: &Location) -> Vec<(Location, File)> {
    let Ok(Some((directory, names))) = listed(location) else { return Vec::new() };
    let old = |name: OsString| {
        let record = Record::parse(&name)?;
        let left = Location::new(Arc::clone(&directory), name);
        if first(&left).is_some() {
            return None;
        }
        let old = left.open(false).ok()?;
        let is_old = fstat(&old).is_ok_and(|stat| inode(&stat) == record.inode);
        is_old.then_some((left, old))
    };
    names.into_iter().filter_map(old).collect()
}

/// The directory for the old files of the mbox at `location`, and the names in it; `None` if the directory does
/// not exist.
fn listed(location: &Location) -> io::Result<Option<(Arc<Directory>, Vec<OsString>)>> {
    let Some(directory) = if_exists(location.directory().enter(&directory_of(location)))? else {
        return Ok(None);
    };
    let names = directory.names()?;
    Ok(Some((directory, names)))
}

/// Finishes the work of earlier runs on the mbox at `location`, which is locked and open as `mbox`. Other
/// programs may have written mail into the old files, that is, the files that these runs replaced. Appends this
/// mail to `mbox`, and removes the files that these runs left. Returns the errors for work that could not be
/// finished.
fn finish_earlier(location: &Location, mbox: &File, format: Format) -> Vec<Error> {
    let mut errors = Vec::new();
    // A temporary file here is the replacement of a killed run: only the run that holds the lock can have a
    // replacement, and this run has not made one yet. So the file is removed.
    let unfinished = location.temporary();
    let removed = if_exists(claim::release(&unfinished, |_| Ok(true)));
    errors.extend(removed.map_err(unfinished.failed("remove")).err());
    let (directory, names) = match listed(location) {
        Ok(Some(listed)) => listed,
        Ok(None) => return errors,
        Err(error) => {
            errors.push(location.sibling(directory_of(location)).failed("list")(error));
            return errors;
        }
    };
    for name in names {
        let left = Location::new(Arc::clone(&directory), name);
        errors.extend(finish_one(location, mbox, format, left).err());
    }
    if let Some(parent) = directory.parent() {
        let _ = parent.remove_directory(directory.name());
    }
    errors
}

fn finish_one(mbox: &Location, file: &File, format: Format, left: Location) -> Result<(), Error> {
    let failed = left.failed("examine");
    let Some(record) = Record::parse(left.name()) else {
        let why = "this program gives no file such a name; compare the file with the mailbox, then remove it";
        return Err(Error::refused("examine", &left.path(), why));
    };
    let Some(stat) = if_exists(left.stat()).map_err(failed)? else { return Ok(()) };
    if inode(&stat) != record.inode || left.names(file).map_err(failed)? {
        // The file is a replacement that was never put in place.
        return left.remove().map_err(failed);
    }
    if let Some(first) = first(&left) {
        // `left` is the second name of an old file. The run that removes the first name then removes the second one,
        // too. So the second name is removed here only if that run was killed in between.
        return match first.stat() {
            Err(error) if error.kind() == ErrorKind::NotFound => left.remove().map_err(failed),
            _ => Ok(()),
        };
    }
    let mut predecessor = Predecessor::left(mbox, &left, record);
    let old = left.open(false).map_err(failed)?;
    let (is_changed, writers) = predecessor.examine(&old, Writers::of).map_err(failed)?;
    drop(old);
    match (is_changed, writers) {
        (true, _) => predecessor.carry_over(file, format),
        (false, _) if record.state == State::Changed => Err(predecessor.is_kept()),
        (false, Writers::Some) => Ok(()),
        (false, Writers::Unknown) if !is_forgotten(&stat) => Ok(()),
        (false, Writers::None | Writers::Unknown) => predecessor.remove().map_or(Ok(()), Err),
    }
}

/// Whether the old file got its name so long ago that no program waits for a lock on the file any more.
fn is_forgotten(stat: &Stat) -> bool {
    let age = u64::try_from(changed(stat).0).ok().and_then(|changed| {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH + Duration::from_secs(changed)).ok()
    });
    age.is_some_and(|age| age > FORGOTTEN)
}
