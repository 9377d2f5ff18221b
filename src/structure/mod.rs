//! The MIME tree of a message (RFC 2045, RFC 2046) as spans of the input, in one flat vector.

mod bare_cr;
mod delimiters;
mod encoded_messages;
mod entity;
mod part;
mod protect;
mod scan;
mod tree;

#[cfg(feature = "verify")]
pub(crate) use entity::FIELDS;
pub use part::{Part, PartKind, Protection};
pub use tree::Structure;
