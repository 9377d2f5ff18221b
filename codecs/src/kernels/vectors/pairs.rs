//! Searches for an unusual pair of octets in text of single-octet and double-octet characters, 64 octets at a time.

use crate::kernels::pairs::UsualPairs;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x64};

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(simd: S, pairs: &UsualPairs, octets: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = octets.get(at..).and_then(<[u8]>::first_chunk) {
        let (length, is_unusual) = usual_in(simd, pairs, block);
        at += length;
        if is_unusual {
            return at;
        }
    }
    // Zeros fill up the last block. If the octets end with the first octet of a pair, then a zero follows it. No
    // pair has a second octet of zero. Therefore this octet counts as an unusual pair.
    let mut last = [0; 64];
    last.iter_mut().zip(octets.get(at..).unwrap_or_default()).for_each(|(last, octet)| *last = *octet);
    octets.len().min(at + usual_in(simd, pairs, &last).0)
}

/// The length of the whole characters of a block before the first unusual pair, and whether there is an unusual
/// pair.
#[inline(always)]
fn usual_in<S: Simd>(simd: S, pairs: &UsualPairs, block: &[u8; 64]) -> (usize, bool) {
    const EVEN: u64 = u64::MAX / 3;
    let block = u8x64::load_array_ref(simd, block);
    let is_in =
        |[least, greatest]: [u8; 2]| -> mask8x64<S> { block.simd_ge(least) & block.simd_le(greatest) };
    let high = (block.simd_gt(0x80) & !is_in(pairs.single)).to_bitmask();
    // In a run of octets above 128, a pair begins at the first octet, and at every other octet after it. To clear
    // the bits of a whole run, the bit of its start is added: the carry runs to the end of the run.
    let starts = high & !(high << 1);
    let from_even = high & !high.wrapping_add(starts & EVEN);
    let first = from_even & EVEN | high & !from_even & !EVEN;
    let [one, other] = pairs.first;
    let usual_first = (is_in(one) | is_in(other)).to_bitmask();
    let usual_second = block.simd_ge(pairs.second).to_bitmask();
    // If this block cuts a pair in two, then the next block begins with this pair.
    let is_cut = first >> 63 == 1;
    let unusual = first & !usual_first | first & !(usual_second >> 1 | 1 << 63);
    match unusual {
        0 => (64 - usize::from(is_cut), false),
        unusual => (unusual.trailing_zeros() as usize, true),
    }
}
