//! Exit statuses, and the last words of a failed run.

use mailutf::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// How a run ended; the greater counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Status 0.
    #[default]
    Done,
    /// Status 1: done, but something was left as it was because it cannot be read without loss.
    Unresolved,
    /// Status 2: wrong use, or input or output failed.
    Failed,
}

impl Exit {
    /// The end that `error` means: a reader who closed the pipe has what they wanted.
    pub(crate) fn of(error: &Error) -> Self {
        if error.source.kind() == ErrorKind::BrokenPipe { Self::Done } else { Self::Failed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Unresolved => 1,
            Exit::Failed => 2,
        })
    }
}

/// Says `error` on standard error; nothing is said of a broken pipe.
pub(crate) fn say(error: &Error) {
    if error.source.kind() != ErrorKind::BrokenPipe {
        // Where standard error is gone there is nobody to tell.
        let _ = writeln!(io::stderr(), "mailutf: {error}");
    }
}
