//! The old file of an mbox, after its replacement took its place, as long as another program may still write into it.
//!
//! A program that opened the mbox before the exchange, and waits for a lock or takes none, writes into the file that it
//! opened, whatever that is called now. Dovecot, procmail, mutt and others do not look again after they have the lock. So:
//!
//! 1. The replacement is given a name in the directory `.NAME.old.mailutf`, which says what the old file is: its number
//!    (inode), the size and the fingerprint of what was read of it, and how many messages that were. Then the two files are
//!    exchanged, and this name is that of the old file. Whoever finds it after a kill knows by the number which of the two
//!    it is.
//! 2. The old file gets a second name there: Postfix counts the names after it has the lock, and tries again.
//! 3. The locks are released, and all descriptors of the old file closed. If somebody has it open who only reads, the lock
//!    on it is taken again at once, before the dotlock is removed, and held for some seconds at most: mutt, which waits for
//!    it, would read the old file, take the size of the new one for that of what it has read, and write each message to where
//!    it was. Without the lock, it opens the mailbox for reading only.
//! 4. The system is asked, for some seconds at most, whether anybody has the old file open for writing (by a
//!    [lease](mailutf_lease)). If nobody has, its content is final: nobody can open it any more. If it did not change
//!    since the exchange, it is removed, and that is all there is on nearly every run.
//! 5. If it changed, the mbox is locked again, and what was added is [appended](super::late_mail) to it, as the agent
//!    would have done a moment later. The old file is not converted and exchanged once more: who had opened the mbox in
//!    between would write into *its* old file, so that both would hold mail that the other one lacks. If what had been read
//!    is not in the old file any more (a session changed flags), the old file is kept under a name that says so, and each
//!    run on the mbox fails in part until somebody has compared the two and removed it.
//! 6. If it is still open when the time is over (an IMAP session may have it open for hours), or the system cannot
//!    tell, it is kept. Each later run on the mbox looks at it in the same way before it reads anything; that also finishes
//!    the work of a run that was killed at any moment.
//!
//! Where it is not clear what was added (messages were removed in the meantime), both files are kept, which is an error.
//!
//! Changed means at first: another size, time of modification, or time of change (ctime, which no program can set). That can
//! be relied upon where the system can tell that nobody has the file open for writing: a write sets the times before it
//! ends, and the locks are held, before the mbox is read and after the exchange, until the clock of the file system has
//! moved on, so that the next change has another time. Only then is the old file read again and its
//! [fingerprint](super::fingerprint) compared. A later run, which knows no times, always does that.
//!
//! What a run waits for all its mboxes together is bounded (`waits.rs`).
//!
//! Cost, if nobody interferes: the fingerprint of what is read, a directory made and removed, two renames, one lease; no wait
//! beyond a tick of the clock.

use super::fingerprint::{AsRead, Fingerprint};
use super::late_mail::{self, Start, carry_over};
use super::original::Original;
use super::waits::Waits;
use crate::error::Error;
use crate::mailbox::Format;
use crate::mailbox::fs::claim;
use crate::mailbox::fs::directory::{Directory, Location};
use crate::mailbox::fs::file_system::now;
use crate::mailbox::fs::lock::{Lock, lock_now};
use mailutf_lease::{is_open_elsewhere, is_open_for_writing};
use rustix::fs::{Stat, fstat};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The first and the longest time between two looks.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// How long a late writer is waited for where the system cannot tell whether there is one.
const BLIND: Duration = Duration::from_millis(100);

/// How long those who only read the old file are kept from the lock on it. mutt tries five times, a second apart.
const READERS: Duration = Duration::from_secs(6);

/// How long a writer may be a process that this one has just forked, which has our own descriptor until it starts its program.
const FORKED: Duration = Duration::from_millis(100);

/// How often a writer that may hold the locks is woken while these are waited for.
const WAKE: Duration = Duration::from_secs(1);

/// After this time, a file that nobody has changed is removed even where the system cannot tell whether it is open.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// What the name of the second name ends in.
const SECOND: &str = ".2";

/// The old file of an mbox.
#[derive(Debug)]
pub(crate) struct Predecessor {
    mbox: Location,
    location: Location,
    record: Record,
    /// Its time of modification before the exchange, and its time of change after it got its second name; `None` in a
    /// later run.
    times: Option<[Time; 2]>,
}

/// Seconds and nanoseconds.
type Time = (i64, i64);

/// What is known of an old file; its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    inode: u64,
    /// What of it is in the mbox.
    read: AsRead,
    state: State,
}

