//! Wraps lines at the width of the terminal. Other output is not wrapped.

use std::io::{self, IsTerminal};
use unicode_width::UnicodeWidthStr;

/// Returns the number of columns of the terminal, if standard output is a terminal.
pub(crate) fn columns() -> Option<usize> {
    io::stdout().is_terminal().then(terminal_size::terminal_size)?.map(|(width, _)| usize::from(width.0))
}

/// Wraps `text` to lines of at most `columns` columns. `used` is the number of columns that are already in use in
/// the first line. Each further line starts with `indent` blanks.
pub(crate) fn wrapped(text: &str, columns: Option<usize>, used: usize, indent: usize) -> String {
    let (mut wrapped, mut at) = (String::new(), used);
    for (n, word) in text.split(' ').enumerate() {
        if n > 0 && columns.is_some_and(|columns| at + 1 + word.width() > columns) {
            wrapped += &format!("\n{:indent$}", "");
            at = indent;
        } else if n > 0 {
            wrapped.push(' ');
            at += 1;
        }
        wrapped += word;
        at += word.width();
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_split() {
        assert_eq!(wrapped("a bc def", None, 9, 2), "a bc def");
        assert_eq!(wrapped("a bc def", Some(8), 0, 2), "a bc def");
        assert_eq!(wrapped("a bc def", Some(7), 0, 2), "a bc\n  def");
        assert_eq!(wrapped("a bc def", Some(4), 3, 1), "a\n bc\n def");
        assert_eq!(wrapped("longer x", Some(3), 0, 0), "longer\nx");
    }
}
