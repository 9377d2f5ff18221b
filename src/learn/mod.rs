//! Evidence about a message from other messages of the same sender, mailing list or thread.
//!
//! Senders who forget or garble a label usually use one charset in all their mail. [`Habits`] are learned from many
//! messages, with one [`Observation`] for each message. [`Policy::habits`](crate::Policy::habits) makes habits
//! evidence for the charset of text without a usable label.

pub mod group;
mod habits;

pub use group::Group;
pub(crate) use group::groups;
pub(crate) use habits::{Habit, WrongDecoding};
pub use habits::{Habits, Observation};
