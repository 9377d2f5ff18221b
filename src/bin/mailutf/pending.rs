//! A file that is written beside its target and takes its name when it is whole.
//!
//! What a run that failed or was stopped leaves is the target as it was. Where the target is a symbolic link, it
//! is the file that it leads to, as for `cp`. Devices, FIFOs, and what is below `/dev` and `/proc`, are written
//! straight.

use mailutf::Error;
use mailutf::mailbox::directory::Location;
use mailutf::mailbox::replace::Replacement;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{process, thread};

/// What is to be the file at a path.
#[derive(Debug)]
pub(crate) struct Pending {
    replacement: Replacement,
    target: Location,
}

impl Pending {
    /// For the file `path`; `None` where that is to be written straight.
    pub(crate) fn create(path: &Path) -> Result<Option<Self>, Error> {
        let create_error = |error| Error::new("create", Some(path), error);
        let Some(target) = target(path).map_err(create_error)? else { return Ok(None) };
        let target = Location::of(&target)?;
        // The name of the unfinished file means nothing to whoever named another one.
        let beside_error = |error: Error| match (error.source.kind(), fs::metadata(path)) {
            (ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem, Ok(_)) => {
                let action = "create its new form beside it (`>` in place of -o writes over it)";
                Error::new(action, Some(path), error.source)
            }
            (ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem, Err(_)) => {
                create_error(error.source)
            }
            _ => error,
        };
        let replacement = Replacement::anew(&target).map_err(beside_error)?;
        remove_on_signals(replacement.path()).map_err(|error| Error::new("handle signals", None, error))?;
        Ok(Some(Self { replacement, target }))
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.replacement.commit_anew(&self.target)
    }
}

impl Write for Pending {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.replacement.write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.replacement.flush()
    }
}

/// The regular file that is, or is to be, at `path`.
fn target(path: &Path) -> io::Result<Option<PathBuf>> {
    if path.starts_with("/dev") || path.starts_with("/proc") {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => fs::canonicalize(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            Err(io::Error::new(ErrorKind::NotFound, "it is a symbolic link that leads nowhere"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(path.to_path_buf())),
        Err(error) => Err(error),
    }
}

/// Has a signal end the run at once, even one that waits for its input, without leaving the file `unfinished`.
fn remove_on_signals(unfinished: PathBuf) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Where it is in place already there is nothing to remove.
            let _ = fs::remove_file(unfinished);
            process::exit(128 + signal);
        }
    });
    Ok(())
}
