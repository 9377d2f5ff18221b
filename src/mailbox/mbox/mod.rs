//! mbox files (RFC 4155): messages one behind the other, each under a `From ` line.
//!
//! No octet of an mbox says what it is, so this is how it is read here:
//!
//! - A message starts at a line of the strict shape of [`from_line`](crate::syntax::from_line::from_line) that
//!   stands at the start of the file or behind a blank line. A line that merely starts with `From ` is text.
//! - The blank line before a `From ` line is the file's, not the message's.
//! - [Variants](Variant) differ in what they do to lines of a message that start with `From `, and in whether
//!   a Content-Length field tells where a message ends. Such a field is believed where it leads exactly to
//!   the next `From ` line or to the end of the file.
//! - What stands before the first `From ` line is kept and is no message.
//!
//! Memory: the largest message, and a batch of small ones. Time: linear.

pub(super) mod content_length;
mod quote;
mod read;
mod requote;
mod variant;
mod write;

pub use quote::Unquoted;
pub use read::Reader;
pub use requote::Requoter;
pub use variant::Variant;
pub use write::Writer;
