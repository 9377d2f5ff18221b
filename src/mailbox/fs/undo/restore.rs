//! Replaces converted files by their backups.

use super::find::{Backup, restored_name};
use crate::error::Error;
use crate::mailbox::compressed::decompressed;
use crate::mailbox::fs::claim;
use crate::mailbox::fs::converted;
use crate::mailbox::fs::directory::{Directory, Location, file_type, if_exists};
use crate::mailbox::fs::found::Found;
use crate::mailbox::fs::lock::Lock;
use crate::mailbox::fs::maildir::{self, Sizes};
use crate::mailbox::fs::moved;
use crate::mailbox::fs::replace::fingerprint::{AsRead, Fingerprinted};
use crate::mailbox::fs::replace::flush::flush;
use crate::mailbox::fs::replace::group::{self, Committed, Ready};
use crate::mailbox::fs::replace::predecessor::lock_and_finish_earlier;
use crate::mailbox::fs::replace::waits::Waits;
use crate::mailbox::fs::replace::{Original, ReplaceOptions, Replacement};
use crate::mailbox::fs::server_index;
use crate::mailbox::{Format, Source};
use rustix::fs::FileType;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

impl Backup {
    /// Checks that the converted file can be replaced by the backup.
    ///
    /// # Errors
    /// Fails with the reason if the converted file cannot be replaced.
    pub fn check(&self) -> Result<(), Error> {
        self.open().map(drop)
    }

    /// Replaces the converted file by the backup, and removes the backup. An mbox is locked during this time.
    /// If an error happens after the file was replaced, the error is returned as `Ok(Some(error))`.
    ///
    /// # Errors
    /// Fails if the converted file is gone, was changed after its conversion, or cannot be replaced. In these
    /// cases, both files are unchanged.
    pub fn restore(self) -> Result<Option<Error>, Error> {
        let (mut backup, waits) = (self, Waits::default());
        let written = backup.write(&waits);
        put_in_place(vec![(backup, written)], &waits).pop().unwrap_or(Ok(None))
    }

    /// Writes the restored file under a temporary name. If a killed run made the backup but never replaced
    /// the file, there is nothing to write. If a message was moved, it is searched for and found again.
    fn write(&mut self, waits: &Waits) -> Result<Written, Error> {
        let Some((found, _)) = self.converted.clone() else { return self.write_here(waits) };
        let written = found.reach(|now| {
            if !now.location.is(&found.location) {
                let name = restored_name(self.kept.name(), now.location.name());
                self.converted = Some((now.clone(), name));
            }
            self.write_here(waits)
        });
        written?.ok_or_else(|| self.deleted())
    }

    fn write_here(&self, waits: &Waits) -> Result<Written, Error> {
        let Opened { now, kept, target, original } = self.open()?;
        let Some((mut original, holds_several)) = original else {
            converted::forget(&kept);
            if now.name() != target.name() {
                let renamed = now.rename_to_free(&target).and_then(|()| target.directory().flush());
                renamed.map_err(now.failed("give back its name"))?;
            }
            return Ok(Written { new: None, lock: None, marked: Some(kept), earlier: Vec::new() });
        };
        let options = ReplaceOptions::default().with_beside_index(self.beside_index);
        let (mut lock, mut earlier) = (None, Vec::new());
        if holds_several {
            let place = original.location().clone();
            // On some systems, a lock ends when any descriptor of the file is closed. So this descriptor must
            // be closed before the file is locked.
            drop(original);
            let locked = lock_and_finish_earlier(place, Format::Any, &options, waits)?;
            (original, lock, earlier) = (locked.0, Some(locked.1), locked.2);
            self.refuse_changed(&kept, &original)?;
        }
        let error = Error::failed("restore", original.path());
        let place = unfinished(&target)?;
        let mut replacement = Replacement::elsewhere(&place, &target)?;
        io::copy(&mut &kept, &mut replacement).and_then(|_| replacement.flush()).map_err(error)?;
        let read = if holds_several { Some(read(&original).map_err(error)?) } else { None };
        let ready = replacement.ready_as(original, target, &options)?;
        let new = Some(read.into_iter().fold(ready, Ready::watched));
        Ok(Written { new, lock, marked: None, earlier })
    }

