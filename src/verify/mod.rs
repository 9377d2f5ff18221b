//! A second opinion: `mail-parser`, which shares no code with us, re-reads what we wrote (guarantee G4).
//!
//! It must find the same header fields, the same number of addresses in them, the same parts of the same
//! types in the same nesting, attachments with the same octets, and text with the same characters wherever it
//! reads the charset of the label as mail means it.
//!
//! `mail-parser` 0.11 is fast and reads nearly all mail right, but it is quadratic on some input and
//! recursive on other, so what is not safe for it is not shown to it. And it never panics, says its
//! documentation; should it do so all the same, the panic stops here.

mod bounds;
mod compare;
mod outline;

pub use compare::{Verdict, verify};
