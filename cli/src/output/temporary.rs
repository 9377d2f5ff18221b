//! An output file that is written under a temporary name next to its target, and renamed when it is complete.
//!
//! If a run fails or is stopped, the target is unchanged. If the target is a symbolic link, the file that the link
//! refers to is replaced, as by `cp`. Devices, FIFOs, and files named through open descriptors (`/dev/stdout`,
//! `/dev/fd`, `/proc`) are written directly.

use crate::input;
use crate::terminal::say;
use mailutf::Error;
use mailutf::internal::Location;
use mailutf::internal::Replacement;
use mailutf::internal::regular_file;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{process, thread};

/// A temporary file that will be renamed to its target.
#[derive(Debug)]
pub(crate) struct TempOutput {
    replacement: Replacement,
    target: Location,
    /// Whether the target did not exist when the temporary file was created.
    new: bool,
    registration: Registration,
}

/// The path of a temporary file, and the path of its target.
#[derive(Debug)]
struct Unfinished {
    file: PathBuf,
    target: PathBuf,
}

/// The temporary files that a signal must remove.
static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

/// Keeps a temporary file in [`UNFINISHED`] until this value is dropped.
#[derive(Debug)]
struct Registration(PathBuf);

impl Drop for Registration {
    fn drop(&mut self) {
        unfinished().retain(|one| one.file != self.0);
        // At this point the file should already have been removed or renamed.
        if fs::symlink_metadata(&self.0).is_ok() {
            say(&format!("{}: cannot remove this temporary file", input::name(&self.0)));
        }
    }
}

fn is_forbidden(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

impl TempOutput {
    /// Creates a temporary file for `path`. Returns `None` if `path` must be written directly.
    pub(crate) fn create(path: &Path) -> Result<Option<Self>, Error> {
        let create_error = |error| Error::new("create", Some(path), error);
        let Some(target) = regular_file(path).map_err(create_error)? else { return Ok(None) };
        let target = Location::of(&target)?;
        // The error names the target, because the user does not know the name of the temporary file.
        let beside_error = |error: Error| match error {
            Error::Io { source, .. } if is_forbidden(source.kind()) => {
                let action = match fs::metadata(path) {
                    Ok(_) => {
                        "create a temporary file in its directory (to overwrite the file directly, use `>` \
                         instead of -o)"
                    }
                    Err(_) => "create",
                };
                Error::new(action, Some(path), source)
            }
            _ => error,
        };
        let mut unfinished = unfinished();
        let new = fs::symlink_metadata(target.path()).is_err();
        let replacement = Replacement::anew(&target).map_err(beside_error)?;
        let registration = Registration(replacement.path());
        unfinished.push(Unfinished { file: replacement.path(), target: target.path() });
        Ok(Some(Self { replacement, target, new, registration }))
    }

    /// Returns the stream that writes to the temporary file.
    pub(crate) fn stream(&mut self) -> &mut dyn Write {
        &mut self.replacement
    }

    /// Renames the temporary file to the target. If the target did not exist at first, but has been created in the
    /// meantime, it is not replaced: it may be a backup of this run, or belong to another program.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let Self { replacement, target, new, registration } = self;
        // While this lock is held, the thread that handles signals waits. After the file is renamed, that thread
        // finds nothing to remove.
        let mut unfinished = unfinished();
        let finished = if new && fs::symlink_metadata(target.path()).is_ok() {
            let why = "a file of this name was created in the meantime";
            let why = io::Error::new(ErrorKind::AlreadyExists, why);
            Err(Error::new("create", Some(&target.path()), why))
        } else {
            replacement.commit_anew(&target)
        };
        unfinished.retain(|one| one.file != registration.0);
        drop(unfinished);
        drop(registration);
        finished
    }
}

fn unfinished() -> MutexGuard<'static, Vec<Unfinished>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From this call on, a signal removes the temporary files and ends the run at once, even while the run waits for
/// input. With `quiet`, nothing is printed about the signal.
pub(crate) fn remove_on_signals(quiet: bool) -> Result<(), Error> {
    let (sender, signals) = channel::<Signals>();
    let handle = move || {
        if let Some(signal) = signals.recv().ok().and_then(|mut signals| signals.forever().next()) {
            for Unfinished { file, target } in unfinished().iter() {
                let file = file.as_path();
                match fs::remove_file(file) {
                    Err(error) if error.kind() != ErrorKind::NotFound => {
                        say(&format!("{}: cannot remove this temporary file: {error}", input::name(file)));
                    }
                    _ if quiet => {}
                    _ if target.exists() => {
                        say(&format!("stopped by a signal: {} is unchanged", input::name(target)));
                    }
                    _ => say(&format!("stopped by a signal: {} was not created", input::name(target))),
                }
            }
            process::exit(128 + signal);
        }
    };
    // If the system cannot start a thread, a signal ends the run as it does by default. The next run then removes
    // the temporary files.
    if thread::Builder::new().spawn(handle).is_ok() {
        let signals = Signals::new([SIGHUP, SIGINT, SIGTERM]);
        let _ = sender.send(signals.map_err(|error| Error::new("handle signals", None, error))?);
    }
    Ok(())
}
