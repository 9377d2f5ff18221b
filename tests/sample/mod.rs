//! A message that a conversion changes, the converted message, and options that replace files almost without a wait.

use mailutf::pipeline::ReplaceOptions;
use std::time::Duration;

pub(crate) const OLD: &str = "Content-Type: text/plain; charset=iso-8859-1\n\
                   Content-Transfer-Encoding: quoted-printable\n\ncaf=E9\n";
pub(crate) const NEW: &str = "Content-Type: text/plain; charset=utf-8\n\
                   Content-Transfer-Encoding: 8bit\n\ncaf\u{e9}\n";
pub(crate) const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

/// A program that another test is just starting has the open files of all tests until its `exec`. So an old file may seem
/// to be in use for a moment.
pub(crate) fn replace_options() -> ReplaceOptions {
    ReplaceOptions::default().with_patience(Duration::from_millis(200))
}
