//! What is printed for a person: colors, wrapped and escaped text, JSON, and lines on standard error.

pub(crate) mod counted;
pub(crate) mod escape;
pub(crate) mod json;
pub(crate) mod say;
pub(crate) mod style;
pub(crate) mod wrap;
