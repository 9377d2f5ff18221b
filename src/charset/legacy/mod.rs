//! Legacy charsets: the WHATWG encodings, and what browsers dropped and mail still has.

pub(super) mod cns;
pub(super) mod code_page;
pub(super) mod johab;
pub(super) mod multibyte;
pub(super) mod planes;
pub(super) mod rows;
mod tables;
pub(super) mod whatwg;

pub(super) use tables::code_pages;
