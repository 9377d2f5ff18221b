//! Rewriting: a plan of edits over the input. What no edit covers is copied.

mod body;
mod draft;
mod enclosed;
mod encoded_word;
mod field;
mod fold;
mod following;
mod form;
mod header;
mod label;
mod normalize;
mod oddity;
mod parameter;
mod phrase;
mod plan;
mod reading;
mod seal;
mod unstructured;
mod written;

pub use normalize::{Normalizer, normalize};
pub use plan::{Edit, Piece, Plan, Reason};
