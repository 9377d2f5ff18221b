//! Finds out whether other programs have the old file of an mbox open. Prevents programs that only read the
//! old file from getting its lock. Wakes programs that wait for a change of the old file.

use crate::mailbox::fs::directory::Location;
use crate::mailbox::fs::lock::lock_now;
use mailutf_lease::{is_open_elsewhere, is_open_for_writing};
use std::fs::File;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The first pause and the longest pause between two checks whether a program has the old file open.
pub(super) const FIRST_PAUSE: Duration = Duration::from_millis(1);
pub(super) const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// The time for which programs that have the old file open only for reading are prevented from getting its
/// lock. mutt tries to get the lock five times, with a second between two attempts.
pub(super) const READERS: Duration = Duration::from_secs(6);

/// Tells whether another program has a file open for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writers {
    None,
    Some,
    /// The system cannot tell.
    Unknown,
}

impl Writers {
    pub(super) fn of(old: &File) -> Self {
        match is_open_for_writing(old) {
            Ok(true) => Self::Some,
            Ok(false) => Self::None,
            Err(_) => Self::Unknown,
        }
    }
}

/// Whether another program has the file open, for reading or writing. False if the system cannot tell.
pub(super) fn is_open(old: &File) -> bool {
    is_open_elsewhere(old).unwrap_or(false)
}

/// Keeps the old file locked while another program has it open and may wait for the lock, but no longer than
/// `limit`. The caller has locked the file.
pub(super) fn hold(old: &File, limit: Duration) {
    let start = Instant::now();
    while start.elapsed() < READERS.min(limit) && is_open(old) {
        thread::sleep(LONGEST_PAUSE);
    }
}

/// Locks the old file at `location`, unless another program has locked it, and does the same as [`hold`].
pub(super) fn lock_and_hold(location: &Location, limit: Duration) {
    if let Ok(old) = location.open(true)
        && lock_now(&old).unwrap_or(false)
    {
        hold(&old, limit);
    }
}

/// Wakes a writer that holds the locks, by setting the modification time of the old file to the current time.
///
/// Dovecot needs this. After it has written into the old file, which it has open, it sets the modification time
/// by the name of the mbox, which now belongs to the new file. Then it waits until the modification time of the
/// old file changes.
pub(super) fn wake(old: &File) {
    let _ = old.set_modified(SystemTime::now());
}