    /// Whether `error` happened because the converted file is no longer at its location.
    fn is_moved(&self, error: &Error) -> bool {
        self.converted.as_ref().is_some_and(|(now, _)| moved::is_missing(&now.location, error))
    }

    fn deleted(&self) -> Error {
        let why =
            "its converted form was deleted or moved away; to use the original again, move this file back";
        Error::refused("restore", &self.kept.path(), why)
    }

    /// Removes the temporary files of a killed run that had not replaced the file yet.
    fn tidy(&self) -> Option<Error> {
        let (now, name) = self.converted.as_ref()?;
        let target = now.location.sibling(name.clone());
        [&now.location, &target].into_iter().find_map(|name| match unfinished(name) {
            Ok(place) => Replacement::tidy(&place, &target),
            Err(error) => Some(error),
        })
    }

    /// The directory of the backup, if it contains only backups. The backups of a Maildir are in such a
    /// directory.
    fn directory(&self) -> Option<&Arc<Directory>> {
        let (converted, _) = self.converted.as_ref()?;
        let directory = self.kept.directory();
        (directory.path() != converted.location.directory().path()).then_some(directory)
    }

    fn open(&self) -> Result<Opened<'_>, Error> {
        let path = self.kept.path();
        let Some((Found { location: now, .. }, name)) = &self.converted else { return Err(self.deleted()) };
        let is_file = self.kept.stat().is_ok_and(|stat| file_type(&stat) == FileType::RegularFile);
        if !is_file {
            return Err(Error::refused("restore", &path, "it is not a regular file"));
        }
        let kept = self.kept.open(false).map_err(Error::failed("open", &path))?;
        let target = now.sibling(name.clone());
        let examined = Error::failed("examine", &path);
        if now.names(&kept).map_err(examined)? {
            let alone = claim::alone(&kept);
            // The run that made the backup may have replaced the file since the first call of `names`.
            if now.names(&kept).map_err(examined)? {
                alone.map_err(Error::failed("restore", &path))?;
                return Ok(Opened { now, kept, target, original: None });
            }
        }
        let original = Original::at(now.clone(), false, &ReplaceOptions::default())?;
        self.refuse_changed(&kept, &original)?;
        let read_error = Error::failed("read", &path);
        let source = Source::decompressed(&kept, Format::Any).map_err(read_error)?.0;
        let holds_several = source.holds_several();
        drop(source);
        if holds_several && !self.beside_index {
            server_index::refuse(&original)?;
        }
        (&kept).rewind().map_err(read_error)?;
        Ok(Opened { now, kept, target, original: Some((original, holds_several)) })
    }

    /// Fails if the converted file was changed after it was written. Does not fail if the file has the content
    /// of the backup, that is, if it was already restored.
    fn refuse_changed(&self, kept: &File, original: &Original) -> Result<(), Error> {
        let error = self.kept.failed("examine");
        let Some(why) = change(kept, original).map_err(error)? else { return Ok(()) };
        if is_same(kept, original.file()).map_err(error)? {
            return Ok(());
        }
        let why = format!("{why} since its conversion; its original is {}", self.kept.path().display());
        Err(Error::refused("restore", original.path(), why))
    }
}

/// A file whose restored form has been written.
#[derive(Debug)]
struct Written {
    /// The restored form; `None` if the file was never replaced. Then only its backup has to be removed.
    new: Option<Ready>,
    lock: Option<Lock>,
    /// The open backup of a file that was never replaced. While the backup is open, no other run can
    /// [mark](claim::mark) it. `None` for any other file.
    marked: Option<File>,
    /// The errors for work that earlier runs on the mbox left, and that this run could not finish.
    earlier: Vec<Error>,
}

