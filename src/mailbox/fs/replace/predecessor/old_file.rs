//! Handles the old file of an mbox, that is, the file that a run has replaced. The same run or a later run
//! does this.

use super::openers::{FIRST_PAUSE, LONGEST_PAUSE, READERS, Writers, hold, is_open, lock_and_hold, wake};
use super::record::{Record, State, clear, inode, second};
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::directory::{Directory, Location, if_exists};
use crate::mailbox::fs::file_system::now;
use crate::mailbox::fs::lock::{Lock, lock_now};
use crate::mailbox::fs::replace::fingerprint::{AsRead, Fingerprint};
use crate::mailbox::fs::replace::late_mail::{self, Start, carry_over};
use crate::mailbox::fs::replace::original::Original;
use crate::mailbox::fs::replace::waits::Waits;
use rustix::fs::{Stat, fstat};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The time for which a run waits for a program that may still write into the old file, if the system cannot
/// tell whether there is such a program.
const BLIND: Duration = Duration::from_millis(100);

/// The time for which a child process that this process has just forked may have the old file open for
/// writing. The child has the descriptors of this process open until it starts its own program.
const FORKED: Duration = Duration::from_millis(100);

/// The old file of an mbox: the file that a run has replaced.
#[derive(Debug)]
pub(crate) struct Predecessor {
    mbox: Location,
    location: Location,
    record: Record,
    /// The modification time of the file before the exchange, and the ctime of the file after it got its second
    /// name. `None` in a later run.
    times: Option<[Time; 2]>,
}

