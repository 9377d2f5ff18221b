//! Names of inputs in messages: their path, or "standard input".

use crate::terminal::escape::Escaped;
use mailutf::Error;
use std::io;
use std::path::Path;

/// The path that means standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The name of `path` in messages, escaped.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        return "standard input".to_owned();
    }
    Escaped(path.as_os_str().as_encoded_bytes()).to_string()
}

/// The error that `action` on `path` failed.
pub(crate) fn error(action: &'static str, path: &Path, cause: io::Error) -> Error {
    let path = if path == Path::new(STANDARD_INPUT) { Path::new("standard input") } else { path };
    Error::new(action, Some(path), cause)
}