/// What happened to an old file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The mbox has its messages, converted.
    Replaced,
    /// As well as those that were added later.
    CarriedOver,
    /// As well as those that were added later; but others of it were changed.
    Changed,
}

impl State {
    const ALL: [Self; 3] = [Self::Replaced, Self::CarriedOver, Self::Changed];

    fn name(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::CarriedOver => "carried",
            Self::Changed => "changed",
        }
    }
}

impl Record {
    fn name(&self) -> OsString {
        let Self { inode, read: AsRead { messages, fingerprint: Fingerprint { octets, hash } }, state } =
            self;
        format!("{inode}_{octets}_{hash:032x}_{messages}_{}", state.name()).into()
    }

    fn parse(name: &OsStr) -> Option<Self> {
        let name = name.to_str()?;
        let mut fields = name.strip_suffix(SECOND).unwrap_or(name).split('_');
        let mut next = || fields.next();
        let inode = next()?.parse().ok()?;
        let octets = next()?.parse().ok()?;
        let hash = u128::from_str_radix(next()?, 16).ok()?;
        let messages = next()?.parse().ok()?;
        let state = next()?;
        let state = State::ALL.into_iter().find(|known| known.name() == state)?;
        let read = AsRead { messages, fingerprint: Fingerprint { octets, hash } };
        next().is_none().then_some(Self { inode, read, state })
    }
}

/// Whether someone has a file open for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writers {
    None,
    Some,
    Unknown,
}

/// The name that the replacement of `original` is given before the exchange.
///
/// # Errors
/// Fails if the directory cannot be made.
pub(super) fn place(original: &Original, read: AsRead) -> Result<Location, Error> {
    let mbox = original.location();
    let name = directory_of(mbox);
    let made = || {
        let directory = mbox.directory().make_private(&name, original.file())?;
        let record = Record { inode: inode(original.state()), read, state: State::Replaced };
        Ok(Location::new(directory, record.name()))
    };
    made().map_err(|error: io::Error| Error::new("create", Some(&mbox.sibling(name.clone()).path()), error))
}

/// Removes the directory of a [`place`] if it is empty.
pub(super) fn clear(place: &Location) {
    if let Some(parent) = place.directory().parent() {
        // What is in it is looked at by the next run.
        let _ = parent.remove_directory(place.directory().name());
    }
}

