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
pub(crate) struct Passage<'b> {
    pub(super) units: &'b mut [u8],
    /// An empty block follows the last block.
    pub(super) blocks: &'b mut [Block],
    /// Room for the end of a text, after which the kernel reads further octets.
    copy: &'b mut [u8],
    pub(super) len: usize,
    pub(super) has_plus: bool,
}

/// The buffers of a passage.
pub(crate) struct Buffers<const UNITS: usize, const BLOCKS: usize, const COPY: usize> {
    units: [u8; UNITS],
    blocks: [Block; BLOCKS],
    copy: [u8; COPY],
}

/// Clearing the buffers takes longer than encoding a few words, so that short text has smaller buffers.
pub(crate) type Short = Buffers<{ units(SHORT) }, { blocks(SHORT) }, { SHORT + BEYOND }>;
pub(crate) type Long = Buffers<{ units(LONG) }, { blocks(LONG) }, { LONG + BEYOND }>;

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

impl<const UNITS: usize, const BLOCKS: usize, const COPY: usize> Buffers<UNITS, BLOCKS, COPY> {
    pub(crate) fn new() -> Self {
        Self { units: [0; _], blocks: [Block::default(); _], copy: [0; _] }
    }

    pub(crate) fn passage(&mut self) -> Passage<'_> {
        let Self { units, blocks, copy } = self;
        Passage { units, blocks, copy, len: 0, has_plus: false }
    }
}

impl Passage<'_> {
    /// Reads the start of `text`. Returns how many octets. A sequence that goes on after them, or whose end depends on what
    /// comes after them, is open.
    pub(crate) fn read<const IMAP: bool>(&mut self, level: Level, direct: &Direct, text: &[u8]) -> usize {
        let copy = std::mem::take(&mut self.copy);
        self.len = text.len().min(copy.len().saturating_sub(BEYOND));
        let text = match copy.split_at_mut_checked(text.len()) {
            Some((start, rest)) => {
                start.copy_from_slice(text);
                rest.fill(0);
                &*copy
            }
            None => text,
        };
        let read = kernel!(level, to_utf7::read<IMAP>(self, direct, text));
        self.copy = copy;
        read
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
        kernel!(level, to_utf7::write<IMAP>(self, text, from, room))
    }
}

/// Encodes units, most significant octet first, twelve at a time, as long as there are 16 or more. Linear time.
pub(crate) fn symbols<const IMAP: bool>(level: Level, units: &[u8], room: &mut [u8]) -> (usize, usize) {
    kernel!(level, to_utf7::twelves<IMAP>(units, room))
}
