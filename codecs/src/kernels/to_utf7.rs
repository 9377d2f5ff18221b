//! Encodes UTF-8 as UTF-7 (RFC 2152) and as the modified UTF-7 of IMAP (RFC 3501 section 5.1.3).

use super::{Level, kernel};

/// The maximum lengths in octets of a short and of a long passage of text.
pub(crate) const SHORT: usize = 128;
pub(crate) const LONG: usize = 512;

/// The number of octets that a kernel reads after the end of a passage.
pub(super) const BEYOND: usize = 66;

/// The size of the buffer for the output of a passage of at most `octets` octets. It suffices for usual text, and
/// for the octets that the last vector writes after the output.
pub(crate) const fn room(octets: usize) -> usize {
    2 * octets + 64
}

/// These functions return the sizes of the buffers for a passage of at most `octets` octets.
const fn blocks(octets: usize) -> usize {
    octets / 64 + 1
}

const fn units(octets: usize) -> usize {
    2 * octets + 192
}

/// A set of US-ASCII octets. It has an element for each value of the lower four bits of an octet. In this element,
/// there is one bit for each value of the upper four bits.
pub(crate) type AsciiSet = [u8; 16];

/// The characters that are written directly, that is, as themselves.
#[derive(Debug)]
pub(crate) struct Direct {
    /// The characters before which a shifted sequence ends without a `-`.
    pub(crate) plain: AsciiSet,
    /// The characters before which a shifted sequence needs a `-`.
    pub(crate) symbols: AsciiSet,
}

/// A passage of text as UTF-16 units, with the places of its shifted sequences.
pub(crate) struct Passage<'b> {
    pub(super) units: &'b mut [u8],
    /// The blocks of the passage, and an empty block after the last one.
    pub(super) blocks: &'b mut [Block],
    /// A copy of the end of a text. It has room for the octets that the kernel reads after the end.
    copy: &'b mut [u8],
    pub(super) len: usize,
    pub(super) has_plus: bool,
}

/// The buffers for a passage.
pub(crate) struct Buffers<const UNITS: usize, const BLOCKS: usize, const COPY: usize> {
    units: [u8; UNITS],
    blocks: [Block; BLOCKS],
    copy: [u8; COPY],
}

/// Short text has smaller buffers, because clearing large buffers takes longer than encoding a few words.
pub(crate) type Short = Buffers<{ units(SHORT) }, { blocks(SHORT) }, { SHORT + BEYOND }>;
pub(crate) type Long = Buffers<{ units(LONG) }, { blocks(LONG) }, { LONG + BEYOND }>;

/// Facts about 64 octets, as one bit for each octet.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    /// `starts` has the octets that start a shifted sequence, and `ends` has the octets directly after a sequence.
    /// `symbols` has the characters in [`Direct::symbols`].
    pub(super) starts: u64,
    pub(super) ends: u64,
    pub(super) symbols: u64,
    /// The octets before which a sequence does not certainly end. In the shortest form, a sequence before such an
    /// octet can go on through this octet.
    pub(super) open: u64,
    /// `units` has the octets for which there is a UTF-16 unit, and `before` is the number of units
    /// before the block.
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
    /// Reads the start of `text`. Returns the number of octets that were read. A sequence is *open* if its end is not
    /// certain: it can go on after these octets or, in the shortest form, through the characters after it to the next
    /// sequence or `+`.
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

    /// Encodes text from the offset `from` on. This offset must not be within a shifted sequence. Stops before an
    /// open sequence, or when there is no more room. Returns the offset at which it stops, and the number of
    /// octets that it has written.
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

/// Encodes units, most significant octet first, twelve units at a time. Stops when fewer than 16 units are left, or
/// when there is no more room. Returns the number of octets read and the number of symbols written. Linear time.
pub(crate) fn symbols<const IMAP: bool>(level: Level, units: &[u8], room: &mut [u8]) -> (usize, usize) {
    kernel!(level, to_utf7::twelves<IMAP>(units, room))
}
