//! Checks of a finished plan.

pub(super) mod signatures;
pub(super) mod staying;
pub(super) mod structure;
