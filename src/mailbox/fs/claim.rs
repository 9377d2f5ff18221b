//! Files by which a run says that it is at work: it holds a lock (flock) on each as long as it lives, so that
//! what a killed run left is told from what a living one needs, whatever became of its process number.

use super::directory::Location;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, ErrorKind};

/// Creates the file with the permissions `mode`, and claims it until it is closed. What a killed run left there
/// is removed, if `is_left` says that one did.
pub(super) fn create(
    location: &Location,
    mode: u32,
    is_left: impl FnOnce(&File) -> io::Result<bool>,
) -> io::Result<File> {
    let file = match location.create(mode) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            match release(location, is_left) {
                // It is gone by itself.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                released => released?,
            }
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

/// Removes what a killed run left at `location`, if `is_ours`; an error where a run is still at work.
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

/// Whether a run is at work that has claimed the file.
///
/// # Errors
/// Where that cannot be known.
pub(super) fn is_claimed(location: &Location) -> io::Result<bool> {
    let file = match location.open(false) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Ok(true),
        claimed => Ok(claimed.map(|()| false)?),
    }
}

/// Another run may have removed the file, or put it in place, until the lock was had.
fn claim(file: &File, location: &Location) -> io::Result<()> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Err(busy()),
        claimed => claimed?,
    }
    match location.names(file) {
        Ok(true) => Ok(()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Ok(false) | Err(_) => Err(busy()),
    }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run is at work on it")
}
