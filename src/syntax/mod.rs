//! Syntax: `nom` grammars over octets. They know no charsets, and decode only the escapes of RFC 2231.
//!
//! Each function takes the whole input and the span to read, and returns spans of that input, which can be
//! reported and edited. Every grammar takes linear time.

pub(crate) mod address;
pub(crate) mod address_list;
pub(crate) mod angles;
pub(crate) mod content_type;
pub(crate) mod date;
pub(crate) mod delimiter_line;
pub(crate) mod embedded;
pub(crate) mod encoded_word;
mod entry;
pub(crate) mod field_kind;
pub(crate) mod from_line;
pub(crate) mod header_block;
pub(crate) mod parameter;
pub(crate) mod recipients;
mod region;
pub(crate) mod rfc2231;
pub(crate) mod shifted;
pub(crate) mod single_mailbox;
pub(crate) mod token;
