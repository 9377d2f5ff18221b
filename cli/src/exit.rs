//! Exit statuses, and the message that a failed run prints.

use crate::terminal::{Escaped, say_in, style};
use mailutf::Error;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

/// The exit status EX_TEMPFAIL of sysexits.h.
pub(crate) const TRY_AGAIN: u8 = 75;

/// How a run ended. If several of these apply, the last one in this list determines the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Status 0.
    #[default]
    Done,
    /// Status 1: the run is complete, but some text could not be read without loss and was left unchanged, or
    /// nothing was found.
    Unresolved,
    /// Status 2: wrong use, or input or output failed.
    Failed,
    /// Status 75 (EX_TEMPFAIL): a filter failed, and the program that called it may try again.
    TryAgain,
    /// Status 128 plus the number of the signal that stopped the run.
    #[cfg(unix)]
    Stopped(u8),
}

impl Exit {
    /// Prints `error` to standard error, and returns the exit status for it. If standard output is a pipe and the
    /// reading program has closed it, nothing is reported. This is not a failure, because that program has seen
    /// enough.
    pub(crate) fn of(error: &Error) -> Self {
        if matches!(error, Error::Io { path: None, source, .. } if source.kind() == ErrorKind::BrokenPipe) {
            return Self::Done;
        }
        if matches!(error, Error::Io { path: None, action: "write", .. })
            && mailutf_stdio::output_was_closed()
        {
            say_in(style::FAILURE, "cannot write: standard output is closed");
            return Self::Failed;
        }
        say_in(style::FAILURE, &Escaped(error.to_string().as_bytes()).to_string());
        match error {
            // A mailbox for which a mail server keeps an index is left unchanged, like text that cannot be converted.
            // The exit status is therefore the same as for such text.
            #[cfg(unix)]
            Error::ServerIndex { .. } => Self::Unresolved,
            _ => Self::Failed,
        }
    }
}

/// Returns the error for a failure to write to standard output.
pub(crate) fn write_error(error: io::Error) -> Error {
    Error::new("write", None, error)
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Unresolved => 1,
            Exit::Failed => 2,
            Exit::TryAgain => TRY_AGAIN,
            #[cfg(unix)]
            Exit::Stopped(signal) => 128 + signal,
        })
    }
}
