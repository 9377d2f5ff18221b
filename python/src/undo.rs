//! `mailutf.undo_file`: restores the originals that `mailutf.normalize_file` kept as backups (Unix).

#[cfg(not(unix))]
#[path = "undo/no_undo.rs"]
mod system;
#[cfg(unix)]
#[path = "undo/unix.rs"]
mod system;

use crate::fields::{representation, values};
use crate::files::Failure;
use crate::path::AnyPath;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ffi::OsString;

/// What `mailutf.undo_file` has done.
///
/// >>> import mailutf
/// >>> mailutf.Undone(2, []).restored
/// 2
#[pyclass(frozen, get_all, module = "mailutf")]
#[derive(Clone, Debug)]
pub(crate) struct Undone {
    /// The number of files that were restored: int.
    restored: u64,
    /// The files of a directory that were not restored, and backups that could not be removed: list of `Failure`.
    failures: Vec<Failure>,
}

const UNDONE: &[&str] = &["restored", "failures"];

#[pymethods]
impl Undone {
    #[new]
    fn new(restored: u64, failures: Vec<Failure>) -> Self {
        Self { restored, failures }
    }

    fn __getnewargs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        values(slf, UNDONE)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        representation(slf, UNDONE)
    }
}

/// Restores the originals that `normalize_file(path, backup=backup)` kept, and removes the backups, as the program
/// `mailutf undo` does.
///
/// - path: the same file or directory as for `normalize_file`, or a file or a directory in that directory: a whole Maildir, not
///   its `cur` or `new`. Symbolic links in a directory are not followed.
/// - backup: the suffix that was given to `normalize_file`.
/// - beside_index: whether to restore an mbox even if Dovecot keeps an index for it; see `normalize_file`.
///
/// Each file is complete at any moment, in its old or its new form. A file whose content has changed since its conversion,
/// such as an mbox with new mail, stays, and so does its backup. The backup of a message that was deleted stays, too.
/// Messages of a Maildir get their old names back, and keep their flags. An mbox is locked while it is restored.
///
/// Returns `Undone`. If `path` is a file that cannot be restored, raises OSError. If `path` is a directory, `Undone.failures`
/// lists such files. Raises FileNotFoundError if there is no backup with this suffix, and ValueError for a suffix that no
/// backup has. Ctrl-C ends the call after the files in progress. On Windows, no file is replaced in place, and the call
/// raises ValueError.
///
/// >>> import mailutf, pathlib, tempfile
/// >>> with tempfile.TemporaryDirectory() as directory:
/// ...     mail = pathlib.Path(directory, "letter.eml")
/// ...     _ = mail.write_bytes(b"Subject: =?koi8-r?B?68/E?=\n\n")
/// ...     _ = mailutf.normalize_file(directory, backup="~")
/// ...     mail.read_bytes().decode(), mailutf.undo_file(directory, "~").restored, mail.read_bytes()
/// ('Subject: Код\n\n', 1, b'Subject: =?koi8-r?B?68/E?=\n\n')
#[pyfunction]
#[pyo3(signature = (path, backup, *, beside_index=false))]
pub(crate) fn undo_file(
    py: Python<'_>,
    path: AnyPath,
    backup: OsString,
    beside_index: bool,
) -> PyResult<Undone> {
    system::undo(py, path.0, backup, beside_index)
}
