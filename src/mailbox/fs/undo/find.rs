//! Finds the backups of replaced files.

use crate::error::Error;
use crate::mailbox::fs::backup::suffixed;
use crate::mailbox::fs::claim;
use crate::mailbox::fs::directory::{Directory, Location, file_type, if_exists};
use crate::mailbox::fs::found::{Found, Places};
use crate::mailbox::fs::moved::{self, Messages};
use crate::mailbox::fs::tree::{DEEPEST, too_deep};
use crate::mailbox::fs::{file_kind, maildir};
use rustix::fs::FileType;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directories of a Maildir that hold messages.
const MAILDIR: [&str; 2] = ["cur", "new"];

/// The backup of a converted file.
#[derive(Debug)]
pub struct Backup {
    pub(super) kept: Location,
    /// The converted file, and the name that the restored file gets in the same directory. `None` if the converted
    /// file is gone.
    pub(super) converted: Option<(Found, OsString)>,
    pub(super) beside_index: bool,
}

impl Backup {
    /// The path of the backup.
    pub fn path(&self) -> PathBuf {
        self.kept.path()
    }

    /// Sets whether the backup of an mbox may be restored if a mail server keeps an index of the mbox; see
    /// [`ReplaceOptions::beside_index`](crate::pipeline::ReplaceOptions::beside_index).
    #[must_use]
    pub fn with_beside_index(self, beside_index: bool) -> Self {
        Self { beside_index, ..self }
    }

    /// The path of the converted file, if it still exists.
    pub fn converted(&self) -> Option<PathBuf> {
        self.converted.as_ref().map(|(found, _)| found.location.path())
    }
}

/// Finds the backups that have this suffix: the backups of the file at `path`, or of all files below the
/// directory `path`. Symbolic links are not followed. Memory: all backups that were found.
///
/// ```no_run
/// use mailutf::mailbox::undo::backups;
/// for backup in backups("Mail".as_ref(), "~".as_ref())? {
///     backup.restore()?;
/// }
/// # Ok::<(), mailutf::Error>(())
/// ```
///
/// # Errors
/// Fails if a directory cannot be read. Also fails if another run is working on a file, because that run may be
/// making more backups.
pub fn backups(path: &Path, suffix: &OsStr) -> Result<Vec<Backup>, Error> {
    if path.is_dir() {
        return walk(path, suffix, |_| {});
    }
    let mut found = Vec::new();
    let location = Location::of(path)?;
    if maildir::is_message(&location)?
        && let Some(folder) = location.directory().parent()
    {
        let mut all = Vec::new();
        in_directory(folder, suffix, &mut all)?;
        let is_of_file = |backup: &Backup| {
            backup.converted.as_ref().is_some_and(|(found, _)| found.location.name() == location.name())
        };
        found.extend(all.into_iter().filter(is_of_file));
        return Ok(found);
    }
    refuse_claimed(&location.temporary())?;
    let kept = location.sibling(suffixed(location.name(), suffix));
    if kept.stat().is_err() {
        // A run locks an mbox long before it makes the backup, so the mbox is checked, too.
        refuse_claimed(&location)?;
    } else {
        let name = location.name().to_owned();
        found.push(Backup { kept, converted: Some((Found::alone(location), name)), beside_index: false });
    }
    Ok(found)
}

/// Fails if a run holds the file at `location`.
fn refuse_claimed(location: &Location) -> Result<(), Error> {
    // A file that cannot be opened is not checked: either it is not a file of a run, or restoring it fails
    // later.
    if !claim::is_claimed(location).unwrap_or(false) {
        return Ok(());
    }
    let why = "another program is working on it; run again after that program has ended";
    Err(Error::new("undo", Some(&location.path()), io::Error::new(ErrorKind::ResourceBusy, why)))
}

/// Removes directories of backups, such as `cur~`, that a killed run left empty in or below the directory
/// `path`. Returns the number of directories that were removed.
///
/// ```no_run
/// use mailutf::mailbox::undo::remove_emptied;
/// assert_eq!(remove_emptied("Mail".as_ref(), "~".as_ref())?, 0);
/// # Ok::<(), mailutf::Error>(())
/// ```
///
/// # Errors
/// Fails if a directory cannot be read.
pub fn remove_emptied(path: &Path, suffix: &OsStr) -> Result<usize, Error> {
    if !path.is_dir() {
        return Ok(0);
    }
    let mut removed = 0;
    walk(path, suffix, |directory| {
        // The system does not remove a directory that is not empty.
        let is_removed =
            |cur: &&&str| directory.remove_directory(&suffixed(OsStr::new(**cur), suffix)).is_ok();
        removed += MAILDIR.iter().filter(is_removed).count();
    })?;
    Ok(removed)
}

