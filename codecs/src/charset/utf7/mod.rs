//! UTF-7 (RFC 2152). Characters outside Sets D and O are encoded in *shifted sequences*: a `+`, modified
//! base64 of big-endian UTF-16, and an optional `-`, which is not part of the text. The other characters can
//! be *direct*, that is, written as themselves. [`Charset::UTF_7`](super::Charset::UTF_7) decodes UTF-7, and
//! encodes it in its default form. [`EncodeOptions`] encodes it in other forms. The items that break lines
//! (`EncodeOptions::wrap`, `Lines` and others) exist only with the feature `utf7-lines`, which the feature
//! `to-utf7` of the crate `mailutf` switches on. Linear time.
//!
//! Four things are ill-formed. Strict decoding reports the offset of the first of them:
//!
//! | ill-formed (rule 2) | offset | lossy decoding |
//! |---|---|---|
//! | a `+` that is followed by neither modified base64 nor `-` | of the `+` | keeps the `+` |
//! | nonzero bits left over at the end of a shifted sequence | of the last symbol | U+FFFD |
//! | an octet above 127 | of the octet | U+FFFD |
//! | an unpaired surrogate | of the first symbol that holds bits of the surrogate | U+FFFD |
//!
//! # Differences from other decoders
//!
//! - `1 + 1` is ill-formed. The error is counted, and the text is kept. glibc's `iconv` drops the `+`, and Python
//!   also drops the space after it. `C++ ` is ill-formed, too: its first `+` starts a sequence, and its second `+` is
//!   the only symbol of this sequence, whose bits are left over and are not zero.
//! - Any number of zero bits can be left over at the end of a sequence: `+AGEA-` is `a`. RFC 2152 says to discard
//!   these bits, as ICU does. Python and glibc refuse six or more of them.
//! - The input can end within a shifted sequence, which is no error. Some decoders lose the text of this sequence.
//! - A surrogate pair that is split over two sequences, as in `+2D0-+3Kk-`, is an error. Lossy decoding joins the
//!   halves to one character, as ICU does, instead of writing two U+FFFD.
//! - All US-ASCII characters except `+` are read directly, including `~`, `\` and control characters. They are
//!   unambiguous, and real mail contains them, although ICU and `iconv` refuse them. The encoder shifts them.
//! - `+/v8-` at the start is U+FEFF and part of the text. A caller that converts a whole body removes it.
//! - Any US-ASCII character can be hidden in a shifted sequence: `+ADw-` is `<`. Therefore filters must decode text
//!   before they examine it. For the same reason, detection never chooses UTF-7: text is decoded as UTF-7 only if
//!   its label says so.

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
