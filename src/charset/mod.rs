//! Charsets: octets to text and back. Knows nothing of mail.
//!
//! Our own code decodes US-ASCII, UTF-8 (RFC 3629), UTF-7 (RFC 2152), IMAP modified UTF-7 (RFC 3501
//! section 5.1.3), UTF-16 (RFC 2781) and UTF-32; the legacy charsets stand on `encoding_rs` and on small
//! decoders over it for what browsers dropped and mail still has.
//!
//! ```
//! use mailutf::charset::Charset;
//! let charset = Charset::for_label(b"unicode-1-1-utf-7").unwrap();
//! assert_eq!(charset.decode(b"Hi Mom -+Jjo--!").text, "Hi Mom -\u{263a}-!");
//! ```

mod all;
mod ascii;
mod byte_order;
mod cells;
mod cns;
mod codec;
mod codepage;
mod decode;
mod encode;
mod euc_tw;
mod gb2312;
mod hz;
mod identity;
mod imap_utf7;
mod iso2022;
mod iso_ir_165;
mod jisx0213;
mod johab;
mod label;
mod legacy;
#[cfg(feature = "to-utf7")]
mod line_break;
mod modified_base64;
mod multibyte;
mod rows;
mod utf16;
pub(crate) mod utf16_order;
mod utf32;
mod utf7_class;
mod utf7_cost;
mod utf7_encode;
#[cfg(feature = "to-utf7")]
mod utf7_lines;
mod utf7_pieces;
mod utf7_stream;
mod utf7_writer;
mod utf8_forms;
pub(crate) mod utf8_in_mail;
mod utf8_sink;

pub mod detect;
pub mod utf7;
pub mod utf8;

pub use codec::{Decoded, Malformed, MalformedKind};
pub use decode::Decoder;
pub use encode::{Encoder, Unencodable};
pub use identity::Charset;
pub use label::{Alias, Label, Source};
pub use utf16_order::utf16_order;
