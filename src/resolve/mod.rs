//! Resolving: label and octets to text, with how sure the answer is and what was odd on the way.

mod evidence;
pub mod html;
pub mod parameter;
mod superset;
pub mod text;
pub mod word;

pub use text::{Confidence, Context, Text, Unresolved};
