//! UTF-7 (RFC 2152). Characters outside Sets D and O are encoded in *shifted sequences*: a `+`, modified base64 of
//! big-endian UTF-16, and an optional `-`, which is not part of the text. [`Charset::UTF_7`](super::Charset::UTF_7)
//! decodes it and encodes it in its default form; [`EncodeOptions`] has the other forms. Linear time.
//!
//! Four things are ill-formed. Strict decoding reports the offset of the first one:
//!
//! | ill-formed (rule 2) | offset | lossy decoding |
//! |---|---|---|
//! | a `+` that neither modified base64 nor `-` follows | of the `+` | keeps the `+` |
//! | nonzero bits left over at the end of a shifted sequence | of the last symbol | U+FFFD |
//! | an octet above 127 | of the octet | U+FFFD |
//! | an unpaired surrogate | of the first symbol that holds bits of the surrogate | U+FFFD |
//!
//! # Differences from other decoders
//!
//! - `1 + 1` is ill-formed; the error is counted and the text is kept. glibc's `iconv` drops the `+`, and Python also
//!   drops the space after it. In `C++ ` the second `+` is a symbol of base64 whose bits are not zero.
//! - Any number of zero bits may be left over: `+AGEA-` is `a`. RFC 2152 says to discard them, as ICU does; Python
//!   and glibc refuse six or more.
//! - A shifted sequence may be open at the end of the input. Some decoders lose its text.
//! - A surrogate pair that is split over two sequences, `+2D0-+3Kk-`, is an error. Lossy decoding joins the halves to
//!   one character, as ICU does, instead of writing two U+FFFD.
//! - All US-ASCII characters except `+` are read directly, including `~`, `\` and control characters: they are
//!   unambiguous, and real mail contains them, though ICU and `iconv` refuse them. The encoder shifts them.
//! - `+/v8-` at the start is U+FEFF and part of the text; a caller that converts a whole body removes it.
//! - Any US-ASCII character can be hidden in a shifted sequence: `+ADw-` is `<`. Filters must decode first. For the
//!   same reason detection never chooses UTF-7; only a label does.

mod base64;
mod classes;
mod column;
mod costs;
mod decode;
mod encode;
pub(super) mod imap;
#[cfg(feature = "utf7-lines")]
mod line_break;
mod passages;
mod shortest;
#[cfg(feature = "utf7-lines")]
mod words;
#[cfg(feature = "utf7-lines")]
mod wrap;

pub use classes::SetO;
pub use column::Column;
pub(super) use decode::{Utf7, short};
pub use encode::EncodeOptions;
#[cfg(feature = "utf7-lines")]
pub use wrap::{Line, Lines, SoftBreak};
