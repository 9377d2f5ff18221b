//! Labels: the names that mail gives to charsets, and the charsets that it means by them.
//!
//! Names come from the IANA registry, the WHATWG encoding standard, Python, Java, ICU, glibc and Windows, and
//! from known errors in mail; `tools/labels.py` writes the table and names the sources. If mail uses a label for a
//! superset of the charset that it names (`iso-8859-1` for windows-1252), the label is read as the superset, and
//! [`Label::exceeded_by`] tells whether a text needs it. `unknown-8bit`, `x-unknown`, `default`, `x-user-defined` and
//! the like name no charset, nor does a label longer than 64 octets. A look-up is linear in the label.

mod alias;
mod declared_subset;
mod lookup;
mod meaning;
mod names;
mod table;
mod unsupported;

pub use alias::{Alias, Label, Source};
pub use unsupported::is_unsupported;
