//! Errors that end work on files and streams early. Malformed data is no such error: it is reported as
//! [findings](crate::finding).

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why work on files and streams ended early.
///
/// `Display` writes the path, the action and the cause on one line, as in `a.eml: cannot open: No such file
/// or directory`. It writes [`Error::Stopped`] as `stopped`, and a standard stream without a path. The text
/// includes the text of [`source`](std::error::Error::source), but not the error number of the operating system.
/// Control characters in the path are not escaped.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Input or output failed, or a file was refused.
    #[non_exhaustive]
    Io {
        /// The file, or `None` for a standard stream.
        path: Option<PathBuf>,
        /// The action that failed: "open", "read", "write", "rename" …
        action: &'static str,
        /// The operating system's error.
        source: io::Error,
    },
    /// (Unix, feature `files`.) The file is an mbox, and a mail server keeps the sizes of its messages in a
    /// separate file. A conversion would change the sizes of the messages, and the server would then cut the
    /// messages off at the old sizes: see
    /// [`ReplaceOptions::beside_index`](crate::pipeline::ReplaceOptions::beside_index). The mbox is
    /// unchanged.
    #[cfg(all(unix, feature = "files"))]
    #[non_exhaustive]
    ServerIndex {
        /// The mbox.
        path: PathBuf,
        /// The server.
        server: &'static str,
        /// The file in which the server keeps the sizes, or will keep them.
        sizes: PathBuf,
    },
    /// (Unix, feature `files`.) A backup of an earlier run already has the name of the new backup, so another
    /// suffix is needed: see [`ReplaceOptions::backup`](crate::pipeline::ReplaceOptions::backup). The file is
    /// unchanged.
    #[cfg(all(unix, feature = "files"))]
    #[non_exhaustive]
    OlderBackup {
        /// The older backup.
        path: PathBuf,
    },
    /// The caller, another thread or a signal handler [stopped](crate::pipeline::Monitor::stop_flag) the run.
    /// No message of the file is changed, and no temporary file is left.
    Stopped,
}

impl Error {
    /// An error that says that `action` on `path` failed with `source`.
    pub fn new(action: &'static str, path: Option<&Path>, source: io::Error) -> Self {
        Self::Io { path: path.map(Path::to_path_buf), action, source }
    }

    /// An error that says that `action` on `path` is refused, for the reason `why`.
    pub fn refused(action: &'static str, path: &Path, why: impl Into<String>) -> Self {
        Self::new(action, Some(path), io::Error::new(io::ErrorKind::InvalidInput, why.into()))
    }

    /// Returns a function that turns an error of the operating system into an [`Error`] which says that `action` on
    /// `path` failed.
    #[cfg(feature = "files")]
    pub(crate) fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::new(action, Some(path), source)
    }

    /// The kind of the operating system's error, or [`io::ErrorKind::InvalidInput`] if a file was refused; `None`
    /// if the run was stopped.
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Io { source, .. } => Some(source.kind()),
            #[cfg(all(unix, feature = "files"))]
            Self::ServerIndex { .. } | Self::OlderBackup { .. } => Some(io::ErrorKind::InvalidInput),
            Self::Stopped => None,
        }
    }

    /// This error combined with `other`, which occurred while this error was being handled. If this error is not
    /// [`Error::Io`], returns only `other`.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn followed_by(self, other: Self) -> Self {
        match self {
            Self::Io { path, action, source } => {
                let both = io::Error::new(source.kind(), format!("{}; {other}", words(&source)));
                Self::Io { path, action, source: both }
            }
            Self::ServerIndex { .. } | Self::OlderBackup { .. } | Self::Stopped => other,
        }
    }
}

/// The operating system's message without the error number, which programs can read from the error itself.
fn words(error: &io::Error) -> String {
    let text = error.to_string();
    let number = error.raw_os_error().map(|number| format!(" (os error {number})"));
    number.and_then(|number| text.strip_suffix(&number)).unwrap_or(&text).to_owned()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path: Some(path), action, source } => {
                write!(f, "{}: cannot {action}: {}", path.display(), words(source))
            }
            Self::Io { path: None, action, source } => write!(f, "cannot {action}: {}", words(source)),
            #[cfg(all(unix, feature = "files"))]
            Self::ServerIndex { path, server, sizes } => write!(
                f,
                "{}: cannot replace: {server} keeps the sizes of its messages in {} and would cut off the converted \
                 messages; the mbox is unchanged",
                path.display(),
                sizes.display()
            ),
            #[cfg(all(unix, feature = "files"))]
            Self::OlderBackup { path } => write!(
                f,
                "{}: cannot keep a backup under this name, because an older backup has it; choose another suffix, or \
                 move that backup away; the mail is unchanged",
                path.display()
            ),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
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
