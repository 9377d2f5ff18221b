//! Encodes UTF-8 as UTF-7 (RFC 2152) and as the modified UTF-7 of IMAP (RFC 3501 section 5.1.3), by way of UTF-16.
//!
//! First, the kernel computes the units of some hundred octets. It also computes the starts and ends of the shifted
//! sequences, and the number of units before each of them. Then each sequence is encoded by itself, 12 units to 32
//! symbols at a time. The direct characters between the sequences, that is, the characters that are written as
//! themselves, are copied.

use super::base64::to_symbols_32;
use super::utf16::{Units, order_of};
use crate::kernels::to_utf7::{Block, Direct, Passage};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};
use std::ops::Range;
use std::slice::Iter;

/// For each value of the upper four bits of an octet, the bit that stands for it in an element of an `AsciiSet`; 0 for
/// octets above 127.
const LOW_BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Implements [`Passage::read`].
#[inline(always)]
pub(in crate::kernels) fn read<S: Simd, const IMAP: bool>(
    simd: S,
    passage: &mut Passage<'_>,
    direct: &Direct,
    text: &[u8],
) -> usize {
    passage.blocks::<S, IMAP>(simd, direct, text);
    passage.len
}

/// Implements [`Passage::write`].
#[inline(always)]
pub(in crate::kernels) fn write<S: Simd, const IMAP: bool>(
    simd: S,
    passage: &Passage<'_>,
    text: &[u8],
    from: usize,
    room: &mut [u8],
) -> (usize, usize) {
    passage.sequences::<S, IMAP>(simd, text, from, room)
}

impl Block {
    /// The number of units before an octet.
    #[inline(always)]
    fn units_before(&self, octet: usize) -> usize {
        self.before + (self.units & ((1 << (octet % 64)) - 1)).count_ones() as usize
    }
}

impl Passage<'_> {
    #[inline(always)]
    fn blocks<S: Simd, const IMAP: bool>(&mut self, simd: S, direct: &Direct, text: &[u8]) {
        let table = |table| u8x64::block_splat(u8x16::load_array_ref(simd, table));
        let (plain, symbols, bits) = (table(&direct.plain), table(&direct.symbols), table(&LOW_BITS));
        let order = order_of(simd, true);
        let (mut units, mut written) = (Units::default(), 0);
        let mut shifted_before = 0;
        self.has_plus = false;
        for (number, block) in self.blocks.iter_mut().enumerate() {
            let start = 64 * number;
            let left = self.len.saturating_sub(start).min(64);
            let text_bits = 1_u64.checked_shl(left as u32).unwrap_or(0).wrapping_sub(1);
            *block = Block { before: written / 2, open: !text_bits, ..Block::default() };
            let mut shifted = 0;
            if left > 0
                && let Some(octets) = text.get(start..).and_then(<[u8]>::first_chunk)
                && let Some(room) = self.units.get_mut(written..).and_then(<[u8]>::first_chunk_mut)
                && let Some(made) = units.of_block(simd, text, start, order, room)
            {
                (block.units, written) = (made.0, written + made.1);
                let octets = u8x64::load_array_ref(simd, octets);
                let bit = bits.swizzle_dyn_within_blocks(octets >> 4);
                let is_in = |set: u8x64<S>| {
                    (set.swizzle_dyn_within_blocks(octets & 15) & bit).simd_ne(0).to_bitmask()
                };
                let plus = octets.simd_eq(if IMAP { b'&' } else { b'+' }).to_bitmask() & text_bits;
                block.symbols = is_in(symbols) & text_bits;
                shifted = !(is_in(plain) | block.symbols | plus) & text_bits;
                if !IMAP {
                    block.open |= shifted | plus;
                }
                self.has_plus |= plus != 0;
            }
            let before = shifted << 1 | shifted_before;
            (block.starts, block.ends) = (shifted & !before, before & !shifted);
            shifted_before = shifted >> 63;
            if left < 64 {
                break;
            }
        }
        if !IMAP {
            self.find_open();
        }
    }

    /// Marks the octets before which a sequence is open. A sequence is open if the text after it, up to the next
    /// sequence, the next `+` or the end of the passage, has neither a character of [`Direct::plain`] nor three
    /// characters of [`Direct::symbols`] in a row.
    fn find_open(&mut self) {
        let mut next = Block { open: u64::MAX, ..Block::default() };
        for block in self.blocks.iter_mut().take(self.len / 64 + 1).rev() {
            let after = |bits: u64, of_next: u64, by: u32| bits >> by | of_next << (64 - by);
            let (open, symbols) = (block.open, block.symbols);
            let second = after(open, next.open, 1) & symbols;
            let third = after(open, next.open, 2) & symbols & after(symbols, next.symbols, 1);
            next = *block;
            block.open |= second | third;
        }
    }

    #[inline(always)]
    fn sequences<S: Simd, const IMAP: bool>(
        &self,
        simd: S,
        text: &[u8],
        from: usize,
        room: &mut [u8],
    ) -> (usize, usize) {
        let (mut read, mut written) = (from, 0);
        let mut starts = Bits::new(self.blocks, self.len, from, |block| block.starts);
        let mut ends = Bits::new(self.blocks, self.len, from + 1, |block| block.ends);
        loop {
            let start = starts.next().unwrap_or(self.len);
            let Some(after) = self.direct::<S, IMAP>(simd, text, read..start, room, written) else { break };
            (read, written) = (start, after);
            let Some(end) = ends.next().filter(|_| start < self.len) else { break };
            let Some(after) = self.sequence::<S, IMAP>(simd, start, end, room, written) else { break };
            (read, written) = (end, after);
        }
        (read, written)
    }

    /// Copies the direct characters in `range`. Returns the end of the output; `None` if there is no room.
    #[inline(always)]
    fn direct<S: Simd, const IMAP: bool>(
        &self,
        simd: S,
        text: &[u8],
        range: Range<usize>,
        room: &mut [u8],
        written: usize,
    ) -> Option<usize> {
        let len = range.len();
        if self.has_plus {
            return copy_with_escapes::<IMAP>(text.get(range)?, room, written);
        }
        if range.start + len + 80 > text.len() {
            room.get_mut(written..written + len)?.copy_from_slice(text.get(range)?);
            return Some(written + len);
        }
        let (from, to) = (text.get(range.start..)?, room.get_mut(written..)?);
        // The first 16 octets are copied by themselves, because most stretches of direct characters are not longer.
        *to.first_chunk_mut::<16>()? = *from.first_chunk()?;
        let mut at = 16;
        while at < len {
            let octets = u8x64::load_array_ref(simd, from.get(at..)?.first_chunk()?);
            octets.store_array(to.get_mut(at..)?.first_chunk_mut()?);
            at += 64;
        }
        Some(written + len)
    }

    /// Encodes a shifted sequence. Returns the end of the output; `None` if the sequence is open, or if there is no
    /// room.
    #[inline(always)]
    fn sequence<S: Simd, const IMAP: bool>(
        &self,
        simd: S,
        start: usize,
        end: usize,
        room: &mut [u8],
        mut written: usize,
    ) -> Option<usize> {
        let (first, last) = (self.blocks.get(start / 64)?, self.blocks.get(end / 64)?);
        if last.open >> (end % 64) & 1 == 1 {
            return None;
        }
        *room.get_mut(written)? = if IMAP { b'&' } else { b'+' };
        written += 1;
        let mut at = first.units_before(start);
        let mut left = last.units_before(end) - at;
        let symbols = (8 * left).div_ceil(3);
        let mut place = written;
        // The last symbol is filled up with the first bits of the next unit. These bits are zero, because the next
        // unit is US-ASCII.
        loop {
            let units = self.units.get(2 * at..)?.first_chunk()?;
            to_symbols_32::<S, IMAP>(simd, units).store_array(room.get_mut(place..)?.first_chunk_mut()?);
            if left <= 12 {
                break;
            }
            (at, left, place) = (at + 12, left - 12, place + 32);
        }
        written += symbols;
        *room.get_mut(written)? = b'-';
        Some(written + if IMAP { 1 } else { (last.symbols >> (end % 64) & 1) as usize })
    }
}

