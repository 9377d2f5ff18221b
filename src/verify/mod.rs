//! A second opinion: `mail-parser`, which shares no code with mailutf, reads each rewritten message again.
//!
//! It must find the same header fields with the same number of addresses; the same parts, media types and nesting; the same
//! octets in attachments; and the same text in each body whose charset, as the label or the findings name it, `mail-parser`
//! decodes as mail uses it. Each body that was written in quoted-printable is also decoded by the crate `quoted_printable`.
//!
//! Only octets that a plan may change are verified: the rest of a large attachment that no edit touches is left out of
//! both messages.
//!
//! `mail-parser` 0.11 is fast and reads nearly all mail correctly, but it takes quadratic time on some input
//! and recurses on other; such input is not passed to it. Its documentation says that it never panics; a
//! panic would be caught here.

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
