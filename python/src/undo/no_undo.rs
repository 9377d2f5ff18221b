//! Systems other than Unix, where no file is replaced in place.

use super::Undone;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) fn undo(
    _py: Python<'_>,
    _path: PathBuf,
    _backup: OsString,
    _beside_index: bool,
) -> PyResult<Undone> {
    Err(PyValueError::new_err("files are replaced in place, and restored, only on Unix"))
}
