//! Converts any message to 7-bit mail in UTF-7, the opposite of normalizing.

mod body;
mod html;
mod options;
mod planner;
mod seven_bit;
mod wrap;

pub use options::{Utf7Options, Wrap};
pub use planner::ToUtf7;
