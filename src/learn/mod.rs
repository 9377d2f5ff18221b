//! The messages that a message belongs with: those of its sender, of its mailing list and of its thread.

pub mod group;

pub use group::{Group, groups};
