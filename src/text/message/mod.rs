//! The texts of one message. Each text can be evidence for the charsets of the others.

pub mod detection;
mod gather;
mod hints;
pub(crate) mod message_texts;
pub(crate) mod shown;
