//! mbox files (RFC 4155), in which each message follows a `From ` line; and MMDF files.
//!
//! An mbox does not declare its variant, and a line of text can look like a separator. So an mbox is read by
//! these rules:
//!
//! - A line of the strict form is `From `, a sender and a date with a time and a year. (The date can have the
//!   form of `ctime`, the form of a Date field, or the form `2020-03-03 07:50:45 +0000`.) Such a line starts
//!   a message if it is at the start of the file, or follows a blank line or NULs. (A crash leaves NULs.) It does
//!   not matter what follows the line.
//! - Any other line that starts with `From ` is text, with one exception: the line starts a message if it
//!   follows a blank line, and if a header comes after it. A header here means: header fields and no other
//!   lines, until a From field and one of the fields Date, Received and Return-Path have come. NULs or a byte
//!   order mark before `From ` count as the blank line. At the start of the file, any known header field after
//!   the line is enough. The same rules apply to a line that starts with `from` or `FROM`, or that has a tab
//!   instead of the space.
//! - A line of the strict form that does not follow a blank line starts a message only if it is in the body
//!   of another message, and if header fields and no other lines come after it, until a From field and a Date
//!   field have come. (RFC 5322 section 3.6 requires these two fields.) Python, Dovecot, mutt and Thunderbird
//!   split the file at such a line on weaker evidence, or without any evidence. If the evidence is weaker,
//!   this reader treats the line as text. But if the message with this line were changed, the line would be
//!   quoted, and those programs would find one message fewer. So such a message is left unchanged and
//!   reported.
//! - The blank line before a `From ` line belongs to the file, not to the message. A byte order mark at the
//!   start of the file does not belong to the message either.
//! - [Variants](Variant) differ in how they quote lines of a message that start with `From `, and in whether
//!   Content-Length gives the end of a message. Content-Length is trusted only if it points exactly to the next
//!   `From ` line or to the end of the file.
//! - In an MMDF file, a line of four 0x01 octets (a mark) starts and ends each message, and the file begins
//!   with a mark. In an mbox, such a line starts a message if a header comes after it: header fields and no
//!   other lines, until a From field and one of the fields Date, Received and Return-Path have come.
//! - Text before the first `From ` line is kept, and is not a message. A [`Reader`] returns it in
//!   [`Batch::prelude`](super::batch::Batch::prelude).
//!
//! An [`Index`] cuts an mbox into [`Range`]s that can be read independently. Each range records what the
//! messages before it showed about the variant of the file.
//!
//! Memory: the largest message, or a batch of small messages (about 256 KiB), and up to 16 MiB after a
//! message whose Content-Length has to be checked. Linear time.

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