fn directory_of(mbox: &Location) -> OsString {
    let mut name = mbox.name().to_owned();
    name.push(".old");
    mbox.sibling(name).temporary().name().to_owned()
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn inode(stat: &Stat) -> u64 {
    stat.st_ino as u64
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn modified(stat: &Stat) -> Time {
    (stat.st_mtime as i64, stat.st_mtime_nsec as i64)
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn changed(stat: &Stat) -> Time {
    (stat.st_ctime as i64, stat.st_ctime_nsec as i64)
}

impl Predecessor {
    /// The old file of `mbox`, which is still locked as `original`, and is at `location` now.
    ///
    /// # Errors
    /// Fails if it cannot be examined.
    pub(super) fn new(
        mbox: Location,
        location: Location,
        original: &Original,
        read: AsRead,
    ) -> Result<Self, Error> {
        // Without hard links, only Postfix may write late.
        let _ = location.link(&second(&location));
        let stat = fstat(original.file());
        let stat = stat.map_err(|error| Error::new("examine", Some(&location.path()), error.into()))?;
        wait_for_the_clock(&stat);
        let record = Record { inode: inode(original.state()), read, state: State::Replaced };
        Ok(Self { mbox, location, record, times: Some([modified(original.state()), changed(&stat)]) })
    }

    /// The directory that it is in.
    pub(super) fn directory(&self) -> &Arc<Directory> {
        self.location.directory()
    }

    /// Releases the `lock`, waits up to `patience` until nobody has the old file open for writing any more, carries over what
    /// was added, and removes it. The caller has closed all descriptors of the old file. Returns what could not be done.
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
            keep_from_readers(&old, limit);
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

    /// Locks it again if all that have it open only read. One that was granted the lock in between waits for the dotlock, which
    /// is not released yet.
    fn lock_for_readers(&self, limit: Duration) -> Option<File> {
        let start = Instant::now();
        loop {
            let old = self.location.open(false).ok()?;
            if !is_open_elsewhere(&old).unwrap_or(false) {
                return None;
            }
            match writers(&old) {
                Writers::None => break,
                Writers::Some if start.elapsed() < FORKED.min(limit) => {}
                _ => return None,
            }
            drop(old);
            thread::sleep(FIRST_PAUSE);
        }
        let old = self.location.open(true).ok()?;
        while !lock_now(&old).unwrap_or(false) {
            if start.elapsed() >= limit.min(READERS) || !is_open_elsewhere(&old).unwrap_or(false) {
                return None;
            }
            thread::sleep(LONGEST_PAUSE);
        }
        Some(old)
    }

    /// Waits up to `limit` until nobody has it open for writing any more. Returns whether it has changed, and who may still write
    /// into it; `None` if it is gone. Readers are kept from it, unless they were before (`was_held`).
    fn watch(&self, limit: Duration, was_held: bool) -> Result<Option<(bool, Writers)>, Error> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        let failed = |error| Error::new("look at", Some(&self.location.path()), error);
        loop {
            let old = match self.location.open(false) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                old => old.map_err(failed)?,
            };
            let (is_changed, writers) = self.look(&old, writers).map_err(failed)?;
            let enough = if writers == Writers::Unknown { BLIND.min(limit) } else { limit };
            if writers != Writers::None && start.elapsed() < enough {
                if is_changed {
                    set_time(&old);
                }
                drop(old);
                thread::sleep(pause);
                pause = (2 * pause).min(LONGEST_PAUSE);
                continue;
            }
            let is_read = !was_held && writers == Writers::None && is_open_elsewhere(&old).unwrap_or(false);
            drop(old);
            if is_read
                && let Ok(old) = self.location.open(true)
                && lock_now(&old).unwrap_or(false)
            {
                keep_from_readers(&old, limit);
            }
            return Ok(Some((is_changed, writers)));
        }
    }

    /// Carries over what was added, under the locks of the mbox, which are taken for that.
    fn carry_over_locked(&mut self, format: Format, patience: Duration) -> Result<(), Error> {
        let path = self.mbox.path();
        let opened = |error| Error::new("open", Some(&path), error);
        let (mbox, lock) = loop {
            let mbox = self.mbox.open(true).map_err(opened)?;
            let lock = Lock::acquire(&self.mbox, &mbox, patience)?;
            // Another program may have replaced it before it was locked.
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

    /// Appends what was added to `mbox`, which is locked. Removes the old file then, if nobody can write into it any more and
    /// the mbox has all of it.
    fn carry_over(&mut self, mbox: &File, format: Format) -> Result<(), Error> {
        const ACTION: &str = "carry over what another program wrote into it";
        let path = self.location.path();
        let what_to_do =
            format!("it is kept: compare it with {}, then remove it", self.mbox.path().display());
        let failed = |error: io::Error| Error::refused(ACTION, &path, format!("{error}; {what_to_do}"));
        let mut before = self.writers().map_err(failed)?;
        loop {
            let old = self.location.open(true).map_err(failed)?;
            if !lock_now(&old).map_err(failed)? {
                return Err(Error::refused(ACTION, &path, "another program is writing into it; run again"));
            }
            let record = self.record;
            let now = Fingerprint::of_start(&old, u64::MAX).map_err(failed)?;
            if now != record.read.fingerprint {
                let start = match Fingerprint::of_start(&old, record.read.fingerprint.octets)
                    .map_err(failed)?
                {
                    start if start == record.read.fingerprint => Start::Same(start.octets),
                    _ if record.state == State::Replaced => Start::Changed,
                    // How many messages of it are in the mbox is not known any more.
                    _ => return Err(failed(late_mail::unclear("messages that it had before were changed"))),
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
                // What was read was final.
                (Writers::None, _) if self.record.state != State::Changed => {
                    return self.remove().map_or(Ok(()), Err);
                }
                // Someone waited for the lock until now. It is final this time.
                (Writers::Some | Writers::Unknown, Writers::None) => before = after,
                _ => break,
            }
        }
        match self.record.state {
            State::Changed => Err(self.is_kept()),
            _ => Ok(()),
        }
    }

    /// Gives it the name that says what is known of it now.
    fn rename(&mut self, record: Record) -> io::Result<()> {
        let place = self.location.sibling(record.name());
        self.location.rename(&place)?;
        let renamed = second(&self.location).rename(&second(&place));
        (self.location, self.record) = (place, record);
        match renamed {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The error for one that was changed.
    fn is_kept(&self) -> Error {
        let mbox = self.mbox.path();
        let why = format!(
            "it is the old file of {mbox}, in which another program changed messages (such as their flags) after it was \
             replaced; carry over what you miss, end the programs that still have it open, then remove it",
            mbox = mbox.display()
        );
        Error::refused("remove", &self.location.path(), why)
    }

    fn writers(&self) -> io::Result<Writers> {
        self.location.open(false).map(|old| writers(&old))
    }

    /// Whether it has changed, and who has it open for writing. In this order of looking: what a writer wrote before it
    /// closed the file is seen.
    fn look(&self, old: &File, writers: impl FnOnce(&File) -> Writers) -> io::Result<(bool, Writers)> {
        let writers = writers(old);
        Ok((self.is_changed(old)?, writers))
    }

    /// Whether it is not as it was when its replacement was made.
    fn is_changed(&self, old: &File) -> io::Result<bool> {
        let read = self.record.read.fingerprint;
        let Some(times) = self.times else { return Ok(Fingerprint::of_start(old, u64::MAX)? != read) };
        let stat = fstat(old)?;
        Ok(u64::try_from(stat.st_size) != Ok(read.octets) || times != [modified(&stat), changed(&stat)])
    }

    /// Removes its names, and the directory after the last one.
    fn remove(&self) -> Option<Error> {
        let removed = [second(&self.location), self.location.clone()].into_iter().try_for_each(|name| {
            match name.remove() {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::new(
                    "remove the original (its replacement is in place)",
                    Some(&name.path()),
                    error,
                )),
                _ => Ok(()),
            }
        });
        clear(&self.location);
        removed.err()
    }
}

/// Keeps the old file locked, as the caller has it, while another program has it open, until such a one waits for the lock no
/// more.
fn keep_from_readers(old: &File, limit: Duration) {
    let start = Instant::now();
    while start.elapsed() < READERS.min(limit) && is_open_elsewhere(old).unwrap_or(false) {
        thread::sleep(LONGEST_PAUSE);
    }
}

fn second(location: &Location) -> Location {
    let mut name = location.name().to_owned();
    name.push(SECOND);
    location.sibling(name)
}

fn writers(old: &File) -> Writers {
    match is_open_for_writing(old) {
        Ok(true) => Writers::Some,
        Ok(false) => Writers::None,
        Err(_) => Writers::Unknown,
    }
}

/// Waits until a change from now on has a later time than the last one.
pub(crate) fn wait_for_the_clock(stat: &Stat) {
    /// Ticks of the slowest clock take 10 milliseconds.
    const MOST: u32 = 20;
    for _ in 0..MOST {
        if now() > changed(stat) {
            return;
        }
        thread::sleep(FIRST_PAUSE);
    }
}

/// Locks the mbox at `location`, which is open for writing as `mbox`, and finishes the work of earlier runs on it. Returns what
/// could not be done of that.
///
/// # Errors
/// As [`Lock::acquire`].
pub(crate) fn lock_and_finish_earlier(
    location: &Location,
    mbox: &File,
    format: Format,
    patience: Duration,
    waits: &Waits,
) -> Result<(Lock, Vec<Error>), Error> {
    keep_readers_from_left(location, patience, waits);
    let start = Instant::now();
    loop {
        wake_writers(location);
        let left = patience.saturating_sub(start.elapsed());
        match Lock::acquire(location, mbox, left.min(WAKE)) {
            Err(error) if error.io_kind() == Some(ErrorKind::WouldBlock) && left > WAKE => {}
            locked => return Ok((locked?, finish_earlier(location, mbox, format))),
        }
    }
}

/// Sets the time of old files that are still open for writing, since a writer may wait for that while it holds the locks.
fn wake_writers(location: &Location) {
    for (_, old) in left(location) {
        if writers(&old) == Writers::Some {
            set_time(&old);
        }
    }
}

/// Keeps those who only read from the lock on old files that a killed run left, as that run did until then.
fn keep_readers_from_left(location: &Location, patience: Duration, waits: &Waits) {
    let start = Instant::now();
    for (left, old) in left(location) {
        let is_read = writers(&old) == Writers::None && is_open_elsewhere(&old).unwrap_or(false);
        drop(old);
        if is_read
            && let Ok(old) = left.open(true)
            && lock_now(&old).unwrap_or(false)
        {
            keep_from_readers(&old, patience.min(waits.left()));
        }
    }
    waits.add(start.elapsed());
}

/// The old files that earlier runs on the mbox at `location` left, each by its first name.
fn left(location: &Location) -> Vec<(Location, File)> {
    let Ok(directory) = location.directory().enter(&directory_of(location)) else { return Vec::new() };
    let names = directory.names().unwrap_or_default();
    let old = |name: OsString| {
        let record = Record::parse(&name)?;
        let left = Location::new(Arc::clone(&directory), name);
        let old = left.open(false).ok()?;
        let is_old = fstat(&old).is_ok_and(|stat| inode(&stat) == record.inode);
        is_old.then_some((left, old))
    };
    names.into_iter().filter(|name| !is_second(name)).filter_map(old).collect()
}

fn is_second(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name.ends_with(SECOND))
}

/// Sets the time of an old file to now. Dovecot, after it has written, sets the time of the file that has the name now, and
/// waits for that of the one that it has open to change.
fn set_time(old: &File) {
    let _ = old.set_modified(SystemTime::now());
}

/// Finishes the work of earlier runs on the mbox at `location`, which is locked and open as `mbox`: carries over what
/// was written into their old files, and removes what they left. Returns what could not be done.
fn finish_earlier(location: &Location, mbox: &File, format: Format) -> Vec<Error> {
    let mut errors = Vec::new();
    // Whoever holds the lock is the only run that has a replacement.
    match claim::release(&location.temporary(), |_| Ok(true)) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            errors.push(Error::new("remove", Some(&location.temporary().path()), error));
        }
        _ => {}
    }
    let listed = location.directory().enter(&directory_of(location)).and_then(|entered| {
        let names = entered.names()?;
        Ok((entered, names))
    });
    let (directory, names) = match listed {
        Err(error) if error.kind() == ErrorKind::NotFound => return errors,
        Err(error) => {
            errors.push(Error::new("list", Some(&location.sibling(directory_of(location)).path()), error));
            return errors;
        }
        Ok(listed) => listed,
    };
    for name in names {
        let is_second = is_second(&name);
        let left = Location::new(Arc::clone(&directory), name);
        if let Err(error) = finish_one(location, mbox, format, left, is_second) {
            errors.push(error);
        }
    }
    if let Some(parent) = directory.parent() {
        let _ = parent.remove_directory(directory.name());
    }
    errors
}

fn finish_one(
    mbox: &Location,
    file: &File,
    format: Format,
    left: Location,
    is_second: bool,
) -> Result<(), Error> {
    let failed = |error| Error::new("look at", Some(&left.path()), error);
    let Some(record) = Record::parse(left.name()) else {
        let why = "it has no name that this program gives; compare it with the mailbox, then remove it";
        return Err(Error::refused("look at", &left.path(), why));
    };
    let stat = match left.stat() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        stat => stat.map_err(failed)?,
    };
    if inode(&stat) != record.inode || left.names(file).map_err(failed)? {
        // A replacement that never got its place.
        return left.remove().map_err(failed);
    }
    if is_second {
        // It goes with the first one, unless a run was killed in between.
        let mut first = left.name().to_str().unwrap_or_default().to_owned();
        first.truncate(first.len().saturating_sub(SECOND.len()));
        return match left.sibling(first.into()).stat() {
            Err(error) if error.kind() == ErrorKind::NotFound => left.remove().map_err(failed),
            _ => Ok(()),
        };
    }
    let mut predecessor = Predecessor { mbox: mbox.clone(), location: left.clone(), record, times: None };
    let old = left.open(false).map_err(failed)?;
    let (is_changed, writers) = predecessor.look(&old, writers).map_err(failed)?;
    drop(old);
    match (is_changed, writers) {
        (true, _) => predecessor.carry_over(file, format),
        (false, _) if record.state == State::Changed => Err(predecessor.is_kept()),
        (false, Writers::None) => predecessor.remove().map_or(Ok(()), Err),
        (false, Writers::Some) => Ok(()),
        (false, Writers::Unknown) => match is_forgotten(&stat) {
            true => predecessor.remove().map_or(Ok(()), Err),
            false => Ok(()),
        },
    }
}

/// Whether it got its name so long ago that nobody waits for a lock on it any more.
fn is_forgotten(stat: &Stat) -> bool {
    let age = u64::try_from(changed(stat).0).ok().and_then(|changed| {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH + Duration::from_secs(changed)).ok()
    });
    age.is_some_and(|age| age > FORGOTTEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use tempfile::TempDir;

    /// A writer may write and close the file between any two looks at it.
    #[test]
    fn what_is_written_before_the_last_writer_closes_the_file_is_seen() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("mbox");
        fs::write(&path, "mail\n").unwrap();
        let location = Location::of(&path).unwrap();
        let old = location.open(false).unwrap();
        let read = AsRead { messages: 1, fingerprint: Fingerprint::of_start(&old, u64::MAX).unwrap() };
        let record = Record { inode: 1, read, state: State::Replaced };
        let predecessor = Predecessor { mbox: location.clone(), location, record, times: None };
        let looked = predecessor.look(&old, |_| {
            OpenOptions::new().append(true).open(&path).unwrap().write_all(b"late\n").unwrap();
            Writers::None
        });
        assert_eq!(looked.unwrap(), (true, Writers::None));
    }
}
