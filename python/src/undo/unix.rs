//! Restores the originals on Unix.

use super::Undone;
use crate::files::Failure;
use crate::interrupt::interruptible;
use crate::path::{description, os_error};
use mailutf::Error;
use mailutf::internal::check_suffix;
use mailutf::mailbox::undo::{backups, remove_emptied, restore_all};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn undo(py: Python<'_>, path: PathBuf, backup: OsString, beside_index: bool) -> PyResult<Undone> {
    check_suffix(&backup).map_err(|why| PyValueError::new_err(format!("backup: {why}")))?;
    let stop = Arc::<AtomicBool>::default();
    let is_stopped = Arc::clone(&stop);
    let work = move || restored(&path, &backup, beside_index, &is_stopped);
    let done = interruptible(py, work, || Ok(()));
    stop.store(true, Ordering::Relaxed);
    done?.map_err(|error| os_error(&error))
}

fn restored(
    path: &Path,
    suffix: &OsStr,
    beside_index: bool,
    is_stopped: &AtomicBool,
) -> Result<Undone, Error> {
    let found = backups(path, suffix)?;
    let is_empty = found.is_empty();
    let (mut restored, mut errors, mut left_over) = (0, Vec::new(), Vec::new());
    let going = found
        .into_iter()
        .map(|backup| backup.with_beside_index(beside_index))
        .take_while(|_| !is_stopped.load(Ordering::Relaxed));
    restore_all(going, |done| match done {
        Ok(after) => {
            restored += 1;
            left_over.extend(after);
        }
        Err(error) => errors.push(error),
    });
    // A run that was killed can have left only empty directories of backups.
    if remove_emptied(path, suffix)? == 0 && is_empty {
        return Err(none(path, suffix));
    }
    if !path.is_dir()
        && let Some(error) = errors.pop()
    {
        return Err(error);
    }
    let failed = errors.iter().map(|error| Failure::new_of("failed", description(error)));
    let left_over = left_over.iter().map(|error| Failure::new_of("left-over", description(error)));
    Ok(Undone { restored, failures: failed.chain(left_over).collect() })
}

fn none(path: &Path, suffix: &OsStr) -> Error {
    let why = if path.exists() {
        format!("there are no backups with the suffix {}", suffix.display())
    } else {
        "there is no such file".to_owned()
    };
    Error::new("find its backups", Some(path), io::Error::new(ErrorKind::NotFound, why))
}
