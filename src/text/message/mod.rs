//! All texts of one message: what each shows about the charsets of the others.

pub mod detection;
mod gather;
mod hints;
pub(crate) mod message_texts;
pub(crate) mod shown;
