//! `format=flowed` (RFC 3676): text whose lines a reader joins to paragraphs.
//!
//! Reading (section 4.1): quote marks are counted, then a stuffed space is removed, then a space at the end of the
//! line shows that the paragraph continues. A paragraph also ends if the next line has another quote depth, is a
//! signature separator, or is missing. With `delsp=yes` the space at the end is removed; otherwise it is text.
//!
//! [`write()`] writes UTF-8. UTF-7 is written as `format=flowed; delsp=yes`, and lines are broken and encoded in one step:
//! reading gives back exactly the text that was written, including spaces at the ends of lines and the form of quote
//! marks. Linear time.

mod read;
#[cfg(feature = "to-utf7")]
mod utf7;
mod utf8;

pub use read::{Paragraph, Paragraphs, paragraphs, plain, unflow};
#[cfg(feature = "to-utf7")]
pub use utf7::flow;
pub use utf8::write;
