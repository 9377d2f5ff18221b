//! Content transfer encodings (RFC 2045 section 6): converting octets to octets. This module knows nothing of
//! charsets.

pub mod base64;
pub mod choose;
pub mod quoted_printable;
pub mod uuencode;

mod decoded_body;
mod encoding;
pub(crate) mod inference;

pub use decoded_body::{DecodedBody, Repair};
pub use encoding::TransferEncoding;
pub use inference::apparent;
