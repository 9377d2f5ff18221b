//! Guarantee G22 (docs/guarantees.md): escapes text that comes from mail or names of files, so that it cannot
//! deceive a person who reads it on a terminal.
//!
//! [`is_deceptive`](mailutf::plain::is_deceptive) tells which characters are unsafe on a terminal.

use mailutf::plain::escaped;
use std::borrow::Cow;
use std::fmt::{self, Display};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Displays octets as text. Ill-formed octets are written as `\xNN`, and unsafe characters as `\n`, `\r`, `\t` or
/// `\u{N}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escaped<'t>(pub(crate) &'t [u8]);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(&escaped(chunk.valid(), &[]))?;
            chunk.invalid().iter().try_for_each(|octet| write!(f, "\\x{octet:02X}"))?;
        }
        Ok(())
    }
}

/// Displays octets like [`Escaped`], but keeps tabs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EscapedButTabs<'t>(pub(crate) &'t [u8]);

impl Display for EscapedButTabs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, piece) in self.0.split(|octet| *octet == b'\t').enumerate() {
            write!(f, "{}{}", if number > 0 { "\t" } else { "" }, Escaped(piece))?;
        }
        Ok(())
    }
}

/// Returns the start of `text` that fits into `columns`. If text is cut off, an ellipsis takes its place.
pub(crate) fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    if text.width() <= columns {
        return Cow::Borrowed(text);
    }
    let (mut end, mut width) = (0, 0);
    for (at, character) in text.char_indices() {
        width += character.width().unwrap_or_default();
        if width >= columns {
            break;
        }
        end = at + character.len_utf8();
    }
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_text_fits() {
        assert_eq!(cut("", 0), "");
        assert_eq!(cut("größer", 6), "größer");
        assert_eq!(cut("größer", 5), "größ…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("e\u{301}te\u{301}s", 3), "e\u{301}t…");
        for columns in 1..8 {
            assert!(cut("a日b本c語", columns).width() <= columns);
        }
    }

    #[test]
    fn unsafe_characters_are_escaped() {
        let shown = |text: &[u8]| Escaped(text).to_string();
        assert_eq!(shown("Grüße 日本".as_bytes()), "Grüße 日本");
        assert_eq!(shown(b"a\x1b[2Jb\r\n\t\x7f\xff"), r"a\u{1b}[2Jb\r\n\t\u{7f}\xFF");
        assert_eq!(shown("txt.\u{202e}exe\u{9b}1m\u{2028}".as_bytes()), r"txt.\u{202e}exe\u{9b}1m\u{2028}");
    }
}
