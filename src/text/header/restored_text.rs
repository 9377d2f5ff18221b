//! Header text that is restored, piece by piece, to its form before it was garbled.
//!
//! Blanks, quotes and parentheses divide a text into pieces, which are read and written one by one. These dividing
//! characters are US-ASCII characters. The restored text is used only if it has the same US-ASCII characters as the
//! garbled text. So the structure of a field never changes. All functions take linear time.

use crate::span::Span;

/// A text that was restored.
pub(super) struct RestoredText {
    text: String,
    /// For each US-ASCII character, its offset in the buffer and its offset in `text`.
    ascii: Vec<(usize, usize)>,
}

impl RestoredText {
    /// Takes `text` as the original of `octets`, which start at `start` in their buffer. Returns `None` if `text` and
    /// `octets` do not have the same US-ASCII characters.
    pub(super) fn of(octets: &[u8], start: usize, text: String) -> Option<Self> {
        let ascii = |octets: &[u8]| -> Vec<(usize, u8)> {
            octets.iter().copied().enumerate().filter(|(_, octet)| octet.is_ascii()).collect()
        };
        let (old, new) = (ascii(octets), ascii(text.as_bytes()));
        let is_same = old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old.1 == new.1);
        let ascii = old.iter().zip(&new).map(|((old, _), (new, _))| (start + old, *new)).collect();
        is_same.then_some(Self { text, ascii })
    }

    /// Returns the restored text of `piece`. Each end of the piece must be next to a US-ASCII character, or at an
    /// end of the octets from which the text was restored.
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
