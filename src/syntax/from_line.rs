//! `From ` lines of mbox files (RFC 4155 appendix A, and what thirty years of programs wrote).

use crate::span::Span;

/// A separator line of an mbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FromLine {
    /// The envelope sender.
    pub sender: Span,
    /// The date, as written.
    pub date: Span,
}

/// Reads `line` (without its line end) as a `From ` line: the word, a sender, a date with a time and a year.
pub fn from_line(line: &[u8]) -> Option<FromLine> {
    line.starts_with(b"From ").then(|| FromLine { sender: Span::at(5), date: Span::at(line.len()) })
}
