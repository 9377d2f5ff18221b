//! The dotlock of an mbox: a file `NAME.lock` next to the mbox, which tells other programs that the mbox is
//! locked.
//!
//! A dotlock of this program is complete, and its content is on the disk, before its name appears. The run
//! that made the dotlock keeps it locked with flock. The next run removes a dotlock that a killed run left on
//! this machine, but never the dotlock of another program. On a local file system, the next run also removes
//! an empty dotlock that was last changed before the machine was started: the program that made such a
//! dotlock has ended, and a power cut has removed the text of the dotlock.

use super::claim;
use super::directory::{Location, if_exists};
use super::file_system;
use crate::error::Error;
use rustix::process::getpid;
use rustix::system::uname;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};

/// The maximum number of octets that are read from a dotlock to find its owner.
const LONGEST_OWNER: u64 = 1 << 10;

/// A dotlock that this run holds until the value is dropped.
#[derive(Debug)]
pub(super) struct Dotlock {
    location: Location,
    claimed: File,
    is_held: bool,
}

impl Dotlock {
    /// The location of the dotlock for the mbox at `location`.
    pub(super) fn of(location: &Location) -> Location {
        let mut name = location.name().to_owned();
        name.push(".lock");
        location.sibling(name)
    }

    /// Removes the dotlock of the mbox at `location` if a killed run left it.
    pub(super) fn remove_left(location: &Location) {
        // Errors are ignored. If the dotlock stays, acquiring the lock fails later with an error that
        // names the dotlock.
        let _ =
            claim::release(&Self::of(location), |dotlock| is_left(dotlock, file_system::is_older_than_boot));
    }

    /// Creates the dotlock of the mbox at `location`. Returns `None` if another program holds a dotlock. The
    /// file is first written under another name, so that no program sees the dotlock without its text.
    pub(super) fn create(location: &Location) -> io::Result<Option<Self>> {
        let location = Self::of(location);
        let unnamed = location.temporary();
        let mut claimed = match claim::create(&unnamed, 0o644, |_| Ok(true)) {
            Err(error) if error.kind() == ErrorKind::ResourceBusy => return Ok(None),
            created => created?,
        };
        let written = claimed.write_all(owner().as_bytes()).and_then(|()| claimed.sync_all());
        let named = written.and_then(|()| name(&unnamed, &location));
        if let Err(error) = if_exists(unnamed.remove()) {
            if let Ok(true) = named {
                location.remove()?;
            }
            return Err(error);
        }
        Ok(named?.then_some(Self { location, claimed, is_held: true }))
    }

    /// Removes the dotlock. If another program has replaced the dotlock, the new dotlock is kept.
    ///
    /// # Errors
    /// Fails if the dotlock still exists.
    pub(super) fn release(mut self) -> Result<(), Error> {
        self.is_held = false;
        self.remove().map_err(self.location.failed("remove the lock (the mailbox is done)"))
    }

    fn remove(&self) -> io::Result<()> {
        match if_exists(self.location.names(&self.claimed))? {
            Some(true) => self.location.remove(),
            Some(false) | None => Ok(()),
        }
    }
}

impl Drop for Dotlock {
    fn drop(&mut self) {
        if self.is_held {
            // If the dotlock cannot be removed now, the next run recognises it as a leftover.
            let _ = self.remove();
        }
    }
}

/// Gives the file the name of the dotlock. Returns false if another dotlock has that name.
fn name(unnamed: &Location, dotlock: &Location) -> io::Result<bool> {
    match unnamed.name_as_well(dotlock) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        named => named.map(|()| true),
    }
}

/// The text in a dotlock of this process: the process number (for people), the name of this program, and the
/// name of the machine.
fn owner() -> String {
    format!("{}{}", getpid(), machine())
}

fn machine() -> String {
    format!(" mailutf {}\n", uname().nodename().to_string_lossy())
}

/// Whether a killed run may have left the dotlock. This is possible if a run of this program on this machine
/// wrote the dotlock, or if the dotlock has no text and is older than the last start of the machine.
fn is_left(dotlock: &File, is_older_than_boot: impl FnOnce(&File) -> io::Result<bool>) -> io::Result<bool> {
    let mut text = String::new();
    match dotlock.take(LONGEST_OWNER).read_to_string(&mut text) {
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(false),
        Err(error) => Err(error),
        Ok(0) => is_older_than_boot(dotlock),
        Ok(_) => Ok(text.strip_suffix(&machine()).is_some_and(|pid| pid.parse::<u32>().is_ok())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    #[test]
    fn an_empty_dotlock_is_a_leftover_if_it_is_older_than_the_boot() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox.lock");
        for (text, is_older, expected) in [
            (String::new(), true, true),
            (String::new(), false, false),
            ("4000000\n".to_owned(), true, false),
            (owner(), false, true),
        ] {
            fs::write(&path, &text).unwrap();
            let left = is_left(&File::open(&path).unwrap(), |_| Ok(is_older)).unwrap();
            assert_eq!(left, expected, "{text:?}, older: {is_older}");
        }
    }
}