/// Finds the backups below the directory `path`. Calls `leave` on each directory after the backups in it were
/// found.
fn walk(path: &Path, suffix: &OsStr, mut leave: impl FnMut(&Directory)) -> Result<Vec<Backup>, Error> {
    let root = Directory::open(path).map_err(Error::failed("open", path))?;
    let (mut found, mut open) = (Vec::new(), vec![(root, 0)]);
    while let Some((directory, depth)) = open.pop() {
        if depth > DEEPEST {
            return Err(too_deep(directory.path()));
        }
        let below = in_directory(&directory, suffix, &mut found)?;
        open.extend(below.into_iter().rev().map(|directory| (directory, depth + 1)));
        leave(&directory);
    }
    Ok(found)
}

/// Adds the backups in a directory to `found`. Returns the directories in it, except those that hold backups, or
/// originals of mboxes that were replaced.
fn in_directory(
    directory: &Arc<Directory>,
    suffix: &OsStr,
    found: &mut Vec<Backup>,
) -> Result<Vec<Arc<Directory>>, Error> {
    let mut names = directory.names().map_err(Error::failed("list", directory.path()))?;
    names.sort_unstable();
    let mut below = Vec::new();
    for name in &names {
        let location = Location::new(Arc::clone(directory), name.clone());
        let Some(stat) = if_exists(location.stat()).map_err(location.failed("examine"))? else { continue };
        let former = name.as_bytes().strip_suffix(suffix.as_bytes()).filter(|former| !former.is_empty());
        let is_directory = file_type(&stat) == FileType::Directory;
        if is_directory && former.is_some_and(|former| MAILDIR.iter().any(|cur| cur.as_bytes() == former)) {
            found.extend(of_maildir(directory, name)?);
        } else if is_directory && file_kind::is_unfinished(name) {
            // This directory holds the original of a replaced mbox, which other programs may still have open. It is
            // not a backup.
        } else if file_kind::is_unfinished(name) {
            refuse_claimed(&location)?;
        } else if is_directory {
            below.push(directory.enter(name).map_err(location.failed("open"))?);
        } else if let Some(former) = former.map(OsStr::from_bytes)
            && names.binary_search_by(|name| name.as_os_str().cmp(former)).is_ok()
        {
            let converted = Found::alone(location.sibling(former.to_owned()));
            found.push(Backup {
                kept: location,
                converted: Some((converted, former.to_owned())),
                beside_index: false,
            });
        }
    }
    Ok(below)
}

/// Finds the backups in the directory `name`, such as `cur~`, of a Maildir folder.
fn of_maildir(folder: &Arc<Directory>, name: &OsStr) -> Result<Vec<Backup>, Error> {
    let path = folder.path().join(name);
    let failed = Error::failed("list", &path);
    let now =
        moved::directories(folder).and_then(|directories| Messages::of(&directories)).map_err(failed)?;
    let kept = folder.enter(name).map_err(failed)?;
    let mut names = kept.names().map_err(failed)?;
    names.sort_unstable();
    let moved = Arc::default();
    let backup = |name: OsString| {
        // A mail client may have moved the message from `new` to `cur`, and changed its flags, since it was
        // converted.
        let converted = now.named_like(&name).last().map(|now| {
            let found = Found { location: now.clone(), places: Places::Folder, moved: Arc::clone(&moved) };
            (found, restored_name(&name, now.name()))
        });
        Backup { kept: Location::new(Arc::clone(&kept), name), converted, beside_index: false }
    };
    Ok(names.into_iter().map(backup).collect())
}

/// Returns the name of a restored message. It consists of the name of its backup, `kept`, and the flags in its
/// current name, `now`.
pub(super) fn restored_name(kept: &OsStr, now: &OsStr) -> OsString {
    let (old, _) = maildir::unique_and_info(kept.as_bytes());
    let (_, info) = maildir::unique_and_info(now.as_bytes());
    OsString::from_vec([old, info].concat())
}
