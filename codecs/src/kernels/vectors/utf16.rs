//! Decodes UTF-16 to UTF-8, 32 units at a time, and encodes UTF-8 as UTF-16, 64 octets at a time.
//!
//! In decoding, the first unit of a surrogate pair becomes all octets of the character, and the second unit becomes
//! none.
//!
//! In encoding, a unit is made for each octet, from this octet and the two octets after it. Only the units of
//! octets that start a character are kept. In a character of four octets, the unit of the second octet is kept too:
//! it is the second unit of the surrogate pair.

use super::compress::append;
use super::utf8;
use crate::kernels::utf16::{ROOM, UNITS_ROOM};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x16, u8x64, u16x32};

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(
    simd: S,
    encoded: &[u8],
    big_endian: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    let swapped = u8x64::block_splat(u8x16::load_array_ref(simd, &SWAPPED));
    let (mut read, mut written) = (0, 0);
    // 1 if the first unit of a block is the second unit of a surrogate pair, 0 otherwise.
    let mut paired = 0;
    loop {
        let ahead = |by: usize| {
            let octets = u8x64::load_array_ref(simd, encoded.get(read + by..)?.first_chunk()?);
            let ordered = if big_endian { octets.swizzle_dyn_within_blocks(swapped) } else { octets };
            Some(ordered.bitcast::<u16x32<S>>())
        };
        let (Some(units), Some(next)) = (ahead(0), ahead(2)) else { break };
        let Some(room) = octets.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
        let kind = units & 0xFC00;
        let (firsts, seconds) = (kind.simd_eq(0xD800).to_bitmask(), kind.simd_eq(0xDC00).to_bitmask());
        if seconds != firsts << 1 & 0xFFFF_FFFF | paired {
            break;
        }
        paired = firsts >> 31;
        written += if firsts | seconds != 0 {
            characters(simd, units, Some(next), room)
        } else if units.simd_ge(0x800).any_true() {
            characters(simd, units, None, room)
        } else {
            utf8::up_to_two(simd, units, room)
        };
        read += 64;
    }
    // The last block ends within a surrogate pair, and the second unit of the pair has not been read. Therefore the
    // pair does not count as read or written.
    if paired == 1 { (read - 2, written - 4) } else { (read, written) }
}

/// Writes the units of `text`. With `to_ascii`, stops after the first block of US-ASCII.
#[inline(always)]
pub(in crate::kernels) fn to_units<S: Simd>(
    simd: S,
    text: &[u8],
    big_endian: bool,
    to_ascii: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    let order = order_of(simd, big_endian);
    let (mut units, mut read, mut written, mut ascii) = (Units::default(), 0, 0, false);
    while let Some(room) = octets.get_mut(written..).and_then(<[u8]>::first_chunk_mut).filter(|_| !ascii)
        && let Some((_, more)) = units.of_block(simd, text, read, order, room)
    {
        (read, written) = (read + 64, written + more);
        // In a block of US-ASCII, each of the 64 octets becomes a unit of two octets.
        ascii = to_ascii && more == 128;
    }
    if units.divided == 1 {
        return (read - 1, written - 2);
    }
    let rest = text.get(read..).unwrap_or_default();
    (read + rest.iter().take_while(|octet| matches!(octet, 0x80..0xC0)).count(), written)
}

/// For each octet of the output, the place in little-endian units from which it is taken. The places give the byte
/// order that `big_endian` selects.
#[inline(always)]
pub(super) fn order_of<S: Simd>(simd: S, big_endian: bool) -> u8x64<S> {
    u8x64::block_splat(u8x16::load_array_ref(simd, if big_endian { &SWAPPED } else { &UNCHANGED }))
}

/// Makes the units of a text, block by block.
#[derive(Default)]
pub(super) struct Units {
    /// 1 if the last octet of the previous block is the first octet of a character of four octets, 0 otherwise.
    divided: u64,
}

