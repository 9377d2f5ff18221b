//! `format=flowed` (RFC 3676): text whose lines may be joined to paragraphs again.
//!
//! Reading: quote marks are counted first, then a stuffed space goes, then a space at the end says that the
//! paragraph goes on (section 4.1). A paragraph ends, too, where the next line has another quote depth, is a
//! signature line, or is missing. With `delsp=yes` the space at the end goes, else it is text.
//!
//! Writing is for UTF-7 mail: `format=flowed; delsp=yes`, lines broken as they are encoded. What is read is
//! what was written, spaces at the ends of lines and the form of quote marks included. Linear time.

mod read;
#[cfg(feature = "to-utf7")]
mod write;

pub use read::{Paragraph, Paragraphs, paragraphs, plain, unflow};
#[cfg(feature = "to-utf7")]
pub use write::flow;
