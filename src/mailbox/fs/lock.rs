//! Locks on mbox files: fcntl, then the dotlock `NAME.lock`, which works over NFS and which most delivery
//! agents respect. Both are retried for a while, and released when dropped.
//!
//! A dotlock is complete when it appears, and is held with flock as long as its run lives. The next run
//! removes one that a killed run left on this machine, and never that of another program.

use super::claim;
use super::directory::Location;
use crate::error::Error;
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::process::getpid;
use rustix::system::uname;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(100);

/// Most octets read of a dotlock to find its owner.
const LONGEST_OWNER: u64 = 1 << 10;

/// The locks on an mbox. Closing any handle of the file releases the fcntl lock, so there must be only one.
#[derive(Debug)]
pub struct Lock {
    dotlock: Location,
    claimed: File,
    is_held: bool,
}

impl Lock {
    /// Locks the mbox at `location`, which is open for writing as `file`. Waits up to `patience` for another
    /// program to release each lock.
    ///
    /// # Errors
    /// Fails if another program still holds a lock, or the dotlock cannot be created.
    pub fn acquire(location: &Location, file: &File, patience: Duration) -> Result<Self, Error> {
        retry(patience, "another program holds the lock", || {
            match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => Ok(Some(())),
                Err(rustix::io::Errno::ACCESS | rustix::io::Errno::AGAIN) => Ok(None),
                Err(other) => Err(other.into()),
            }
        })
        .map_err(|error| Error::new("lock", Some(&location.path()), error))?;
        let mut name = location.name().to_owned();
        name.push(".lock");
        let dotlock = location.sibling(name);
        let why = "another program holds the lock; if none does, remove this file";
        let claimed = retry(patience, why, || create(&dotlock))
            .map_err(|error| Error::new("create", Some(&dotlock.path()), error))?;
        Ok(Self { dotlock, claimed, is_held: true })
    }
}

impl Lock {
    /// Releases the locks. If another program has replaced the dotlock, that is kept.
    ///
    /// # Errors
    /// Fails if the dotlock still exists.
    pub fn release(mut self) -> Result<(), Error> {
        self.is_held = false;
        self.remove().map_err(|error| {
            Error::new("remove the lock (the mailbox is done)", Some(&self.dotlock.path()), error)
        })
    }

    fn remove(&self) -> io::Result<()> {
        match self.dotlock.names(&self.claimed) {
            Ok(true) => self.dotlock.remove(),
            Ok(false) => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.is_held {
            // If it cannot be removed now, the next run recognises it as a leftover.
            let _ = self.remove();
        }
    }
}

/// Retries until `attempt` returns a value; fails with `why` after `patience`.
fn retry<T>(
    patience: Duration,
    why: &'static str,
    mut attempt: impl FnMut() -> io::Result<Option<T>>,
) -> io::Result<T> {
    let start = Instant::now();
    loop {
        if let Some(had) = attempt()? {
            return Ok(had);
        }
        if start.elapsed() >= patience {
            return Err(io::Error::new(ErrorKind::WouldBlock, why));
        }
        thread::sleep(PAUSE);
    }
}

/// Creates the dotlock; `None` if the name is taken. It is written under another name first, so that no
/// program sees it without its text.
fn create(dotlock: &Location) -> io::Result<Option<File>> {
    let unnamed = dotlock.temporary();
    let mut file = match claim::create(&unnamed, 0o644, |_| Ok(true)) {
        Err(error) if error.kind() == ErrorKind::ResourceBusy => return Ok(None),
        created => created?,
    };
    let named = file.write_all(owner().as_bytes()).and_then(|()| name(&unnamed, dotlock));
    match unnamed.remove() {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            if let Ok(true) = named {
                dotlock.remove()?;
            }
            Err(error)
        }
        _ => Ok(named?.then_some(file)),
    }
}

/// Gives the file its name; false if another lock has that name. A leftover lock is removed first.
fn name(unnamed: &Location, dotlock: &Location) -> io::Result<bool> {
    let attempt = || match unnamed.name_as_well(dotlock) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        named => named.map(|()| true),
    };
    Ok(attempt()? || (claim::release(dotlock, is_ours).is_ok() && attempt()?))
}

/// The text in a dotlock of this process: its number, for people, and the machine.
fn owner() -> String {
    format!("{}{}", getpid(), machine())
}

fn machine() -> String {
    format!(" mailutf {}\n", uname().nodename().to_string_lossy())
}

/// Whether a run of this program on this machine wrote the dotlock.
fn is_ours(dotlock: &File) -> io::Result<bool> {
    let mut text = String::new();
    match dotlock.take(LONGEST_OWNER).read_to_string(&mut text) {
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(false),
        Err(error) => Err(error),
        Ok(_) => Ok(text.strip_suffix(&machine()).is_some_and(|pid| pid.parse::<u32>().is_ok())),
    }
}
