//! Exit statuses, and the last words of a failed run.

use crate::escape::Escaped;
use crate::finding_printer;
use crate::style;
use mailutf::Error;
use std::io::ErrorKind;
use std::process::ExitCode;

/// EX_TEMPFAIL of sysexits.h.
pub(crate) const TRY_AGAIN: u8 = 75;

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
    /// Status 75 (EX_TEMPFAIL): a filter could not work, and its caller may try again.
    TryAgain,
    /// Status 128 and the number of the signal that stopped it.
    #[cfg(unix)]
    Stopped(u8),
}

impl Exit {
    /// Says `error` on standard error and what it means. A reader who closed standard output has what they wanted:
    /// nothing is said, and nothing has failed.
    pub(crate) fn of(error: &Error) -> Self {
        if matches!(error, Error::Io { path: None, source, .. } if source.kind() == ErrorKind::BrokenPipe) {
            return Self::Done;
        }
        finding_printer::say_in(style::FAILURE, &Escaped(error.to_string().as_bytes()).to_string());
        Self::Failed
    }
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
