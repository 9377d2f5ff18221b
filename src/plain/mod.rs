//! Text for people and for search, without markup: HTML as readable text, the passages of a text that the author wrote,
//! quoted, or signed with, and the characters that could deceive a reader.
//!
//! [`MessagePart::plain_text`](crate::message::MessagePart::plain_text) gives the text of a part in this form.

mod attribution;
mod deceptive;
#[cfg(feature = "html")]
mod html;
mod passage;

pub use deceptive::is_deceptive;
#[cfg(feature = "html")]
pub use html::of_html;
pub use passage::{Passage, PassageKind, Passages, passages};
