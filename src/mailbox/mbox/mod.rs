//! mbox files (RFC 4155): messages one behind the other, each under a `From ` line; and MMDF files.
//!
//! No octet of an mbox says what it is, so this is how it is read here:
//!
//! - A message starts at a line of the strict shape of [`from_line`](crate::syntax::from_line::from_line) that
//!   stands at the start of the file or behind a blank line, whatever follows.
//! - A line that merely starts with `From ` (or `from`, or with a tab behind the word) is text, but for one that stands
//!   behind a blank line and above nothing but fields until both From and Date, Received or Return-Path. NULs or a byte
//!   order mark before `From ` stand for the blank line. At the start of a file any field that headers are known to
//!   hold is enough.
//! - Where the blank line is missing, a message starts at such a line in the body of another if a header is below
//!   it: nothing but fields until both From and Date, which no message is without (RFC 5322 section 3.6). So it
//!   is for Python, Dovecot, mutt and Thunderbird, which ask for less. With less it is text, and a message in
//!   which a field follows it is not changed but named, as it may be two.
//! - The blank line before a `From ` line is the file's, not the message's. So is a byte order mark at the start.
//! - [Variants](Variant) differ in what they do to lines of a message that start with `From `, and in whether
//!   a Content-Length field tells where a message ends. Such a field is believed where it leads exactly to
//!   the next `From ` line or to the end of the file.
//! - A line of four octets 01 starts and ends each message of an MMDF file, which begins with one. In an mbox it
//!   starts a message as a `From ` line without a date does.
//! - What stands before the first `From ` line is kept and is no message.
//!
//! Memory: the largest message, and a batch of small ones. Time: linear.

pub(super) mod content_length;
mod quote;
mod read;
mod requote;
pub(super) mod separator;
mod variant;
mod write;

pub use quote::Unquoted;
pub use read::Reader;
pub use requote::Requoter;
pub use variant::Variant;
pub use write::Writer;
