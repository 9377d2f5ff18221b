//! The dotlock `NAME.lock` of an mbox.
//!
//! It is complete, on the disk as well, when its name appears, and is held with flock as long as its run lives. The
//! next run removes a dotlock that a killed run left on this machine, but never the dotlock of another program. On a
//! local file system it also removes an empty dotlock that is older than the boot: its program has ended, and a power
//! cut has removed its text.

use super::claim;
use super::directory::{Location, if_exists};
use super::file_system;
use crate::error::Error;
use rustix::process::getpid;
use rustix::system::uname;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};

/// The most octets read of a dotlock to find its owner.
const LONGEST_OWNER: u64 = 1 << 10;

/// A dotlock that this run holds, until it is dropped.
#[derive(Debug)]
pub(super) struct Dotlock {
    location: Location,
    claimed: File,
    is_held: bool,
}

impl Dotlock {
    /// Where the dotlock of the mbox at `location` is.
    pub(super) fn of(location: &Location) -> Location {
        let mut name = location.name().to_owned();
        name.push(".lock");
        location.sibling(name)
    }

    /// Removes the dotlock of the mbox at `location` if a killed run left it.
    pub(super) fn remove_left(location: &Location) {
        // If it stays, acquiring the lock fails later with an error that names it.
        let _ =
            claim::release(&Self::of(location), |dotlock| is_left(dotlock, file_system::is_older_than_boot));
    }

    /// Creates the dotlock of the mbox at `location`; `None` if another program has one. It is written under another
    /// name first, so that no program sees it without its text.
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

    /// Removes the dotlock. If another program has replaced it, the other program's dotlock is kept.
    ///
    /// # Errors
    /// Fails if it still exists.
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
            // If it cannot be removed now, the next run recognises it as a leftover.
            let _ = self.remove();
        }
    }
}

/// Gives the file its name; false if another lock has that name.
fn name(unnamed: &Location, dotlock: &Location) -> io::Result<bool> {
    match unnamed.name_as_well(dotlock) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        named => named.map(|()| true),
    }
}

/// The text in a dotlock of this process: its number, for people, and the machine.
fn owner() -> String {
    format!("{}{}", getpid(), machine())
}

fn machine() -> String {
    format!(" mailutf {}\n", uname().nodename().to_string_lossy())
}

/// Whether a run of this program on this machine wrote the dotlock, or its text was lost when the power was cut.
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
