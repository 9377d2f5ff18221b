//! Checks of a finished plan.

pub(super) mod charsets_kept;
pub(super) mod signatures;
pub(super) mod structure;
