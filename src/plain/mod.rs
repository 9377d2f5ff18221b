//! Text for people and for search, without markup: HTML as readable text, and the passages of a text that the author wrote,
//! quoted, or signed with.
//!
//! [`MessagePart::plain_text`](crate::message::MessagePart::plain_text) gives the text of a part in this form.

#[cfg(feature = "html")]
mod html;
mod passage;

#[cfg(feature = "html")]
pub use html::of_html;
pub use passage::{Passage, PassageKind, Passages, passages};
