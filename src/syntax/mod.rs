//! The grammars of header fields and of lines, written with `nom`. They read octets and know no charsets. The only
//! escapes that they decode are the percent escapes of RFC 2231 and escaped quotes and backslashes in parameters.
//!
//! Most functions take the whole input and the span to read, and return spans of the input, so that findings can name
//! these spans and edits can replace them. Every grammar takes linear time.

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
