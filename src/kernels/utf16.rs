//! UTF-16 to UTF-8, 32 units at a time.
//!
//! Each unit becomes as many octets as it can need, 2 or 4, of which those that it does not need are left out. The
//! first unit of a surrogate pair becomes the four octets of the character, the second one none.

use super::compress::append;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16, u8x64, u16x32, u32x16};

/// The UTF-8 of a block, or what is written of it and after it.
const ROOM: usize = 32 * 3 + 64;

/// Decodes units, most significant octet first if `big_endian`, as long as surrogates are in pairs. Stops before the
/// last 33 units, between two characters, and when there is no more room. Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    dispatch!(level, simd => blocks(simd, encoded, big_endian, octets))
}

#[inline(always)]
fn blocks<S: Simd>(simd: S, encoded: &[u8], big_endian: bool, octets: &mut [u8]) -> (usize, usize) {
    let swapped = u8x64::block_splat(u8x16::load_array_ref(simd, &SWAPPED));
    let (mut read, mut written) = (0, 0);
    // 1 if the first unit of a block is the second of a pair.
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
            four_each(simd, units, Some(next), room)
        } else if units.simd_ge(0x800).any_true() {
            four_each(simd, units, None, room)
        } else {
            two_each(simd, units, room)
        };
        read += 64;
    }
    // The second unit of the pair is not known.
    if paired == 1 { (read - 2, written - 4) } else { (read, written) }
}

/// Writes units below U+0800. Returns the number of octets.
#[inline(always)]
fn two_each<S: Simd>(simd: S, units: u16x32<S>, room: &mut [u8; ROOM]) -> usize {
    let two = units.simd_ge(0x80);
    if !two.any_true() {
        let (left, right) = units.split();
        if let Some(room) = room.first_chunk_mut() {
            left.narrow(right).store_array(room);
        }
        return 32;
    }
    let of_two = (units >> 6 | (units & 0x3F) << 8) | 0x80C0;
    let kept = two.select(u16x32::splat(simd, 0xFFFF), u16x32::splat(simd, 0x00FF));
    append(simd, two.select(of_two, units).to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, 0)
}

/// Writes units; surrogates are in pairs, if `paired` has the unit after each of them. Returns the number of octets.
#[inline(always)]
fn four_each<S: Simd>(simd: S, units: u16x32<S>, paired: Option<u16x32<S>>, room: &mut [u8; ROOM]) -> usize {
    let wide = |units: u16x32<S>| {
        let (left, right) = units.split();
        let ((a, b), (c, d)) = (left.widen(), right.widen());
        [a.combine(b), c.combine(d)]
    };
    let number = |number| u32x16::splat(simd, number);
    let mut at = 0;
    for (units, next) in wide(units).into_iter().zip(wide(paired.unwrap_or(units))) {
        let (two, three) = (units.simd_ge(0x80), units.simd_ge(0x800));
        let of_two = (units >> 6 | (units & 0x3F) << 8) | 0x80C0;
        let of_three = (units >> 12 | (units & 0xFC0) << 2 | (units & 0x3F) << 16) | 0x80_80E0;
        let mut octets: u32x16<S> = three.select(of_three, two.select(of_two, units));
        let mut kept = three.select(number(0xFF_FFFF), two.select(number(0xFFFF), number(0xFF)));
        if paired.is_some() {
            let (first, second) = ((units & 0xFC00).simd_eq(0xD800), (units & 0xFC00).simd_eq(0xDC00));
            let character = ((units & 0x3FF) << 10 | next & 0x3FF) + 0x1_0000;
            let of_four = character >> 18
                | character >> 4 & 0x3F00
                | (character & 0xFC0) << 10
                | (character & 0x3F) << 24;
            octets = first.select(of_four | 0x8080_80F0, octets);
            kept = first.select(number(u32::MAX), second.select(number(0), kept));
        }
        at += append(simd, octets.to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, at);
    }
    at
}

/// For each octet of eight units, the other one.
const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
