//! The codecs of mail: the charsets in which mail is written, and the content transfer encodings. This crate knows
//! nothing of messages.
//!
//! The crate `mailutf` re-exports the modules [`charset`] and [`transfer`]. Therefore, the examples in these
//! modules import from `mailutf`. If your program depends on this crate alone, import from `mailutf_codecs`.
//!
//! # Which charsets?
//!
//! [`Charset::all`](charset::Charset::all) lists the supported charsets: all charsets of `encoding_rs`, and
//! charsets that `encoding_rs` lacks because browsers have dropped them. Among the latter are UTF-7, UTF-7 of IMAP
//! mailbox names, UTF-32, CESU-8, ISO-2022-KR, ISO-2022-CN, ISO-2022-JP with its extensions, HZ, EUC-TW, Johab, JIS
//! X 0213, and the single-octet code pages of DOS, Macintosh and others.
//!
//! ```
//! use mailutf_codecs::charset::Charset;
//! let korean = Charset::for_label(b"ISO-2022-KR").unwrap();
//! assert_eq!(korean.decode(b"\x1B$)C\x0EGQ1[\x0F").text, "한글");
//! assert_eq!(Charset::UTF_7.decode(b"Hi Mom -+Jjo--!").text, "Hi Mom -☺-!");
//! assert_eq!(&*Charset::EUC_TW.encode("臺北").unwrap(), b"\xEA\xD7\xC6\xA1");
//! let mut decoder = korean.decoder(); // in pieces of any size
//! let mut text = String::new();
//! for piece in [&b"\x1B$)C\x0EG"[..], b"Q1[\x0F"] {
//!     decoder.push(piece, &mut text);
//! }
//! decoder.finish(&mut text);
//! assert_eq!(text, "한글");
//! ```
//!
//! # Which charset is this?
//!
//! [`charset::Label`] says what senders mean by a label. [`charset::detect`] finds the charset of octets that have
//! no label. It looks at the form of the octets and asks a model of languages.
//!
//! ```
//! use mailutf_codecs::charset::detect::detect;
//! let detected = detect(b"\xEF\xF2\xE8\xF6\xFB \xEB\xE5\xF2\xFF\xF2 \xED\xE0 \xFE\xE3").unwrap();
//! assert_eq!(detected.charset.name(), "windows-1251");
//! ```
//!
//! # Base64, quoted-printable, uuencode
//!
//! [`transfer`] decodes the transfer encodings of real mail, in spite of any errors. Each kind of error is reported
//! with the place where it first occurs.
//!
//! ```
//! use mailutf_codecs::transfer::{TransferEncoding, quoted_printable};
//! let decoded = quoted_printable::decode(b"na=EFve=\n caf=e9=Z\n");
//! assert_eq!(&*decoded.octets, b"na\xEFve caf\xE9=Z\n");
//! assert!(!decoded.repairs.is_empty()); // `=Z` is no escape
//! assert_eq!(TransferEncoding::for_token(b"BASE64"), Some(TransferEncoding::Base64));
//! ```
//!
//! # Cost
//!
//! All functions take linear time, and use vector instructions where the processor has them. The crate contains no
//! unsafe code, and no input makes a function panic. The functions read nothing but their arguments: no file,
//! environment variable, clock or locale.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `detection` (default) | a model of languages for [`charset::detect`]; without it, only the form of octets tells their charset |
//! | `fast-encode` (default) | tables for encoding in Chinese, Japanese and Korean charsets: the same results, faster |
//! | `simd` (default) | vector instructions: the same results, faster |
//! | `utf7-lines` | UTF-7 in lines of a bounded width ([`charset::utf7`]) |

// The documentation on docs.rs names the feature of each item that needs one.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
// No function panics on any input. An index or an unwrap is allowed only by `#[expect(…, reason = "the proof")]`.
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod charset;
#[doc(hidden)]
pub mod internal;
mod kernels;
mod line_starts;
#[cfg(test)]
mod proptest_config;
pub mod transfer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