/// Restores each of the backups like [`Backup::restore`], but waits for the disk once for many files. Passes
/// the results to `done`, in the order of the backups.
///
/// ```no_run
/// use mailutf::mailbox::undo::{backups, restore_all};
/// restore_all(backups("Mail".as_ref(), "~".as_ref())?, |restored| match restored {
///     Ok(None) => {}
///     Ok(Some(error)) | Err(error) => eprintln!("{error}"),
/// });
/// # Ok::<(), mailutf::Error>(())
/// ```
pub fn restore_all(
    backups: impl IntoIterator<Item = Backup>,
    mut done: impl FnMut(Result<Option<Error>, Error>),
) {
    let members = group::members(group::FILES, NonZeroUsize::MIN);
    let (mut group, mut octets, waits) = (Vec::new(), 0_usize, Waits::default());
    for mut backup in backups {
        let mut written = backup.write(&waits);
        if !group.is_empty() && written.as_ref().is_err_and(group::had_no_room) {
            put_in_place(mem::take(&mut group), &waits).into_iter().for_each(&mut done);
            octets = 0;
            written = backup.write(&waits);
        }
        let size = backup.kept.stat().map_or(0, |kept| usize::try_from(kept.st_size).unwrap_or(usize::MAX));
        octets = octets.saturating_add(size);
        // A locked mbox is put in place at once, so that its lock is not held while other files are written.
        let is_locked = written.as_ref().is_ok_and(|written| written.lock.is_some());
        group.push((backup, written));
        if is_locked || group.len() >= members || octets >= group::OCTETS {
            put_in_place(mem::take(&mut group), &waits).into_iter().for_each(&mut done);
            octets = 0;
        }
    }
    put_in_place(group, &waits).into_iter().for_each(done);
}

/// A file that has been restored.
struct Restored {
    backup: Backup,
    /// An error that happened after the file was put in place.
    left: Option<Error>,
    /// The result of removing the backup.
    removed: io::Result<()>,
}

/// Puts restored files in place, and removes their backups. If a converted file was moved after its restored
/// form had been written, the restored form is written again.
fn put_in_place(
    all: Vec<(Backup, Result<Written, Error>)>,
    waits: &Waits,
) -> Vec<Result<Option<Error>, Error>> {
    let mut group = Vec::new();
    let mut begin = |(backup, written): (Backup, Result<Written, Error>)| {
        let mut written = written?;
        let new = written.new.take();
        let is_new = new.is_some();
        group.extend(new);
        Ok((backup, written, is_new))
    };
    let waiting: Vec<_> = all.into_iter().map(&mut begin).collect();
    let mut placed = group::commit(group).into_iter();
    let end = |waiting: Result<(Backup, Written, bool), Error>| {
        let (mut backup, mut written, is_new) = waiting?;
        let mut placed = if is_new { placed.next().transpose() } else { Ok(None) };
        for _ in 0..moved::ATTEMPTS {
            if !placed.as_ref().is_err_and(|error| backup.is_moved(error)) {
                break;
            }
            written = backup.write(waits)?;
            placed = written.new.take().map(Ready::commit).transpose();
        }
        let Written { lock, marked, earlier, .. } = written;
        let Committed { left, predecessor } = placed?.unwrap_or_default();
        let not_done = match (lock, predecessor) {
            (Some(lock), Some(old)) => {
                old.settle(lock, Format::Any, ReplaceOptions::default().patience, waits)
            }
            (lock, _) => lock.and_then(|lock| lock.release().err()).into_iter().collect(),
        };
        let left = left.or_else(|| not_done.into_iter().next());
        // The backup is removed last: while it exists, the next run can finish the work that this run could not
        // finish.
        let removed = if left.is_none() { backup.kept.remove() } else { Ok(()) };
        drop(marked);
        let left = left.or_else(|| earlier.into_iter().next());
        let left = left.or_else(|| if is_new { None } else { backup.tidy() });
        Ok(Restored { backup, left, removed })
    };
    let restored: Vec<Result<_, Error>> = waiting.into_iter().map(end).collect();
    let (_, flushed) =
        flush(&[], restored.iter().flatten().map(|Restored { backup, .. }| backup.kept.directory()));
    let mut directories: Vec<_> =
        restored.iter().flatten().filter_map(|Restored { backup, .. }| backup.directory()).collect();
    directories.dedup_by(|one, other| Arc::ptr_eq(one, other));
    for directory in directories {
        // The system removes the directory only if no backup is left in it.
        let _ = fs::remove_dir(directory.path());
    }
    let result = |Restored { backup, left, removed }: Restored| {
        let removed = removed.and_then(|()| flushed.of(backup.kept.directory()));
        left.or(removed.map_err(backup.kept.failed("remove the backup")).err())
    };
    restored.into_iter().map(|restored| restored.map(result)).collect()
}

