//! Charsets: converting octets to text and back. Independent of mail.
//!
//! US-ASCII, UTF-8 (RFC 3629), UTF-7 (RFC 2152), IMAP modified UTF-7 (RFC 3501 section 5.1.3), UTF-16 (RFC 2781) and
//! UTF-32 have codecs of their own here. Legacy charsets use `encoding_rs`, and small decoders on top of it for the
//! charsets that browsers have dropped but old mail still uses.
//!
//! ```
//! use mailutf_codecs::charset::Charset;
//! let charset = Charset::for_label(b"unicode-1-1-utf-7").unwrap();
//! assert_eq!(charset.decode(b"Hi Mom -+Jjo--!").text, "Hi Mom -\u{263a}-!");
//! ```

mod codec;
mod decode;
mod encode;
mod identity;
mod iso2022;
mod label;
pub(crate) mod legacy;
mod record;
mod registry;
mod stream;
pub(crate) mod unicode;

pub mod detect;
pub mod utf7;

pub use codec::{Decoded, Malformed, MalformedKind};
pub use detect::utf16_order::utf16_order;
pub use identity::Charset;
pub use label::{Alias, Label, Source, is_unsupported};
pub use record::Shift;
pub use stream::{Decoder, Encoder, Unencodable};
pub use unicode::utf8;
