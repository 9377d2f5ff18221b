//! Syntax: `nom` grammars over octets. Knows nothing of charsets and decodes nothing.
//!
//! Every function takes the whole input and the span to read, and answers with spans of that input, so
//! that what was parsed can be pointed at and edited. No grammar is worse than linear.

pub mod address;
pub mod boundary;
pub mod content_type;
pub mod embedded;
pub mod encoded_word;
mod entry;
mod field_kind;
pub mod from_line;
pub mod header;
pub mod parameter;
mod parameter_value;
mod region;
pub mod sections;
pub(crate) mod shifted;
pub mod token;
mod token_slice;
