//! Syntax: `nom` grammars over octets. They know no charset and decode nothing but the escapes of RFC 2231.
//!
//! Every function takes the whole input and the span to read, and answers with spans of that input, so that what was
//! parsed can be pointed at and edited. No grammar is worse than linear.

pub mod address;
pub mod content_type;
pub mod date;
pub mod delimiter_line;
pub mod embedded;
pub mod encoded_word;
mod entry;
pub mod field_kind;
pub mod from_line;
pub mod header_block;
pub mod parameter;
mod region;
pub mod rfc2231;
pub(crate) mod shifted;
pub mod token;
