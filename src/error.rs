//! What stops the work: input and output, and wrong use. Oddities in data are [findings](crate::finding).

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A failure of input or output, with the file it happened to.
#[derive(Debug)]
#[non_exhaustive]
pub struct Error {
    /// The file, or `None` for a standard stream.
    pub path: Option<PathBuf>,
    /// What was being done: "open", "read", "write", "rename" …
    pub action: &'static str,
    /// What the system said.
    pub source: io::Error,
}

impl Error {
    /// `action` on `path` failed with `source`.
    pub fn new(action: &'static str, path: Option<&Path>, source: io::Error) -> Self {
        Self { path: path.map(Path::to_path_buf), action, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: cannot {}: {}", path.display(), self.action, self.source),
            None => write!(f, "cannot {}: {}", self.action, self.source),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
