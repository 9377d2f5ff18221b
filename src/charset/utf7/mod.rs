//! UTF-7 (RFC 2152): text whose characters beyond Sets D and O stand in *shifted sequences*: `+`, modified base64
//! of big-endian UTF-16, and a `-` that is absorbed where it is. Decoding is
//! [`Charset::UTF_7`](super::Charset::UTF_7)'s; here is what the encoder offers besides. Linear time.
//!
//! Ill-formed by rule 2 are exactly: a `+` before neither modified base64 nor `-`; bits other than zero left
//! over at the end of a shifted sequence; an octet above 127; an unpaired surrogate. Strict decoding gives the
//! offset of the first: of the `+`, of the last symbol, of the octet, of the first symbol with bits of the
//! surrogate. Lossy decoding writes one U+FFFD for each, but for the first the `+` itself, and drops nothing.
//!
//! # What surprises
//!
//! - `1 + 1` is ill-formed, counted, and kept as it is. glibc's `iconv` drops the `+`, Python the blank after it
//!   too. `C++ ` is worse: the second `+` is a symbol, of bits that are not zero.
//! - Zero bits may be left over, as many as there are: `+AGEA-` is `a`. Python and glibc refuse from six on;
//!   the RFC has them discarded, as ICU does.
//! - A sequence open at the end of the input is as good as any other; some decoders lose its text.
//! - A surrogate pair of which each half has its own sequence, `+2D0-+3Kk-`, is an error to the strict; for all
//!   others it is one character again, as for ICU, and not two U+FFFD.
//! - `~`, `\`, controls and all else of US-ASCII but `+` are read directly: they are unambiguous, and real mail
//!   has them, though ICU and `iconv` refuse. They are never written so.
//! - `+/v8-` at the start is U+FEFF, and text; whoever converts a whole body drops it.
//! - Any US-ASCII can hide in a sequence: `+ADw-` is `<`. Text is to be decoded before it is looked at, and no
//!   text is taken for UTF-7 because it looks like it, only because a label says so.

mod base64;
mod classes;
mod column;
mod decode;
mod encode;
pub(super) mod imap;
#[cfg(feature = "to-utf7")]
mod line_break;
mod shortest;
#[cfg(feature = "to-utf7")]
mod wrap;

pub use classes::SetO;
pub use column::Column;
pub(super) use decode::{Utf7, direct};
pub use encode::EncodeOptions;
#[cfg(feature = "to-utf7")]
pub use wrap::{Line, Lines, SoftBreak};
