//! Converts paths of Python, and errors about files.

use mailutf::Error;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::io;
use std::path::PathBuf;

/// A path in any form that Python's own functions accept: str, bytes, or an object that represents a path.
pub(crate) struct AnyPath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for AnyPath {
    type Error = PyErr;

    fn extract(path: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let decoded = path.py().import("os")?.call_method1("fsdecode", (path,))?;
        decoded.extract().map(Self)
    }
}

/// Describes an error. The library names an option of the program, and the package has an argument of the same name.
pub(crate) fn description(error: &Error) -> String {
    error.to_string().replace("use --break-hard-links to", "use break_hard_links=True to")
}

/// Returns the Python exception for `error`, such as FileNotFoundError. If the system reported the error, the exception
/// has the error number and the file.
pub(crate) fn os_error(error: &Error) -> PyErr {
    match error {
        Error::Io { path, action, source, .. } if let Some(number) = source.raw_os_error() => {
            let why = source.to_string();
            let why = why.strip_suffix(&format!(" (os error {number})")).unwrap_or(&why).to_owned();
            let path = path.as_ref().map(|path| path.clone().into_os_string());
            PyOSError::new_err((number, format!("cannot {action}: {why}"), path))
        }
        _ => {
            let kind = error.io_kind().unwrap_or(io::ErrorKind::Interrupted);
            io::Error::new(kind, description(error)).into()
        }
    }
}