/// A backup and its converted file, both open.
struct Opened<'b> {
    /// The location of the converted file.
    now: &'b Location,
    kept: File,
    /// The location of the restored file.
    target: Location,
    /// The converted file, and whether it can hold several messages. `None` if the file was never replaced,
    /// because the run that made the backup was killed before that. In that case, the backup is another name of
    /// the same file.
    original: Option<(Original, bool)>,
}

/// Compares the converted file, which is at the place `original`, with the content that the conversion wrote.
/// `kept` is the backup. Returns a description of the difference, or of a possible difference. Returns `None` if
/// there is no difference.
fn change(kept: &File, original: &Original) -> io::Result<Option<&'static str>> {
    const CHANGED: Option<&str> = Some("it changed");
    if let Some(written) = converted::recorded(kept) {
        let is_as_written = Fingerprinted::new(original.reader()).finish()? == written;
        return Ok(if is_as_written { None } else { CHANGED });
    }
    let (then, now) = (kept.metadata()?, original.file().metadata()?);
    if then.modified()? != now.modified()? {
        return Ok(CHANGED);
    }
    let changed = |metadata: &Metadata| (metadata.ctime(), metadata.ctime_nsec());
    if changed(&now) <= changed(&then) {
        return Ok(None);
    }
    if !maildir::is_message(original.location()).map_err(io::Error::other)? {
        return Ok(Some("its content or its permissions changed"));
    }
    // A killed run may already have given the file its restored name, which contains the sizes of the original.
    let name = original.location().name();
    let has_sizes_of = |file| Ok::<_, io::Error>(maildir::with_sizes(name, sizes(file)?) == name);
    Ok(if has_sizes_of(original.file())? || has_sizes_of(kept)? { None } else { CHANGED })
}

/// Reads an mbox, which may be compressed. Returns the fingerprint of the file and the number of messages.
fn read(mbox: &Original) -> io::Result<AsRead> {
    let mut input = Fingerprinted::new(mbox.reader());
    let messages = Source::decompressed(&mut input, Format::Any)?.0.try_fold(0, |messages, batch| {
        let batch = batch?;
        io::Result::Ok(messages + batch.entries().count() as u64 + u64::from(batch.too_large().is_some()))
    })?;
    Ok(AsRead { messages, fingerprint: input.finish()? })
}

/// The sizes of the message in a file. The file may be compressed.
fn sizes(mut file: &File) -> io::Result<Sizes> {
    file.rewind()?;
    let mut sizes = Sizes { octets: 0, wire: 0 };
    let mut input = BufReader::new(decompressed(file)?.0);
    // The message is read line by line, so that a large message is not held in memory.
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let more = Sizes::of(&line);
        sizes.octets += more.octets;
        sizes.wire += more.wire;
        line.clear();
    }
    file.rewind()?;
    Ok(sizes)
}

/// Whether two files hold the same octets. The position of each file must be at the start of the file, and is
/// moved back there afterwards.
fn is_same(mut one: &File, mut other: &File) -> io::Result<bool> {
    let mut is_same = one.metadata()?.len() == other.metadata()?.len();
    let (mut ours, mut theirs) = (BufReader::new(one), BufReader::new(other));
    while is_same {
        let (our, their) = (ours.fill_buf()?, theirs.fill_buf()?);
        let length = our.len().min(their.len());
        is_same = our.get(..length) == their.get(..length) && our.is_empty() == their.is_empty();
        if length == 0 {
            break;
        }
        ours.consume(length);
        theirs.consume(length);
    }
    one.rewind()?;
    other.rewind()?;
    Ok(is_same)
}

/// Returns the location from which the temporary name of the restored file is made. If the target is a
/// message of a Maildir with a `tmp` directory, the location is in that directory. Otherwise, it is the
/// target.
fn unfinished(target: &Location) -> Result<Location, Error> {
    let folder = target.directory().parent().filter(|_| maildir::is_message(target).unwrap_or(false));
    let tmp = folder.map_or(Ok(None), |folder| if_exists(folder.enter(OsStr::new("tmp"))));
    let tmp = tmp.map_err(target.failed("find its directory `tmp`"))?;
    Ok(tmp.map_or(target.clone(), |tmp| Location::new(tmp, target.name().to_owned())))
}
