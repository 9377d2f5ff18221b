//! Locks on mbox files: fcntl, and the dotlock `NAME.lock`, which is what works over NFS and what most
//! delivery agents honour. Taken in this order, tried for a while, given back when dropped.

use crate::error::Error;
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::process::{Pid, getpid, test_kill_process};
use rustix::system::uname;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long it is waited between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// The locks on an mbox. The fcntl lock goes when any handle of the file is closed, so there must be one only.
#[derive(Debug)]
pub struct Lock {
    dotlock: PathBuf,
}

impl Lock {
    /// Locks the mbox `path`, which is open for writing as `file`. A lock that another program holds is waited
    /// for, as long as `patience`.
    ///
    /// # Errors
    /// Where another program holds a lock, or the dotlock cannot be created.
    pub fn acquire(path: &Path, file: &File, patience: Duration) -> Result<Self, Error> {
        let error = |error| Error::new("lock", Some(path), error);
        retry(patience, || match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(true),
            Err(rustix::io::Errno::ACCESS | rustix::io::Errno::AGAIN) => Ok(false),
            Err(other) => Err(other.into()),
        })
        .map_err(error)?;
        let mut dotlock = path.as_os_str().to_owned();
        dotlock.push(".lock");
        let dotlock = PathBuf::from(dotlock);
        retry(patience, || create(&dotlock)).map_err(|error| Error::new("create", Some(&dotlock), error))?;
        Ok(Self { dotlock })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // What cannot be removed now is found to be left over by the next run.
        let _ = fs::remove_file(&self.dotlock);
    }
}

/// Tries until the lock is had.
fn retry(patience: Duration, mut lock: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let start = Instant::now();
    while !lock()? {
        if start.elapsed() >= patience {
            return Err(io::Error::new(ErrorKind::WouldBlock, "another program holds the lock"));
        }
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Creates the dotlock; whether that was possible.
fn create(dotlock: &Path) -> io::Result<bool> {
    match OpenOptions::new().write(true).create_new(true).open(dotlock) {
        Ok(mut file) => {
            file.write_all(owner(getpid()).as_bytes())?;
            Ok(true)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            if is_stale(dotlock) {
                fs::remove_file(dotlock)?;
            }
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// What a dotlock of the process `pid` of this machine says.
fn owner(pid: Pid) -> String {
    format!("{pid} mailutf {}\n", uname().nodename().to_string_lossy())
}

/// Whether the dotlock was left by a killed run of this program on this machine. Others are not judged.
fn is_stale(dotlock: &Path) -> bool {
    let Ok(text) = fs::read_to_string(dotlock) else { return false };
    let pid = text.split(' ').next().and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw);
    pid.is_some_and(|pid| text == owner(pid) && test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}
