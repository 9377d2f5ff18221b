//! Files by which a run says that it is at work: it holds a lock (flock) on each as long as it lives, so that
//! what a killed run left is told from what a living one needs, whatever became of its process number.

use super::directory::Location;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io::{self, ErrorKind};

/// Creates the file with the permissions `mode`, and claims it until it is closed. What a killed run left there
/// is removed.
pub(super) fn create(location: &Location, mode: u32) -> io::Result<File> {
    let file = match location.create(mode) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            release(location, |_| true)?;
            location.create(mode)?
        }
        created => created?,
    };
    claim(&file, location)?;
    Ok(file)
}

/// Removes what a killed run left at `location`, if `is_ours`; an error where a run is still at work.
pub(super) fn release(location: &Location, is_ours: impl FnOnce(&File) -> bool) -> io::Result<()> {
    let file = location.open(true)?;
    if !is_ours(&file) {
        return Err(busy());
    }
    claim(&file, location)?;
    location.remove()
}

/// Another run may have removed the file, or put it in place, until the lock was had.
fn claim(file: &File, location: &Location) -> io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|_| busy())?;
    if location.names(file)? { Ok(()) } else { Err(busy()) }
}

fn busy() -> io::Error {
    io::Error::new(ErrorKind::ResourceBusy, "another run is at work on it")
}
