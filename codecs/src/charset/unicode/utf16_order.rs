//! Finds the byte order of UTF-16 by the text itself instead of the label.
//!
//! RFC 2781 section 4.3 says that text labelled `UTF-16` without a byte order mark is big-endian, but much mail with
//! this label is little-endian. The decoders follow the RFC; a tolerant caller calls this first. Linear time.

use crate::charset::identity::Charset;

/// The byte order that `octets` show, as [`Charset::UTF_16BE`] or [`Charset::UTF_16LE`]; `None` if they show neither.
///
/// A byte order mark decides. Otherwise units that are blanks or line ends in one order are counted against those
/// in the other order; read in the wrong order they would be U+2000, U+0900, U+0A00 and U+0D00, which are very
/// rare. Without blanks and line ends, the units that are other ASCII in one order must be more than half of all
/// units, and at least two, because in the other order they are characters such as U+4E00, which are frequent in
/// Chinese. Linear time.
///
/// ```
/// use mailutf_codecs::charset::{Charset, utf16_order};
/// assert_eq!(utf16_order(b"H\0i\0 \0M\0o\0m\0"), Some(Charset::UTF_16LE));
/// assert_eq!(utf16_order(b"\xfe\xff\x4e\0"), Some(Charset::UTF_16BE));
/// assert_eq!(utf16_order(b"\x4e\0\x4e\x8c\x4e\x09"), None);
/// ```
pub fn utf16_order(octets: &[u8]) -> Option<Charset> {
    match octets {
        [0xFE, 0xFF, ..] => Some(Charset::UTF_16BE),
        [0xFF, 0xFE, ..] => Some(Charset::UTF_16LE),
        _ => by_votes(octets).map(|(charset, _)| charset),
    }
}

/// The byte order that the units show, and the number of units that show it.
pub fn by_votes(octets: &[u8]) -> Option<(Charset, usize)> {
    let (units, _) = octets.as_chunks::<2>();
    let (mut big, mut little) = (Votes::default(), Votes::default());
    for unit in units {
        match *unit {
            [0, octet] => big.count(octet),
            [octet, 0] => little.count(octet),
            _ => {}
        }
    }
    let half = units.len() / 2;
    let (winner, charset) = if (big.blank, big.graphic) > (little.blank, little.graphic) {
        (big, Charset::UTF_16BE)
    } else {
        (little, Charset::UTF_16LE)
    };
    let shown =
        if big.blank + little.blank > 0 { big.blank != little.blank } else { winner.graphic > half.max(1) };
    shown.then_some((charset, winner.blank + winner.graphic))
}

/// The number of units that are ASCII in one order.
#[derive(Clone, Copy, Default)]
struct Votes {
    /// Space, tab, CR, LF.
    blank: usize,
    graphic: usize,
}

impl Votes {
    fn count(&mut self, octet: u8) {
        match octet {
            b' ' | b'\t' | b'\r' | b'\n' => self.blank += 1,
            0x21..=0x7E => self.graphic += 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> (Option<Charset>, Option<Charset>) {
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        (utf16_order(&big), utf16_order(&little))
    }

    #[test]
    fn ascii_blanks_and_line_ends_show_the_order() {
        let shown = (Some(Charset::UTF_16BE), Some(Charset::UTF_16LE));
        for text in ["Hello", "Hi", "Привет, мир", "日本語\r\n", "最开一 一开最\n", "\u{FEFF}一"]
        {
            assert_eq!(both(text), shown, "{text}");
        }
    }

    #[test]
    fn texts_that_show_no_order() {
        for text in ["", "一", "日本語", "一二三四五六", "Ж", "A", "\0\0\0"] {
            assert_eq!(both(text), (None, None), "{text}");
        }
        assert_eq!(utf16_order(b" "), None);
        assert_eq!(utf16_order(b"\0 \x20\0"), None);
    }
}
