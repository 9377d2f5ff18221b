//! Header text that is restored to its form before it was garbled, piece by piece.
//!
//! Blanks, quotes and parentheses divide a text into pieces, which are read and written one by one. They are US-ASCII, and the
//! restored text has the same US-ASCII characters, or it is not used: the structure of a field never changes. Linear time.

use crate::span::Span;

/// A text that was restored.
pub(super) struct RestoredText {
    text: String,
    /// The offsets of each US-ASCII character in the buffer and in `text`.
    ascii: Vec<(usize, usize)>,
}

impl RestoredText {
    /// `text` as the original of `octets`, which start at `start` in their buffer. `None` if the US-ASCII characters of
    /// the two differ.
    pub(super) fn of(octets: &[u8], start: usize, text: String) -> Option<Self> {
        let ascii = |octets: &[u8]| -> Vec<(usize, u8)> {
            octets.iter().copied().enumerate().filter(|(_, octet)| octet.is_ascii()).collect()
        };
        let (old, new) = (ascii(octets), ascii(text.as_bytes()));
        let is_same = old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old.1 == new.1);
        let ascii = old.iter().zip(&new).map(|((old, _), (new, _))| (start + old, *new)).collect();
        is_same.then_some(Self { text, ascii })
    }

    /// The text in the place of `piece`, which begins and ends beside US-ASCII characters or at an end of the octets.
    pub(super) fn piece(&self, piece: Span) -> &str {
        let before = self.ascii.partition_point(|(at, _)| *at < piece.start);
        let after = self.ascii.partition_point(|(at, _)| *at < piece.end);
        let start = before.checked_sub(1).and_then(|last| self.ascii.get(last)).map_or(0, |(_, at)| at + 1);
        let end = self.ascii.get(after).map_or(self.text.len(), |(_, at)| *at);
        self.text.get(start..end).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_has_its_text() {
        let garbled = "GrÃ¶ÃŸe (schÃ¶n) Ã¤";
        let text = RestoredText::of(garbled.as_bytes(), 10, "Größe (schön) ä".into()).unwrap();
        let piece = |part: &str| {
            let start = 10 + garbled.find(part).unwrap();
            text.piece(Span::new(start, start + part.len()))
        };
        for (part, expected) in
            [("GrÃ¶ÃŸe", "Größe"), ("schÃ¶n", "schön"), ("(schÃ¶n)", "(schön)"), ("Ã¤", "ä")]
        {
            assert_eq!(piece(part), expected);
        }
    }

    #[test]
    fn a_text_with_other_us_ascii_characters_is_not_used() {
        for text in ["Groesse", "Gr(öße", "Gr öße"] {
            assert!(RestoredText::of("GrÃ¶ÃŸe".as_bytes(), 0, text.into()).is_none(), "{text}");
        }
    }
}
