//! The legacy charsets, compared with their sources: Python's codecs and the C library's `iconv` if these are
//! installed, otherwise checksums of their output.

mod code_pages;
mod double_octets;
mod encoders;
mod expected;
mod jis_x_0213;
mod labels;
mod oracle;
mod streams;
