//! UTF-8 to UTF-7 (RFC 2152) and the modified UTF-7 of IMAP (RFC 3501 section 5.1.3).

use super::{Level, kernel};

/// The maximum length in octets of a short passage of text, and of a long one.
pub(crate) const SHORT: usize = 128;
pub(crate) const LONG: usize = 512;

/// Octets that a kernel reads past the end of a passage.
pub(super) const BEYOND: usize = 66;

/// Room for the usual output of a passage of at most `octets`, and for the octets that the last vector writes after it.
pub(crate) const fn room(octets: usize) -> usize {
    2 * octets + 64
}

/// The sizes of the buffers of a passage of at most `octets`.
const fn blocks(octets: usize) -> usize {
    octets / 64 + 1
}

const fn units(octets: usize) -> usize {
    2 * octets + 192
}

/// A set of US-ASCII octets: for each lower half of an octet, one bit for each upper half.
pub(crate) type AsciiSet = [u8; 16];

/// The direct characters.
#[derive(Debug)]
pub(crate) struct Direct {
    /// The characters before which a shifted sequence ends by itself.
    pub(crate) plain: AsciiSet,
    /// The characters before which it needs a `-`.
    pub(crate) symbols: AsciiSet,
}

/// A passage of text as UTF-16 units, and the places of its shifted sequences.
pub(crate) struct Passage<const UNITS: usize, const BLOCKS: usize, const COPY: usize> {
    pub(super) units: [u8; UNITS],
    /// An empty block follows the last block.
    pub(super) blocks: [Block; BLOCKS],
    pub(super) len: usize,
    pub(super) has_plus: bool,
}

/// Clearing the buffers takes longer than encoding a few words, so that short text has smaller buffers.
pub(crate) type Short = Passage<{ units(SHORT) }, { blocks(SHORT) }, { SHORT + BEYOND }>;
pub(crate) type Long = Passage<{ units(LONG) }, { blocks(LONG) }, { LONG + BEYOND }>;

/// Bits for 64 octets.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    /// Octets that start a shifted sequence, and those directly after one.
    pub(super) starts: u64,
    pub(super) ends: u64,
    pub(super) symbols: u64,
    /// Octets before which a sequence need not have ended.
    pub(super) open: u64,
    /// Octets that have a unit, and the number of units before the block.
    pub(super) units: u64,
    pub(super) before: usize,
}

impl<const UNITS: usize, const BLOCKS: usize, const COPY: usize> Passage<UNITS, BLOCKS, COPY> {
    pub(crate) fn new() -> Self {
        Self { units: [0; _], blocks: [Block::default(); _], len: 0, has_plus: false }
    }

    /// Reads the start of `text`. Returns how many octets. A sequence that goes on after them, or whose end depends on what
    /// comes after them, is open.
    pub(crate) fn read<const IMAP: bool>(&mut self, level: Level, direct: &Direct, text: &[u8]) -> usize {
        self.len = text.len().min(COPY - BEYOND);
        let mut end = [0; COPY];
        if let Some(place) = end.get_mut(..text.len()) {
            place.copy_from_slice(text);
            kernel!(level, to_utf7::read < IMAP, UNITS, BLOCKS, COPY > (self, direct, &end))
        } else {
            kernel!(level, to_utf7::read < IMAP, UNITS, BLOCKS, COPY > (self, direct, text))
        }
    }

    /// Encodes from `from` on, where no sequence is open. Stops before a sequence that is open, or when there is no more
    /// room. Returns where it stops, and how many octets it has written.
    pub(crate) fn write<const IMAP: bool>(
        &self,
        level: Level,
        text: &[u8],
        from: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        kernel!(level, to_utf7::write < IMAP, UNITS, BLOCKS, COPY > (self, text, from, room))
    }
}

/// Encodes units, most significant octet first, twelve at a time, as long as there are 16 or more. Linear time.
pub(crate) fn symbols<const IMAP: bool>(level: Level, units: &[u8], room: &mut [u8]) -> (usize, usize) {
    kernel!(level, to_utf7::twelves<IMAP>(units, room))
}
