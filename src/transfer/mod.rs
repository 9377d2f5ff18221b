//! Transfer encodings: octets to octets (RFC 2045 section 6). Knows nothing of charsets.

pub mod base64;
pub mod choose;
pub mod quoted_printable;
pub mod uuencode;

mod decoded_body;
mod encoding;

pub use decoded_body::{DecodedBody, Repair};
pub use encoding::TransferEncoding;
