//! Finds the octets of header fields that are text, and decodes them.

pub(crate) mod address_in_word;
pub(crate) mod field;
pub(crate) mod marks;
pub(crate) mod one_line;
pub(crate) mod parameter;
pub(crate) mod parsed_field;
pub(crate) mod raw_charset;
mod restored_text;
pub(crate) mod span_text;
pub(crate) mod text_span;
pub(crate) mod word;
pub mod word_alternatives;
pub(crate) mod word_transfer;
