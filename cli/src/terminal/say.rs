//! Prints lines to standard error.

use crate::terminal::style::{self, Paint};
use anstyle::Style;
use std::io::{self, Write};

/// Prints a line to standard error.
pub(crate) fn say(line: &str) {
    say_in(style::HEADING, line);
}

/// Prints a line to standard error. The line starts with the name of the program in `style`.
pub(crate) fn say_in(style: Style, line: &str) {
    let start = Paint::errors().paint(style, "mailutf:");
    // An error is ignored: if there is no standard error, nobody can read the line.
    let _ = writeln!(io::stderr(), "{start} {line}");
}
