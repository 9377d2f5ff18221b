//! Decodes single-octet charsets to UTF-8, 64 octets at a time.
//!
//! A character has at most three octets in UTF-8. Each of these three octets is looked up in a table of its own.
//! Then the octets of a character are put next to each other, and octets that the character does not have are left
//! out.

use super::compress::append;
use crate::kernels::single_octet::Planes;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x64, u16x32};

/// The room for the UTF-8 of a block, and for the octets that are written after it.
const ROOM: usize = 64 * 4;

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(
    simd: S,
    planes: &Planes,
    encoded: &[u8],
    octets: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for block in encoded.as_chunks::<64>().0 {
        let Some(room) = octets.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
        let Some(count) = characters(simd, planes, u8x64::load_array_ref(simd, block), room) else { break };
        (read, written) = (read + 64, written + count);
    }
    (read, written)
}

/// Writes the characters of a block. Returns the number of octets that were written; `None` if an octet of the
/// block has no character.
#[inline(always)]
fn characters<S: Simd>(simd: S, planes: &Planes, block: u8x64<S>, room: &mut [u8; ROOM]) -> Option<usize> {
    let high = block.simd_ge(0x80);
    if !high.any_true() {
        if let Some(room) = room.first_chunk_mut() {
            block.store_array(room);
        }
        return Some(64);
    }
    let (zero, one) = (u8x64::splat(simd, 0), u8x64::splat(simd, 1));
    let look_up = |[low, high]: &[[u8; 64]; 2]| {
        u8x64::load_array_ref(simd, low).concat_swizzle_dyn(u8x64::load_array_ref(simd, high), block & 0x7F)
    };
    let [first, second, third] = planes;
    let first = high.select(look_up(first), block);
    let second = high.select(look_up(second), zero);
    if (high & second.simd_eq(0)).any_true() {
        return None;
    }
    let third = high.select(look_up(third), zero);
    // The octets of a character stand next to each other. Zero stands in the place of an octet that is left out.
    // However, the first octet of a character is never left out, even if it is zero.
    let pairs =
        [(first.zip_low(second), one.zip_low(second)), (first.zip_high(second), one.zip_high(second))];
    let mut at = 0;
    if !third.simd_ne(0).any_true() {
        for (octets, kept) in pairs {
            at += append(simd, octets, kept.simd_ne(0).to_bitmask(), room, at);
        }
        return Some(at);
    }
    for ((pairs, kept), thirds) in pairs.into_iter().zip([third.zip_low(zero), third.zip_high(zero)]) {
        let (pairs, thirds) = (pairs.bitcast::<u16x32<S>>(), thirds.bitcast::<u16x32<S>>());
        let kept = kept.bitcast::<u16x32<S>>();
        for (octets, kept) in
            [(pairs.zip_low(thirds), kept.zip_low(thirds)), (pairs.zip_high(thirds), kept.zip_high(thirds))]
        {
            at += append(simd, octets.to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, at);
        }
    }
    Some(at)
}