impl Units {
    /// Writes the units of 64 octets from `at` on. Returns the bits of the octets that have a unit, and the number
    /// of octets that were written. Returns `None` if too few octets follow the 64 octets.
    #[inline(always)]
    pub(super) fn of_block<S: Simd>(
        &mut self,
        simd: S,
        text: &[u8],
        at: usize,
        order: u8x64<S>,
        room: &mut [u8; UNITS_ROOM],
    ) -> Option<(u64, usize)> {
        let [first, second, third] =
            [load(simd, text, at)?, load(simd, text, at + 1)?, load(simd, text, at + 2)?];
        if first.simd_lt(0x80).all_true() {
            let (left, right) = first.widen();
            for (units, room) in [left, right].into_iter().zip(room.as_chunks_mut::<64>().0) {
                units.to_bytes().swizzle_dyn_within_blocks(order).store_array(room);
            }
            return Some((u64::MAX, 128));
        }
        let fours = first.simd_ge(0xF0).to_bitmask();
        let kept = (first & 0xC0).simd_ne(0x80).to_bitmask() | fours << 1 | self.divided;
        let has_fours = fours | self.divided != 0;
        self.divided = fours >> 63;
        let (low, high) = units(simd, first, second, third, has_fours);
        let kept_octets =
            mask8x64::from_bitmask(simd, kept).select(u8x64::splat(simd, 0xFF), u8x64::splat(simd, 0));
        let mut written = 0;
        for (units, kept) in [
            (low.zip_low(high), kept_octets.zip_low(kept_octets)),
            (low.zip_high(high), kept_octets.zip_high(kept_octets)),
        ] {
            let units = units.swizzle_dyn_within_blocks(order);
            written += append(simd, units, kept.simd_ne(0).to_bitmask(), room, written);
        }
        Some((kept, written))
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, octets: &[u8], at: usize) -> Option<u8x64<S>> {
    octets.get(at..)?.first_chunk().map(|octets| u8x64::load_array_ref(simd, octets))
}

/// Makes a UTF-16 unit for each octet of UTF-8, from this octet and the two octets after it. Returns the low octets
/// and the high octets of the units. For the second octet of a character of four octets, the unit is the second
/// surrogate. For other octets that start no character, the unit has no meaning.
#[inline(always)]
fn units<S: Simd>(
    simd: S,
    first: u8x64<S>,
    second: u8x64<S>,
    third: u8x64<S>,
    has_fours: bool,
) -> (u8x64<S>, u8x64<S>) {
    let (two, three) = (first.simd_ge(0xC0), first.simd_ge(0xE0));
    let six = second & 0x3F;
    let mut low = two.select(first << 6 | six, first);
    let mut high = two.select(first >> 2 & 0x07, u8x64::splat(simd, 0));
    if !has_fours && !three.any_true() {
        return (low, high);
    }
    let last = third & 0x3F;
    low = three.select(second << 6 | last, low);
    high = three.select(first << 4 | six >> 2, high);
    if has_fours {
        let four = first.simd_ge(0xF0);
        // `number` is the lower octet of the code point shifted right by ten bits. The first surrogate is 0xD7C0
        // plus the whole shifted code point.
        let number = six << 2 | last >> 4;
        let carry = number.simd_ge(0x40).select(u8x64::splat(simd, 1), u8x64::splat(simd, 0));
        let continues = first.simd_ge(0x80) & !two;
        low = four.select(number + 0xC0, continues.select(second << 6 | last, low));
        high = four.select((first & 0x07) + carry + 0xD7, continues.select(six >> 2 & 0x03 | 0xDC, high));
    }
    (low, high)
}

/// Writes the characters of UTF-16 units in UTF-8. If there are surrogates, then they must be in pairs, and
/// `paired` must contain for each unit the unit after it. Returns the number of octets that were written.
#[inline(always)]
fn characters<S: Simd>(simd: S, units: u16x32<S>, paired: Option<u16x32<S>>, room: &mut [u8; ROOM]) -> usize {
    let ((left, right), (next_left, next_right)) = (units.widen(), paired.unwrap_or(units).widen());
    let mut at = 0;
    for (units, next) in [(left, next_left), (right, next_right)] {
        at += if paired.is_some() {
            let (first, second) = ((units & 0xFC00).simd_eq(0xD800), (units & 0xFC00).simd_eq(0xDC00));
            let character = ((units & 0x3FF) << 10 | next & 0x3FF) + 0x1_0000;
            utf8::up_to_four(simd, first.select(character, units), !second, room, at)
        } else {
            utf8::up_to_three(simd, units, room, at)
        };
    }
    at
}

/// For each octet of eight units, the place of the other octet of its unit.
const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
/// For each octet, its own place.
const UNCHANGED: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
