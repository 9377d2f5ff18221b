//! What a person calls an input: its path, or standard input.

use crate::escape::Escaped;
use mailutf::Error;
use std::io;
use std::path::Path;

/// Standard input, where a path is expected.
pub(crate) const STANDARD_INPUT: &str = "-";

/// What a person calls `path`.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        return "standard input".to_owned();
    }
    Escaped(path.as_os_str().as_encoded_bytes()).to_string()
}

/// `action` on `path` failed.
pub(crate) fn error(action: &'static str, path: &Path, cause: io::Error) -> Error {
    let path = if path == Path::new(STANDARD_INPUT) { Path::new("standard input") } else { path };
    Error::new(action, Some(path), cause)
}
