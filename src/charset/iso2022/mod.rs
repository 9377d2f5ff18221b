//! ISO-2022 in 7 bits: escape sequences and shifts choose which character set the next octets are in.
//!
//! - ISO-2022-JP (RFC 1468), -1 (RFC 2237), -2 (RFC 1554), -3 and -2004 (JIS X 0213), and what CP50220 to
//!   CP50222 and ISO-2022-JP-MS add: half-width kana by `ESC ( I` or SO and SI, NEC's row 13, IBM's extensions.
//!   One charset reads them all.
//! - ISO-2022-KR (RFC 1557): SO and SI between ASCII and KS X 1001, whose designation may be missing.
//! - ISO-2022-CN and -CN-EXT (RFC 1922): GB 2312, ISO-IR-165 and CNS 11643, planes 1 to 7 (see `cns`).
//!
//! Forgiven: a text that ends in another set, a set that no character follows, blanks and control characters
//! among octets in twos, but for DEL.
//!
//! Errors: an octet above 127; an escape sequence of none of these charsets, which stays in the text behind
//! U+FFFD; half a character; a character that its set does not have; and a line that goes on after one that
//! ended in a set of two octets. Peers stay in that set, or go back to ASCII, or refuse; it is read as ASCII
//! here, and nothing is written for the error. Linear time.

mod decode;
mod encode;
pub(super) mod hz;
mod set;

pub(super) use decode::{Iso2022, decode};
pub(super) use encode::Writer;
pub(super) use set::Dialect;
