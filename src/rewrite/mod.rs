//! Rewriting: a plan of edits over the input. What no edit covers is copied.

mod body;
mod charsets;
mod draft;
mod enclosed;
mod encoded_word;
mod field;
mod fold;
mod fold_point;
mod following;
mod form;
mod header;
mod label;
mod merge;
mod normalize;
mod not_utf8;
mod oddity;
mod parameter;
mod phrase;
mod plan;
mod raw;
mod reading;
mod seal;
mod structure;
#[cfg(feature = "to-utf7")]
mod to_utf7;
mod unstructured;
mod written;

pub use charsets::Charsets;
pub use normalize::{Normalizer, normalize};
pub use plan::{Edit, Piece, Plan, Planner, Reason};
#[cfg(feature = "to-utf7")]
pub use to_utf7::{ToUtf7, Utf7Options, Wrap};
