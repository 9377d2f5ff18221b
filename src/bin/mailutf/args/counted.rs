//! Numbers that count from 1.

use std::num::{NonZeroU64, NonZeroUsize};

const WANTED: &str = "a whole number from 1 on is wanted";

/// How many.
pub(super) fn count(said: &str) -> Result<NonZeroUsize, &'static str> {
    said.parse().map_err(|_| WANTED)
}

/// Which one.
pub(super) fn ordinal(said: &str) -> Result<u64, &'static str> {
    said.parse().map(NonZeroU64::get).map_err(|_| WANTED)
}
