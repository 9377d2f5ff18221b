//! Whole numbers on the command line, and their bounds.

use std::num::{NonZeroU64, NonZeroUsize};

const WANTED: &str = "expected a whole number of at least 1";

/// A number of things, at least 1.
pub(super) fn count(said: &str) -> Result<NonZeroUsize, &'static str> {
    said.parse().map_err(|_| WANTED)
}

/// A limit, at least 1.
pub(super) fn limit(said: &str) -> Result<usize, &'static str> {
    count(said).map(NonZeroUsize::get)
}

/// The number of a message, from 1.
pub(super) fn ordinal(said: &str) -> Result<u64, &'static str> {
    said.parse().map(NonZeroU64::get).map_err(|_| WANTED)
}

/// The length of a line.
pub(super) fn columns(said: &str) -> Result<usize, &'static str> {
    let columns = said.parse().ok().filter(|columns| (20..=998).contains(columns));
    columns.ok_or("expected a whole number from 20 to 998")
}
