//! The program, as a person or a script uses it.

#[path = "cli/codec.rs"]
mod codec;
#[path = "cli/normalize.rs"]
mod normalize;
