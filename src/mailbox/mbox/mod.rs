//! mbox files (RFC 4155), in which each message follows a `From ` line; and MMDF files.
//!
//! Nothing in an mbox declares its variant or marks its separators. It is read by these rules:
//!
//! - A line of the strict form of `syntax::from_line` starts a message at the
//!   start of the file or after a blank line, whatever follows it.
//! - Any other line that starts with `From ` (or `from`, or has a tab after the word) is text, with one
//!   exception: it starts a message after a blank line if only fields follow, up to From and one of Date,
//!   Received and Return-Path. NULs or a byte order mark before `From ` count as the blank line. At the start
//!   of the file any known header field after the line is enough.
//! - A line of the strict form without the blank line starts a message in the body of another one if only fields
//!   follow, up to From and Date, the two fields that RFC 5322 section 3.6 requires. Python, Dovecot, mutt and
//!   Thunderbird split there too, on weaker evidence or without any. With weaker evidence, this reader takes the line
//!   for text. But a new form of the message would quote the line, so that those programs would count one message less.
//!   So the message is left unchanged and reported.
//! - The blank line before a `From ` line belongs to the file, not to the message. So does a byte order mark at
//!   the start of the file.
//! - [Variants](Variant) differ in how they quote lines of a message that start with `From `, and in whether
//!   Content-Length gives the end of a message. Content-Length is trusted only if it leads exactly to the
//!   next `From ` line or to the end of the file.
//! - In an MMDF file a line of four octets 01 starts and ends each message; the file begins with one. In an
//!   mbox such a line starts a message if only fields follow, up to From and one of Date, Received and
//!   Return-Path.
//! - Text before the first `From ` line is kept and is not a message.
//!
//! An [`Index`] cuts an mbox into [`Range`]s that can be read apart. Each range holds what the messages before it
//! showed about the file.
//!
//! Memory: the largest message, or a batch of small ones. Linear time.

pub(super) mod content_length;
mod index;
mod quote;
mod range;
mod read;
mod requote;
pub(super) mod separator;
mod variant;
mod write;

pub use index::{Index, Ranges};
pub use quote::Unquoted;
#[cfg(feature = "digests")]
pub(super) use quote::unquoted_pieces;
pub use range::{NotARange, Range};
pub use read::Reader;
#[cfg(feature = "files")]
pub(crate) use read::sections::{ReadSection, Section, Sections, SharedMbox};
pub(crate) use requote::Requoter;
pub use variant::Variant;
pub use write::Writer;
