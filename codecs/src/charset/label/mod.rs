//! Labels: the names that mail gives to charsets, and the charsets that mail means by these names.
//!
//! The names come from the IANA registry, the WHATWG encoding standard, Python, Java, ICU, glibc and Windows, and
//! from known errors in mail. `tools/labels.py` writes the table and names the sources.
//!
//! If mail uses a label for a superset of the charset that the label names (`iso-8859-1` for windows-1252), then
//! the label is read as the superset. [`Label::exceeded_by`] tells whether a text needs the superset.
//! `unknown-8bit`, `x-unknown`, `default`, `x-user-defined` and the like name no charset. A label longer than 64
//! octets names no charset either. The time of a look-up is linear in the length of the label.

mod alias;
mod declared_subset;
mod lookup;
mod meaning;
mod names;
mod table;
mod unsupported;

pub use alias::{Alias, Label, Source};
pub use unsupported::is_unsupported;
