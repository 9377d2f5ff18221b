//! `format=flowed` (RFC 3676): text whose lines a reader joins into paragraphs.
//!
//! A reader (section 4.1) counts the quote marks of a line. If a space follows them, the reader removes this space,
//! because the writer has "stuffed" the line with it. If the line then ends with a space, the paragraph continues on
//! the next line. It does not continue if there is no next line, or if the next line has another number of quote
//! marks or is the separator before a signature. With `delsp=yes`, the space at the end of the line is removed;
//! otherwise it is text.
//!
//! [`write()`] writes UTF-8. UTF-7 is written as `format=flowed; delsp=yes`, and lines are broken and encoded in
//! one step: a reader gets back exactly the text that was written, including spaces at the ends of lines and the
//! form of quote marks. Linear time.

mod read;
#[cfg(feature = "to-utf7")]
mod utf7;
mod utf8;

pub use read::{Paragraph, Paragraphs, paragraphs, plain, unflow};
#[cfg(feature = "to-utf7")]
pub use utf7::flow;
pub use utf8::write;
