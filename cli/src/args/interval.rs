//! The argument of `--range`.

use mailutf::mailbox::mbox::{NotARange, Range};
use std::str::FromStr;

/// A part of an mbox.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Interval {
    /// As `mailutf split` prints it.
    Range(Range),
    /// From one offset to another. The messages before it must be read to know how.
    Octets(u64, u64),
}

impl Interval {
    /// Its size in octets.
    pub(crate) fn octets(self) -> u64 {
        match self {
            Self::Range(range) => range.end.saturating_sub(range.start),
            Self::Octets(start, end) => end.saturating_sub(start),
        }
    }
}

impl FromStr for Interval {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let octets = || {
            let (start, end) = text.split_once('-')?;
            let (start, end) = (start.parse().ok()?, end.parse().ok()?);
            (start < end).then_some(Self::Octets(start, end))
        };
        let range = || text.parse().map(Self::Range);
        let wanted =
            |_: NotARange| "expected START-END in octets, or a line that `mailutf split` prints".to_owned();
        octets().map_or_else(range, Ok).map_err(wanted)
    }
}
