//! Locks on mbox files: fcntl, and the dotlock `NAME.lock`, which is what works over NFS and what most
//! delivery agents honour. Taken in this order, tried for a while, given back when dropped.
//!
//! A dotlock appears with its text in it, and is flocked as long as its run lives: one that a killed run left
//! on this machine is removed by the next. Those of other programs are not judged.

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

/// How long it is waited between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// Octets of a dotlock that are looked at to know whose it is.
const LONGEST_OWNER: u64 = 1 << 10;

/// The locks on an mbox. The fcntl lock goes when any handle of the file is closed, so there must be one only.
#[derive(Debug)]
pub struct Lock {
    dotlock: Location,
    claimed: File,
    is_held: bool,
}

impl Lock {
    /// Locks the mbox at `location`, which is open for writing as `file`. A lock that another program holds is
    /// waited for, as long as `patience`.
    ///
    /// # Errors
    /// Where another program holds a lock, or the dotlock cannot be created.
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
    /// Gives the locks back. A dotlock that another program has put in the place of this one is left.
    ///
    /// # Errors
    /// Where the dotlock is still there.
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
            // One that cannot be removed now is found to be left over by the next run.
            let _ = self.remove();
        }
    }
}

/// Tries until something is had, or says `why` it is not.
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

/// The dotlock, where it could be created: under another name first, so that none is ever seen without its
/// text.
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

/// Gives the file its name; whether the name was free, or what had it was left over.
fn name(unnamed: &Location, dotlock: &Location) -> io::Result<bool> {
    let attempt = || match unnamed.name_as_well(dotlock) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        named => named.map(|()| true),
    };
    Ok(attempt()? || (claim::release(dotlock, is_ours).is_ok() && attempt()?))
}

/// What a dotlock of this process says: its number, for people, and the machine.
fn owner() -> String {
    format!("{}{}", getpid(), machine())
}

fn machine() -> String {
    format!(" mailutf {}\n", uname().nodename().to_string_lossy())
}

/// Whether the dotlock was written by a run of this program on this machine.
fn is_ours(dotlock: &File) -> io::Result<bool> {
    let mut text = String::new();
    match dotlock.take(LONGEST_OWNER).read_to_string(&mut text) {
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(false),
        Err(error) => Err(error),
        Ok(_) => Ok(text.strip_suffix(&machine()).is_some_and(|pid| pid.parse::<u32>().is_ok())),
    }
}
