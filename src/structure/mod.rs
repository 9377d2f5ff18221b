//! The MIME tree of a message (RFC 2045, RFC 2046) as spans of the input, in one flat vector.

mod bare_cr;
mod children;
mod delimiters;
mod encoded_messages;
mod entity;
mod outside;
mod part;
mod protect;
mod repeated;
mod scan;
mod split_header;
mod tree;

pub use crate::syntax::content_type::Parameterized;
pub use crate::syntax::header_block::{Field, HeaderBlock};
pub use crate::syntax::parameter::Parameter;
pub(crate) use children::Children;
pub(crate) use part::FIELDS;
pub use part::{Part, PartKind, Protection};
pub use tree::Structure;
