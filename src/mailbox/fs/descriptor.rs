//! Descriptors of directories. Only a limited number of them is open at the same time.
//!
//! A tree can have more directories than a process may have open files. If too many directories are open, the
//! directories that were opened first are closed, and are opened again when they are needed. A directory that
//! is opened again must be the same directory as before. If another directory has taken its name, the other
//! directory is refused (guarantee G19 in docs/guarantees.md).

use rustix::fs::{Stat, fstat};
use rustix::process::{Resource, getrlimit};
use std::io;
use std::mem;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The maximum number of directories that are open at the same time is between `FEWEST` and `MOST`. It is
/// smaller than `MOST` only if the process may open only few files.
const MOST: usize = 512;
const FEWEST: usize = 8;

/// The directories that may be closed, in the order in which they were opened.
static OPEN: Mutex<Vec<Weak<Mutex<State>>>> = Mutex::new(Vec::new());

/// The descriptor of a directory.
#[derive(Debug)]
pub(super) struct Descriptor(Arc<Mutex<State>>);

#[derive(Debug)]
enum State {
    Open(Arc<OwnedFd>),
    /// The directory is closed. The numbers are its device number and its inode number.
    Closed(u64, u64),
}

impl Descriptor {
    /// Returns a descriptor that stays open.
    pub(super) fn kept(open: OwnedFd) -> Self {
        Self(Arc::new(Mutex::new(State::Open(Arc::new(open)))))
    }

    /// Returns a descriptor that may be closed when too many are open.
    pub(super) fn new(open: OwnedFd) -> Self {
        let descriptor = Self::kept(open);
        count(&descriptor.0);
        descriptor
    }

    /// The open descriptor, which stays open while the returned value exists; `None` if the descriptor is
    /// closed.
    pub(super) fn open(&self) -> Option<Arc<OwnedFd>> {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Open(open) => Some(Arc::clone(open)),
            State::Closed(..) => None,
        }
    }

    /// Stores `opened`, the new descriptor of a directory that was closed and is opened again.
    ///
    /// # Errors
    /// Fails if the descriptor belongs to another directory.
    pub(super) fn reopened(&self, opened: OwnedFd) -> io::Result<Arc<OwnedFd>> {
        let now = identity(&fstat(&opened)?);
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = match &*state {
            // Another thread has opened the directory in the meantime.
            State::Open(open) => return Ok(Arc::clone(open)),
            State::Closed(device, number) if (*device, *number) == now => Arc::new(opened),
            State::Closed(..) => return Err(moved()),
        };
        *state = State::Open(Arc::clone(&opened));
        drop(state);
        count(&self.0);
        Ok(opened)
    }
}

/// The error for a directory whose name no longer exists or belongs to another directory.
pub(super) fn moved() -> io::Error {
    io::Error::other("its directory was moved or replaced during the run; run again")
}

/// Counts an open descriptor. If too many descriptors are open, closes the older half of them.
fn count(state: &Arc<Mutex<State>>) {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if open.len() >= FEWEST && open.len() >= most() {
        open.retain(|state| state.strong_count() > 0);
        let many = open.len().saturating_sub(most() / 2);
        open.drain(..many).filter_map(|state| state.upgrade()).for_each(|state| close(&state));
    }
    open.push(Arc::downgrade(state));
}

/// The maximum number of directories that may be open: a quarter of the number of files that this process may
/// open, but at least [`FEWEST`] and at most [`MOST`].
fn most() -> usize {
    let limit = getrlimit(Resource::Nofile).current.and_then(|limit| usize::try_from(limit).ok());
    limit.map_or(MOST, |limit| limit / 4).clamp(FEWEST, MOST)
}

fn close(state: &Mutex<State>) {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    // A closed directory is recognised by its device number and its inode number. If these numbers are
    // unavailable, the directory stays open.
    if let State::Open(open) = &*state
        && let Ok(stat) = fstat(open)
    {
        let (device, number) = identity(&stat);
        let _ = mem::replace(&mut *state, State::Closed(device, number));
    }
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn identity(stat: &Stat) -> (u64, u64) {
    (stat.st_dev as u64, stat.st_ino as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailbox::fs::directory::{Directory, Location};
    use std::ffi::OsStr;
    use std::fs;
    use tempfile::TempDir;

    #[test]
    fn a_closed_directory_is_opened_again_unless_another_one_has_its_name() {
        const MANY: usize = 2 * MOST;
        let dir = TempDir::new().unwrap();
        let root = Directory::open(dir.path()).unwrap();
        let enter = |n: usize| {
            fs::create_dir_all(dir.path().join(format!("{n}/in"))).unwrap();
            fs::write(dir.path().join(format!("{n}/in/1.eml")), n.to_string()).unwrap();
            let outer = root.enter(OsStr::new(&n.to_string())).unwrap();
            Location::new(outer.enter(OsStr::new("in")).unwrap(), "1.eml".into())
        };
        let all: Vec<Location> = (0..MANY).map(enter).collect();
        let (replaced, linked, removed) = (0, 1, 2);
        let old = |n: usize| dir.path().join(n.to_string());
        for n in [replaced, linked, removed] {
            fs::rename(old(n), dir.path().join(format!("old{n}"))).unwrap();
        }
        fs::create_dir_all(old(replaced).join("in")).unwrap();
        fs::write(old(replaced).join("in/1.eml"), "another").unwrap();
        std::os::unix::fs::symlink("old1", old(linked)).unwrap();
        for (n, location) in all.iter().enumerate() {
            let read = location.open(false).and_then(io::read_to_string);
            match n {
                0..=2 => assert!(read.unwrap_err().to_string().contains("moved or replaced"), "{n}"),
                _ => assert_eq!(read.unwrap(), n.to_string()),
            }
        }
    }
}
