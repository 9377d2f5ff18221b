//! Errors that stop the program: input, output and wrong use. Malformed data is reported as
//! [findings](crate::finding) instead.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A failure of input or output, and the file that it concerns.
#[derive(Debug)]
#[non_exhaustive]
pub struct Error {
    /// The file, or `None` for a standard stream.
    pub path: Option<PathBuf>,
    /// What was being done: "open", "read", "write", "rename" …
    pub action: &'static str,
    /// The operating system's error.
    pub source: io::Error,
}

impl Error {
    /// `action` on `path` failed with `source`.
    pub fn new(action: &'static str, path: Option<&Path>, source: io::Error) -> Self {
        Self { path: path.map(Path::to_path_buf), action, source }
    }

    /// `action` on `path` is refused, for the reason `why`.
    pub fn refused(action: &'static str, path: &Path, why: impl Into<String>) -> Self {
        Self::new(action, Some(path), io::Error::new(io::ErrorKind::InvalidInput, why.into()))
    }

    /// This error, with a second one that happened while it was being handled.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn followed_by(self, other: &Self) -> Self {
        let both = io::Error::new(self.source.kind(), format!("{}; {other}", self.words()));
        Self { source: both, ..self }
    }

    /// The system's message without its error number, which programs find in `source`.
    fn words(&self) -> String {
        let said = self.source.to_string();
        let number = self.source.raw_os_error().map(|number| format!(" (os error {number})"));
        number.and_then(|number| said.strip_suffix(&number)).unwrap_or(&said).to_owned()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        write!(f, "cannot {}: {}", self.action, self.words())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_error_number() {
        let missing = std::io::Error::from_raw_os_error(2);
        let words = missing.to_string().replace(" (os error 2)", "");
        let error = Error::new("open", Some(Path::new("a.eml")), missing);
        assert_eq!(error.to_string(), format!("a.eml: cannot open: {words}"));
        assert_eq!(Error::new("write", None, io::Error::other("full")).to_string(), "cannot write: full");
    }
}
