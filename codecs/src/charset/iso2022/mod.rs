//! ISO-2022 in 7 bits: escape sequences and shifts select the character set of the octets after them.
//!
//! - ISO-2022-JP (RFC 1468), -1 (RFC 2237), -2 (RFC 1554), -3 and -2004 (JIS X 0213), and the additions of CP50220
//!   to CP50222 and ISO-2022-JP-MS: half-width kana by `ESC ( I` or SO and SI, NEC's row 13, IBM's extensions. One
//!   charset decodes all of these.
//! - ISO-2022-KR (RFC 1557): SO and SI switch between US-ASCII and KS X 1001. The designation of KS X 1001 can be
//!   missing.
//! - ISO-2022-CN and -CN-EXT (RFC 1922): GB 2312, ISO-IR-165 and CNS 11643, planes 1 to 7 (see `cns`).
//!
//! These are accepted without an error: a text that does not end in US-ASCII, a designation without characters
//! after it, and blanks and control characters other than DEL between the characters of a double-octet set.
//!
//! These are errors:
//!
//! - an octet above 127;
//! - an escape sequence that none of these charsets has. Its ESC is decoded as U+FFFD, and its other octets as
//!   text;
//! - half a character;
//! - a character that the set lacks;
//! - text after a line that ended in a double-octet set. Some decoders stay in the set, others return to US-ASCII,
//!   and others refuse the text. This decoder decodes the text as US-ASCII, and writes no U+FFFD for the error.
//!
//! Linear time.

mod decode;
mod encode;
pub(super) mod hz;
mod plain;
mod set;

pub(super) use decode::{Iso2022, fast};
pub(super) use encode::Writer;
pub(super) use set::Dialect;
