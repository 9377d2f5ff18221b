//! Rewriting: a plan of edits over the input. What no edit covers is copied.

mod body;
mod encoded_word;
mod fold;
mod header;
mod normalize;
mod plan;

pub use normalize::{Normalizer, normalize};
pub use plan::{Edit, Piece, Plan, Reason};
