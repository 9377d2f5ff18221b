//! Resolving: label and octets to text, with how sure the answer is and what was odd on the way.

pub mod binary;
mod evidence;
pub mod html;
pub mod parameter;
pub mod text;
pub mod word;

pub use text::{Confidence, Context, Text, Unresolved};
