//! A second opinion: `mail-parser`, which shares no code with mailutf, reads each rewritten message again
//! (feature `verify`).
//!
//! `mail-parser` must find the same header fields with the same number of addresses; the same parts, media types and
//! nesting; and the same octets in attachments. It must also find the same text in each body whose charset is in a
//! fixed list of charsets that `mail-parser` decodes as mail programs do (`same_text.rs`). The charset of a body is
//! the one that the label or the findings name. Each body that was written in quoted-printable is also decoded by
//! the crate `quoted_printable`.
//!
//! [`verify`] compares the whole messages. The pipeline compares shortened messages: most of each large attachment
//! that no edit touches, most of each text that keeps its label, and most header fields are left out of both.
//!
//! `mail-parser` 0.11 is fast and reads nearly all mail correctly, but it takes quadratic time on some input and
//! recurses deeply on other input. Such input is not passed to `mail-parser`. Its documentation says that it never
//! panics; if it did, this module would catch the panic.

mod bounds;
mod compare;
mod decided;
mod outline;
mod quoted_printable;
mod same_text;
mod shortened;

pub(crate) use compare::verify_edits;
pub use compare::{Verdict, verify};
pub(crate) use decided::is_decision;
