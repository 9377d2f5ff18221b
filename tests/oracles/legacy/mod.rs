//! The legacy charsets against their sources: Python's codecs and the C library's `iconv` where they are
//! installed, checksums of what those gave where they are not.

mod code_pages;
mod double_octets;
mod encoders;
mod expected;
mod labels;
mod oracle;
mod streams;
