//! Files that are locked (flock) as long as the run that created them lives. The lock tells the leftovers of
//! a killed run from the files of a running one, and does not depend on process numbers, which are reused.

use super::directory::{Location, if_exists};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, ErrorKind};

/// Creates the file with the permissions `mode` and locks it until it is closed. An existing file is removed
/// if `is_left` says that a killed run left it.
pub(super) fn create(
    location: &Location,
    mode: u32,
    is_left: impl FnOnce(&File) -> io::Result<bool>,
) -> io::Result<File> {
    let file = match location.create(mode) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            // Its owner may have removed it meanwhile.
            if_exists(release(location, is_left))?;
            location.create(mode).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => busy(),
                _ => error,
            })?
        }
        created => created?,
    };
    claim(&file, location)?;
    Ok(file)
}

/// Removes the leftover of a killed run at `location`, if `is_ours`; fails if a run still holds it.
pub(super) fn release(
    location: &Location,
    is_ours: impl FnOnce(&File) -> io::Result<bool>,
) -> io::Result<()> {
    let file = location.open(true)?;
    if !is_ours(&file)? {
        return Err(busy());
    }
    claim(&file, location)?;
    location.remove()
}

/// Whether a run holds the file.
///
/// # Errors
/// Fails if that cannot be determined.
pub(super) fn is_claimed(location: &Location) -> io::Result<bool> {
    let Some(file) = if_exists(location.open(false))? else { return Ok(false) };
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Ok(true),
        claimed => Ok(claimed.map(|()| false)?),
    }
}

/// Marks a file that this run works on, under all of its names, as long as it is open. If the file system cannot mark
/// files, nothing is marked.
///
/// # Errors
/// Fails if a run has it [`alone`].
pub(super) fn mark(file: &File) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Err(busy()),
        _ => Ok(()),
    }
}

/// Keeps other runs from marking a file as long as it is open.
///
/// # Errors
/// Fails if one has marked it.
pub(super) fn alone(file: &File) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(busy()),
        _ => Ok(()),
    }
}

/// Locks the file. Another run may have removed or renamed it before the lock was granted.
fn claim(file: &File, location: &Location) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Err(busy()),
        claimed => claimed?,
    }
    if if_exists(location.names(file))? == Some(true) { Ok(()) } else { Err(busy()) }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run is working on it")
}
