//! The program, as a person or a script uses it.

#[path = "cli/normalize.rs"]
mod normalize;
