//! Resolving: label and octets to text, with how sure the answer is and what was odd on the way.

pub mod binary;
pub(crate) mod card;
mod charset_choice;
mod confidence;
pub mod embedded;
mod evidence;
pub mod field;
pub mod html;
pub mod inside;
mod mixed;
pub mod parameter;
mod shift;
pub mod text;
pub mod text_span;
pub mod word;
mod word_transfer;
mod words;

pub use confidence::Confidence;
pub(crate) use evidence::by_designation;
pub use field::Reader;
pub use text::{Context, Text, Unresolved};
