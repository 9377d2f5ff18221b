//! Decodes the texts of a message: chooses their charsets by labels and evidence, and reports findings. No other
//! module chooses a charset.

pub mod alternatives;
pub(crate) mod body;
pub(crate) mod charset_choice;
mod context;
pub(crate) mod decision;
pub(crate) mod decoded_text;
pub(crate) mod evidence;
pub(crate) mod header;
pub(crate) mod hidden;
pub(crate) mod inventory;
mod message;
pub(crate) mod piece;
pub(crate) mod readings;

pub use crate::finding::Confidence;
pub use body::content::Content;
pub use body::embedded::Foreign;
pub use body::unreadable::Unreadable;
pub(crate) use body::{blank, html};
pub use charset_choice::{resolve, resolve_document};
pub use context::Context;
pub use decoded_text::{DecodedText, Unresolved};
pub use evidence::doubt::Doubt;
pub(crate) use evidence::{shows_other_charset, shows_shifts};
pub(crate) use header::field::{FieldText, read_field};
pub use header::word_alternatives;
pub(crate) use header::{field, one_line, parameter, span_text, text_span, word};
pub use message::detection;
pub(crate) use message::message_texts::Facts;
pub use message::message_texts::MessageTexts;
pub(crate) use message::shown;
pub use piece::TextPlace;