/// A time in seconds and nanoseconds.
type Time = (i64, i64);

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn modified(stat: &Stat) -> Time {
    (stat.st_mtime as i64, stat.st_mtime_nsec as i64)
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
pub(super) fn changed(stat: &Stat) -> Time {
    (stat.st_ctime as i64, stat.st_ctime_nsec as i64)
}

impl Predecessor {
    /// Returns the old file of `mbox`. The old file is still locked, is open as `original`, and is now at
    /// `location`.
    ///
    /// # Errors
    /// Fails if the old file cannot be examined.
    pub(in crate::mailbox::fs::replace) fn new(
        mbox: Location,
        location: Location,
        original: &Original,
        read: AsRead,
    ) -> Result<Self, Error> {
        // The second name keeps Postfix from writing into the old file. Errors are ignored, because the only
        // consequence on a file system without hard links is that Postfix can write into the old file.
        let _ = location.link(&second(&location));
        let stat = fstat(original.file());
        let stat = stat.map_err(|error| Error::new("examine", Some(&location.path()), error.into()))?;
        wait_for_the_clock(&stat);
        let record = Record { inode: inode(original.state()), read, state: State::Replaced };
        Ok(Self { mbox, location, record, times: Some([modified(original.state()), changed(&stat)]) })
    }

    /// Returns the old file of `mbox` that an earlier run left at `location`.
    pub(super) fn left(mbox: &Location, location: &Location, record: Record) -> Self {
        Self { mbox: mbox.clone(), location: location.clone(), record, times: None }
    }

    /// The directory that contains the old file.
    pub(in crate::mailbox::fs::replace) fn directory(&self) -> &Arc<Directory> {
        self.location.directory()
    }

    /// Releases `lock`, and waits up to `patience` until no program has the old file open for writing. Then
    /// carries over the mail that was added to the old file, and removes the old file. The caller has closed
    /// all descriptors of the old file. Returns the errors for work that could not be done.
    pub(crate) fn settle(
        mut self,
        lock: Lock,
        format: Format,
        patience: Duration,
        waits: &Waits,
    ) -> Vec<Error> {
        let start = Instant::now();
        let limit = patience.min(waits.left());
        let (held, released) = lock.release_around(|| self.lock_for_readers(limit));
        let was_held = held.is_some();
        if let Some(old) = held {
            hold(&old, limit);
        }
        let watched = self.watch(limit, was_held);
        waits.add(start.elapsed());
        let left = match watched {
            Ok(Some((false, Writers::None))) => self.remove(),
            Ok(Some((false, _)) | None) => None,
            Ok(Some((true, _))) => self.carry_over_locked(format, patience).err(),
            Err(error) => Some(error),
        };
        released.err().into_iter().chain(left).collect()
    }

    /// Locks the old file again if other programs have it open only for reading. If such a program gets the
    /// lock before this function does, the program then waits for the dotlock, which has not been released yet.
    /// Meanwhile, this function tries again to lock the file, for at most `limit`.
    fn lock_for_readers(&self, limit: Duration) -> Option<File> {
        let start = Instant::now();
        loop {
            let old = self.location.open(false).ok()?;
            if !is_open(&old) {
                return None;
            }
            match Writers::of(&old) {
                Writers::None => break,
                Writers::Some if start.elapsed() < FORKED.min(limit) => {}
                _ => return None,
            }
            drop(old);
            thread::sleep(FIRST_PAUSE);
        }
        let old = self.location.open(true).ok()?;
        while !lock_now(&old).unwrap_or(false) {
            if start.elapsed() >= limit.min(READERS) || !is_open(&old) {
                return None;
            }
            thread::sleep(LONGEST_PAUSE);
        }
        Some(old)
    }

    /// Waits up to `limit` until no program has the old file open for writing. Returns whether the file has
    /// changed, and whether a program may still write into it. Returns `None` if the file is gone. If programs
    /// have the file open only for reading, they are prevented from getting the lock, unless this was already
    /// done (`was_held`).
    fn watch(&self, limit: Duration, was_held: bool) -> Result<Option<(bool, Writers)>, Error> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        let failed = self.location.failed("examine");
        loop {
            let Some(old) = if_exists(self.location.open(false)).map_err(failed)? else { return Ok(None) };
            let (is_changed, writers) = self.examine(&old, Writers::of).map_err(failed)?;
            let patience = if writers == Writers::Unknown { BLIND.min(limit) } else { limit };
            if writers != Writers::None && start.elapsed() < patience {
                if is_changed {
                    wake(&old);
                }
                drop(old);
                thread::sleep(pause);
                pause = (2 * pause).min(LONGEST_PAUSE);
                continue;
            }
            let is_read = !was_held && writers == Writers::None && is_open(&old);
            drop(old);
            if is_read {
                lock_and_hold(&self.location, limit);
            }
            return Ok(Some((is_changed, writers)));
        }
    }

    /// Locks the mbox, and carries over the mail that was added to the old file.
    fn carry_over_locked(&mut self, format: Format, patience: Duration) -> Result<(), Error> {
        let path = self.mbox.path();
        let opened = Error::failed("open", &path);
        let (mbox, lock) = loop {
            let mbox = self.mbox.open(true).map_err(opened)?;
            let lock = Lock::acquire(&self.mbox, &mbox, patience)?;
            // Another program may have replaced the mbox before it was locked.
            if self.mbox.names(&mbox).map_err(opened)? {
                break (mbox, lock);
            }
        };
        let carried = self.carry_over(&mbox, format);
        drop(mbox);
        match (carried, lock.release()) {
            (Ok(()), released) => released,
            (Err(error), Err(left)) => Err(error.followed_by(left)),
            (Err(error), Ok(())) => Err(error),
        }
    }

    /// Appends the mail that was added to the old file to `mbox`, which is locked. Then removes the old file,
    /// if no program can write into it any more and the mbox contains all of its mail.
    pub(super) fn carry_over(&mut self, mbox: &File, format: Format) -> Result<(), Error> {
        const ACTION: &str = "carry over what another program wrote into it";
        let path = self.location.path();
        let what_to_do =
            format!("this file is kept: compare it with {}, then remove it", self.mbox.path().display());
        let failed = |error: io::Error| Error::refused(ACTION, &path, format!("{error}; {what_to_do}"));
        let mut before = self.writers().map_err(failed)?;
        loop {
            let old = self.location.open(true).map_err(failed)?;
            if !lock_now(&old).map_err(failed)? {
                return Err(Error::refused(ACTION, &path, "another program is writing to it; run again"));
            }
            let record = self.record;
            let now = Fingerprint::of_start(&old, u64::MAX).map_err(failed)?;
            if now != record.read.fingerprint {
                let start = match Fingerprint::of_start(&old, record.read.fingerprint.octets)
                    .map_err(failed)?
                {
                    start if start == record.read.fingerprint => Start::Same(start.octets),
                    _ if record.state == State::Replaced => Start::Changed,
                    // Messages were already carried over or changed before, so it is no longer clear how many
                    // messages of the old file are in the mbox.
                    _ => {
                        return Err(failed(late_mail::unclear("messages already in the file were changed")));
                    }
                };
                carry_over(&old, mbox, format, record.read.messages, start).map_err(failed)?;
                let state = match (start, record.state) {
                    (Start::Changed, _) | (_, State::Changed) => State::Changed,
                    _ => State::CarriedOver,
                };
                let read = AsRead { fingerprint: now, ..record.read };
                self.rename(Record { read, state, ..record }).map_err(failed)?;
            }
            drop(old);
            let after = self.writers().map_err(failed)?;
            match (before, after) {
                // No program could still write into the file when it was read, so the mbox has all of its mail.
                (Writers::None, _) if self.record.state != State::Changed => {
                    return self.remove().map_or(Ok(()), Err);
                }
                // A program could still write when the file was read, but it has closed the file since then.
                // The content is final now, so the file is read once more.
                (Writers::Some | Writers::Unknown, Writers::None) => before = after,
                _ => break,
            }
        }
        match self.record.state {
            State::Changed => Err(self.is_kept()),
            _ => Ok(()),
        }
    }

    /// Stores the new `record` of the old file in the name of the file.
    fn rename(&mut self, record: Record) -> io::Result<()> {
        let place = self.location.sibling(record.name());
        self.location.rename(&place)?;
        let renamed = second(&self.location).rename(&second(&place));
        (self.location, self.record) = (place, record);
        if_exists(renamed).map(drop)
    }

    /// Returns the error for an old file in which messages were changed.
    pub(super) fn is_kept(&self) -> Error {
        let mbox = self.mbox.path();
        let why = format!(
            "this is the old file of {mbox}. After mailutf had replaced it, another program changed messages in the \
             old file (their flags, for example). Repeat in {mbox} the changes that you want to keep. End the \
             programs that still have the old file open, then remove the old file",
            mbox = mbox.display()
        );
        Error::refused("remove", &self.location.path(), why)
    }

    fn writers(&self) -> io::Result<Writers> {
        self.location.open(false).map(|old| Writers::of(&old))
    }

    /// Returns whether the old file has changed, and whether programs have it open for writing. The
    /// writers are determined first. Otherwise, octets that a writer wrote just before it closed the file
    /// could be missed.
    pub(super) fn examine(
        &self,
        old: &File,
        writers: impl FnOnce(&File) -> Writers,
    ) -> io::Result<(bool, Writers)> {
        let writers = writers(old);
        Ok((self.is_changed(old)?, writers))
    }

    /// Whether the old file has changed since its replacement was made.
    fn is_changed(&self, old: &File) -> io::Result<bool> {
        let read = self.record.read.fingerprint;
        let Some(times) = self.times else { return Ok(Fingerprint::of_start(old, u64::MAX)? != read) };
        let stat = fstat(old)?;
        Ok(u64::try_from(stat.st_size) != Ok(read.octets) || times != [modified(&stat), changed(&stat)])
    }

    /// Removes both names of the old file, and then their directory if it is empty.
    pub(super) fn remove(&self) -> Option<Error> {
        let removed = [second(&self.location), self.location.clone()].into_iter().try_for_each(|name| {
            let removed = if_exists(name.remove()).map(drop);
            removed.map_err(name.failed("remove the original (its replacement is in place)"))
        });
        clear(&self.location);
        removed.err()
    }
}

