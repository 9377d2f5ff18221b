//! Text for people and for search, without markup. This module shows HTML as readable text, finds the
//! passages of a text (written by its author, quoted, or a signature), and finds characters that could
//! deceive a reader. `of_html` needs the feature `html`; the other functions need none.
//!
//! [`MessagePart::plain_text`](crate::message::MessagePart::plain_text) gives the text of a part in this form.

mod attribution;
mod deceptive;
#[cfg(feature = "html")]
mod html;
mod passage;

pub use deceptive::{escaped, is_deceptive};
#[cfg(feature = "html")]
pub use html::of_html;
pub use passage::{Passage, PassageKind, Passages, passages};
