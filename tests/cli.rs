//! The program, as a person or a script uses it.

#[path = "cli/codec.rs"]
mod codec;
#[cfg(unix)]
#[path = "cli/in_place.rs"]
mod in_place;
#[path = "cli/normalize.rs"]
mod normalize;
