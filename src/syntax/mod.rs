//! Syntax: `nom` grammars over octets. They know no charsets, and decode only the escapes of RFC 2231.
//!
//! Each function takes the whole input and the span to read, and returns spans of that input, which can be
//! reported and edited. Every grammar takes linear time.

pub mod address;
pub(crate) mod address_list;
pub mod angles;
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
pub(crate) mod recipients;
mod region;
pub mod rfc2231;
pub(crate) mod shifted;
pub(crate) mod single_mailbox;
pub mod token;
