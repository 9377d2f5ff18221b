//! Checks of a finished plan.

pub(super) mod signatures;
pub(super) mod structure;
pub(super) mod unchanged_texts;