/// Copies direct characters one by one, and writes `+` as `+-` (in the modified UTF-7 of IMAP, `&` as `&-`).
#[cold]
fn copy_with_escapes<const IMAP: bool>(direct: &[u8], room: &mut [u8], mut written: usize) -> Option<usize> {
    for octet in direct {
        let place: &mut [u8; 2] = room.get_mut(written..)?.first_chunk_mut()?;
        *place = [*octet, b'-'];
        written += 1 + usize::from(*octet == if IMAP { b'&' } else { b'+' });
    }
    Some(written)
}

/// An iterator over the places of the bits that are set in the blocks of a passage. `of` chooses the bits
/// of a block.
struct Bits<'p, F> {
    blocks: Iter<'p, Block>,
    of: F,
    bits: u64,
    /// The start of the block after the block of `bits`.
    next: usize,
}

impl<'p, F: Fn(&Block) -> u64> Bits<'p, F> {
    #[inline(always)]
    fn new(blocks: &'p [Block], len: usize, from: usize, of: F) -> Self {
        let blocks = blocks.get(..len / 64 + 1).unwrap_or_default();
        let mut blocks = blocks.get(from / 64..).unwrap_or_default().iter();
        let bits = blocks.next().map_or(0, |block| of(block) >> (from % 64) << (from % 64));
        Self { blocks, of, bits, next: (from / 64 + 1) * 64 }
    }

    /// Returns the place of the next bit that is set.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.bits = (self.of)(self.blocks.next()?);
            self.next += 64;
        }
        let at = self.next - 64 + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

#[inline(always)]
pub(in crate::kernels) fn twelves<S: Simd, const IMAP: bool>(
    simd: S,
    units: &[u8],
    room: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(units) = units.get(read..).and_then(<[u8]>::first_chunk)
        && let Some(room) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut)
    {
        to_symbols_32::<S, IMAP>(simd, units).store_array(room);
        (read, written) = (read + 24, written + 32);
    }
    (read, written)
}
