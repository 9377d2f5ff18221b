//! Locks on mbox files: fcntl, flock, and then the dotlock `NAME.lock`, which works over NFS, and which most
//! delivery agents respect.
//!
//! A run never holds one lock while it waits for another lock: delivery agents acquire the locks in other
//! orders, so two programs could deadlock. All locks are tried, without waiting. If another program holds one
//! of them, the locks that were granted are released, and all locks are tried again a moment later. A dotlock
//! that a killed run left is removed before each try, because an agent may hold another lock while it waits
//! for the dotlock to disappear.
//!
//! Programs that wait for a lock are not queued. If agents acquire the locks again and again for as long as the
//! caller is willing to wait, the run fails and has changed nothing. A run holds the locks only for as long as
//! it takes to read the mbox once and to write it once.
//!
//! On Linux, the fcntl lock belongs to the open file description (`F_OFD_SETLK`). It excludes the classic fcntl
//! locks of other programs, and does not end when this process closes another descriptor of the file. On other
//! systems, the fcntl lock is a classic lock, which ends as soon as any descriptor of the file is closed. So no
//! other descriptor of a locked file is opened.
//!
//! flock is used only on Linux, and only on local file systems, where flock and fcntl locks are independent.
//! On other systems, and on network file systems, an fcntl lock also excludes programs that use flock.

use super::directory::Location;
use super::dotlock::Dotlock;
use crate::error::Error;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

/// The minimum time between two attempts to lock an mbox. The actual time is random, and at most twice as
/// long, so that two programs do not try at the same moment again and again.
const PAUSE: Duration = Duration::from_millis(50);

/// The reasons why a lock is not granted.
const HELD: &str = "another program holds the lock; run again when that program is done";
const DOTLOCK_HELD: &str = "another program holds the lock; if no such program is running, remove the file beside it \
                            that ends in .lock";

/// The locks on an mbox. The locks end when this value is released or dropped.
#[derive(Debug)]
pub struct Lock {
    dotlock: Dotlock,
    of_system: OfSystem,
}

/// The fcntl and flock locks of the operating system on an open file.
#[derive(Debug)]
struct OfSystem(File);

impl Drop for OfSystem {
    fn drop(&mut self) {
        // Closing the file would not be enough: the locks would not end while a process that was just forked
        // has the file open.
        let _ = of_system::unlock(&self.0);
    }
}

impl Lock {
    /// Locks the mbox at `location`, which is open for writing as `file`. Waits up to `patience` for other
    /// programs to release their locks.
    ///
    /// # Errors
    /// Fails if another program still holds a lock after this time, or if the dotlock cannot be created.
    pub fn acquire(location: &Location, file: &File, patience: Duration) -> Result<Self, Error> {
        let start = Instant::now();
        loop {
            Dotlock::remove_left(location);
            let refused = match Self::attempt(location, file) {
                Err(error) if error.io_kind() == Some(ErrorKind::WouldBlock) => error,
                attempted => return attempted,
            };
            if start.elapsed() >= patience {
                return Err(refused);
            }
            pause();
        }
    }

    /// Acquires all locks, or none of them.
    fn attempt(location: &Location, file: &File) -> Result<Self, Error> {
        let error = location.failed("lock");
        let same = file.try_clone().map_err(error)?;
        if !of_system::lock(file).map_err(error)? {
            return Err(error(held(HELD)));
        }
        let of_system = OfSystem(same);
        let failed = |error| Error::new("create", Some(&Dotlock::of(location).path()), error);
        let dotlock = Dotlock::create(location).map_err(failed)?;
        Ok(Self { dotlock: dotlock.ok_or_else(|| error(held(DOTLOCK_HELD)))?, of_system })
    }

    /// Releases the locks. If another program has replaced the dotlock, the new dotlock is kept.
    ///
    /// # Errors
    /// Fails if the dotlock still exists.
    pub fn release(self) -> Result<(), Error> {
        self.release_around(|| ()).1
    }

    /// Releases the fcntl and flock locks, calls `between`, and then releases the dotlock. Returns the value
    /// that `between` returns.
    ///
    /// # Errors
    /// Fails for the same reasons as [`release`](Lock::release).
    pub(super) fn release_around<T>(self, between: impl FnOnce() -> T) -> (T, Result<(), Error>) {
        drop(self.of_system);
        let returned = between();
        (returned, self.dotlock.release())
    }
}

/// Locks the file as [`Lock`] does, but without a dotlock and without waiting. Returns false if another program
/// holds a lock.
pub(super) fn lock_now(file: &File) -> io::Result<bool> {
    of_system::lock(file)
}

fn held(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::WouldBlock, why)
}

fn pause() {
    let random = RandomState::new().hash_one(()) as u32;
    thread::sleep(PAUSE + PAUSE.mul_f64(f64::from(random) / f64::from(u32::MAX)));
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod of_system {
    use crate::mailbox::fs::file_system;
    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc;
    use rustix::fs::{FlockOperation, flock};
    use std::fs::File;
    use std::io;

    /// Acquires the fcntl and the flock lock, or neither of them.
    pub(super) fn lock(file: &File) -> io::Result<bool> {
        match set(file, libc::F_WRLCK) {
            Err(Errno::EACCES | Errno::EAGAIN) => return Ok(false),
            locked => locked?,
        }
        if !file_system::is_local(file) {
            return Ok(true);
        }
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(true),
            Err(rustix::io::Errno::WOULDBLOCK) => unlock(file).map(|()| false),
            Err(error) => unlock(file).and(Err(error.into())),
        }
    }

    /// Releases the fcntl and the flock lock.
    pub(super) fn unlock(file: &File) -> io::Result<()> {
        if file_system::is_local(file) {
            flock(file, FlockOperation::Unlock)?;
        }
        Ok(set(file, libc::F_UNLCK)?)
    }

    /// Sets the fcntl lock of this open file description on the whole file.
    fn set(file: &File, kind: libc::c_int) -> nix::Result<()> {
        let (l_type, l_whence) = (kind as libc::c_short, libc::SEEK_SET as libc::c_short);
        let whole = libc::flock { l_type, l_whence, l_start: 0, l_len: 0, l_pid: 0 };
        fcntl(file, FcntlArg::F_OFD_SETLK(&whole)).map(drop)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod of_system {
    use rustix::fs::{FlockOperation, fcntl_lock};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;

    pub(super) fn lock(file: &File) -> io::Result<bool> {
        match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::ACCESS | Errno::AGAIN) => Ok(false),
            locked => Ok(locked.map(|()| true)?),
        }
    }

    pub(super) fn unlock(file: &File) -> io::Result<()> {
        Ok(fcntl_lock(file, FlockOperation::NonBlockingUnlock)?)
    }
}
