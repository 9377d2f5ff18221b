//! Decodes the texts of a message: chooses their charsets by label and evidence, and reports findings. No other
//! module chooses a charset.

pub mod alternatives;
pub mod binary;
pub(crate) mod body;
pub(crate) mod card;
mod charset_choice;
mod context;
pub(crate) mod decoded_text;
pub mod detection;
pub(crate) mod doubt;
pub mod embedded;
mod evidence;
pub mod field;
mod gather;
mod hints;
pub mod html;
pub mod inside;
mod message_evidence;
mod message_texts;
mod mixed;
pub(crate) mod overruled;
pub mod parameter;
pub(crate) mod raw_charset;
mod segments;
mod shift;
pub mod span_text;
mod survey;
mod text_place;
pub mod text_span;
mod unreadable;
mod utf8_proof;
pub mod word;
pub mod word_alternatives;
mod word_transfer;
mod words;

pub use crate::finding::Confidence;
pub use charset_choice::{resolve, resolve_document};
pub use context::Context;
pub use decoded_text::{DecodedText, Unresolved};
pub use doubt::Doubt;
pub(crate) use evidence::shows_shifts;
pub use field::{FieldText, read_field};
pub(crate) use message_texts::Facts;
pub use message_texts::MessageTexts;
pub use text_place::TextPlace;
pub use unreadable::Unreadable;
