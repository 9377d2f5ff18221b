//! Resolving: label and octets to text, with how sure the answer is and what was odd on the way.

pub mod binary;
pub(crate) mod card;
mod confidence;
pub mod embedded;
mod evidence;
pub mod field;
pub mod html;
pub mod inside;
mod ladder;
mod mixed;
pub mod parameter;
pub mod place;
mod shift;
pub mod text;
mod undo;
pub mod word;
mod words;

pub use confidence::Confidence;
pub(crate) use evidence::by_designation;
pub use field::Reader;
pub use text::{Context, Text, Unresolved};
