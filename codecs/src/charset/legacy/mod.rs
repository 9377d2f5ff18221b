//! Legacy charsets without shift states: the WHATWG encodings, and charsets that browsers have dropped or never had.

pub(super) mod cns;
pub(super) mod code_page;
mod index;
pub(super) mod jis_x_0213;
pub(super) mod johab;
pub mod koi8_u;
pub(super) mod multibyte;
pub(super) mod octets;
mod packed_rows;
pub(super) mod pairs;
pub(super) mod planes;
pub(super) mod rows;
pub(super) mod single_octet;
pub(super) mod superset;
mod tables;
pub(super) mod whatwg;

pub(super) use tables::{code_pages, whatwg::WHATWG};