/// Waits until the clock of the file system has moved on, so that the next change gets a later time than the
/// last change.
pub(crate) fn wait_for_the_clock(stat: &Stat) {
    /// The maximum number of pauses, each of one millisecond. Together, they last for two ticks of the
    /// slowest clock, which ticks every 10 milliseconds.
    const MOST: u32 = 20;
    for _ in 0..MOST {
        if now() > changed(stat) {
            return;
        }
        thread::sleep(FIRST_PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use tempfile::TempDir;

    /// A writer can write and close the file between any two checks of the file. Such a change
    /// must be noticed.
    #[test]
    fn what_is_written_before_the_last_writer_closes_the_file_is_seen() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, "mail\n").unwrap();
        let location = Location::of(&path).unwrap();
        let old = location.open(false).unwrap();
        let read = AsRead { messages: 1, fingerprint: Fingerprint::of_start(&old, u64::MAX).unwrap() };
        let record = Record { inode: 1, read, state: State::Replaced };
        let predecessor = Predecessor::left(&location, &location, record);
        let seen = predecessor.examine(&old, |_| {
            OpenOptions::new().append(true).open(&path).unwrap().write_all(b"late\n").unwrap();
            Writers::None
        });
        assert_eq!(seen.unwrap(), (true, Writers::None));
    }
}
