//! Charsets: converting octets to text, and text to octets. This module knows nothing of mail messages.
//!
//! US-ASCII, UTF-8 (RFC 3629), UTF-7 (RFC 2152), IMAP modified UTF-7 (RFC 3501 section 5.1.3), UTF-16 (RFC 2781)
//! and UTF-32 have codecs in this module. Single-octet charsets use tables. For the multi-octet charsets of the
//! WHATWG, this module uses `encoding_rs`. Charsets that browsers have dropped but old mail still uses have small
//! codecs, many of which build on `encoding_rs`.
//!
//! The labels are fixed. In `mailutf`, a policy gives a label another meaning: `Policy::choose("charset", "x-own=koi8-r")`, or
//! a rule for some senders.
//!
//! ```
//! # extern crate mailutf_codecs as mailutf;
//! use mailutf::charset::Charset;
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
