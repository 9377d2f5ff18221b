//! Encodes the next words of a paragraph in UTF-7. The words of several lines are encoded together.
//!
//! A space is always direct, that is, written as itself, and it ends a shifted sequence. Therefore the UTF-7 has
//! the same spaces as the text. If the UTF-7 is cut after a space, then each part is the UTF-7 of one part of the
//! text. Linear time, and memory for some hundred octets in addition to a line.

use super::encode::EncodeOptions;
use super::line_break;

/// The number of octets of text that are encoded in one step.
const PIECE: usize = 512;

/// The UTF-7 of some words of the paragraph. The lines are cut from this UTF-7, one after the other.
#[derive(Default)]
pub(super) struct Words {
    /// Offsets in the paragraph: the octets that are not yet taken encode the text from `start` to `end`. `end` is
    /// directly after a space, or at the end of the paragraph.
    start: usize,
    end: usize,
    octets: Vec<u8>,
    taken: usize,
}

impl Words {
    /// Encodes the words from `start` on, until there are more than `columns` octets or the paragraph ends. Returns
    /// `None` if this would hardly help, because there are few spaces, lines can be broken elsewhere than at
    /// spaces, or the text at `start` was already encoded but not taken.
    pub(super) fn encode(
        &mut self,
        start: usize,
        paragraph: &str,
        columns: usize,
        encoder: EncodeOptions,
    ) -> Option<()> {
        if start != self.start {
            if start < self.end {
                return None;
            }
            self.octets.clear();
            (self.start, self.end, self.taken) = (start, start, 0);
        }
        while self.octets.len() - self.taken <= columns && self.end < paragraph.len() {
            let rest = paragraph.get(self.end..).filter(|rest| !line_break::is_ideographic(rest))?;
            let length = match rest.as_bytes().get(..PIECE) {
                Some(piece) => memchr::memrchr(b' ', piece)? + 1,
                None => rest.len(),
            };
            self.octets.drain(..self.taken);
            self.taken = 0;
            self.octets.reserve(2 * length);
            encoder.append(rest.get(..length)?, &mut self.octets);
            self.end += length;
        }
        Some(())
    }

    /// The octets that were encoded and not yet taken.
    pub(super) fn octets(&self) -> &[u8] {
        self.octets.get(self.taken..).unwrap_or_default()
    }

    /// Takes the first `octets` of the octets that are not yet taken. They encode the text up to `end`.
    pub(super) fn take(&mut self, octets: usize, end: usize) {
        (self.start, self.taken) = (end, self.taken + octets);
    }
}
