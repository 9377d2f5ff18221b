//! Files that are locked (flock) while the run that created them is alive. The lock distinguishes the leftovers
//! of a killed run from the files of a run that is still alive. It does not depend on process numbers, which
//! are reused.

use super::directory::{Location, if_exists};
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, ErrorKind};

/// Creates the file with the permissions `mode`, and locks it until it is closed. An existing file is removed
/// if `is_left` tells that a killed run left it.
pub(super) fn create(
    location: &Location,
    mode: u32,
    is_left: impl FnOnce(&File) -> io::Result<bool>,
) -> io::Result<File> {
    let file = match location.create(mode) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            // The run that created the file may have removed it in the meantime.
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

/// Removes the file at `location`, which a killed run left, if `is_ours` returns true for it. Fails if
/// `is_ours` returns false, or if a run still holds the file.
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

/// Whether a run holds the file at `location`.
///
/// # Errors
/// Fails if the file cannot be opened or tested.
pub(super) fn is_claimed(location: &Location) -> io::Result<bool> {
    let Some(file) = if_exists(location.open(false))? else { return Ok(false) };
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Ok(true),
        claimed => Ok(claimed.map(|()| false)?),
    }
}

/// Marks a file as in use by this run, until the file is closed. The mark applies to all names of the file.
/// If the file system cannot lock files, nothing is marked.
///
/// # Errors
/// Fails if another run has called [`alone`] for the file.
pub(super) fn mark(file: &File) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Err(busy()),
        _ => Ok(()),
    }
}

/// Locks the file, so that no other run can lock it until it is closed.
///
/// # Errors
/// Fails if another run has marked the file.
pub(super) fn alone(file: &File) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(busy()),
        _ => Ok(()),
    }
}

/// Locks the file. Fails if another run removed or renamed the file before the lock was granted.
fn claim(file: &File, location: &Location) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Err(busy()),
        claimed => claimed?,
    }
    if if_exists(location.names(file))? == Some(true) { Ok(()) } else { Err(busy()) }
}

fn busy() -> io::Error {
    let why = "another run of mailutf is working on it; run again after that run has ended";
    io::Error::new(ErrorKind::ResourceBusy, why)
}
