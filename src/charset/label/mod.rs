//! Labels: which charset a name found in mail means.
//!
//! Names come from the IANA registry, the WHATWG encoding standard, Python, Java, ICU, glibc and Windows, and
//! from mail that is wrong in a known way; `tools/labels.py` writes the table and names the sources. Where mail uses a
//! label for more than the charset of that name (`iso-8859-1` for windows-1252), the answer is the wider
//! charset, and [`Label::exceeded_by`] tells whether a text needs it. Refused: `unknown-8bit`, `x-unknown`,
//! `default`, `x-user-defined` and their like, which name nothing. A look-up is a binary search; a label
//! longer than 64 octets names nothing.

mod alias;
mod declared_subset;
mod lookup;
mod meaning;
mod table;

pub use alias::{Alias, Label, Source};
