//! What a finished plan must not do to a message.

pub(super) mod signatures;
pub(super) mod structure;
