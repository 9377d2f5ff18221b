//! Searches for lines that begin with one of a few octets, 128 octets at a time.

use crate::kernels::line_starts::Starts;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x16, u8x64};

#[inline(always)]
pub(in crate::kernels) fn find_starts<S: Simd>(
    simd: S,
    octets: &[u8],
    starts: &Starts,
) -> Result<usize, usize> {
    let before_table = u8x64::block_splat(u8x16::load_array_ref(simd, &starts.before));
    let first_table = u8x64::block_splat(u8x16::load_array_ref(simd, &starts.first));
    let mut at = 0;
    for (pair, next) in blocks(octets) {
        let ([before, other_before], [first, other_first]) = (load(simd, pair), load(simd, next));
        let low = before_table.swizzle_dyn_within_blocks(before).simd_eq(before)
            & first_table.swizzle_dyn_within_blocks(first & 15).simd_eq(first | starts.case);
        let high = before_table.swizzle_dyn_within_blocks(other_before).simd_eq(other_before)
            & first_table.swizzle_dyn_within_blocks(other_first & 15).simd_eq(other_first | starts.case);
        if (low | high).any_true() {
            return Ok(at + first_of(low, high));
        }
        at += 128;
    }
    Err(at)
}

#[inline(always)]
pub(in crate::kernels) fn find_rare<S: Simd>(simd: S, octets: &[u8], rare: u8) -> Result<usize, usize> {
    let mut at = 0;
    for (pair, next) in blocks(octets) {
        let [first, other_first] = load(simd, next);
        let (low, high) = (first.simd_eq(rare), other_first.simd_eq(rare));
        if (low | high).any_true() {
            let [before, other_before] = load(simd, pair);
            let (low, high) = (low & before.simd_eq(b'\n'), high & other_before.simd_eq(b'\n'));
            if (low | high).any_true() {
                return Ok(at + first_of(low, high));
            }
        }
        at += 128;
    }
    Err(at)
}

/// The blocks of `octets`. Each block comes with a block that begins one octet later.
#[inline(always)]
fn blocks(octets: &[u8]) -> impl Iterator<Item = (&[[u8; 64]; 2], &[[u8; 64]; 2])> {
    let next = octets.get(1..).unwrap_or_default();
    octets.as_chunks().0.as_chunks().0.iter().zip(next.as_chunks().0.as_chunks().0)
}

#[inline(always)]
fn load<S: Simd>(simd: S, [low, high]: &[[u8; 64]; 2]) -> [u8x64<S>; 2] {
    [u8x64::load_array_ref(simd, low), u8x64::load_array_ref(simd, high)]
}

/// The number of the first octet whose bit is set in the masks. At least one bit must be set.
#[inline(always)]
fn first_of<S: Simd>(low: mask8x64<S>, high: mask8x64<S>) -> usize {
    match low.to_bitmask() {
        0 => 64 + high.to_bitmask().trailing_zeros() as usize,
        low => low.trailing_zeros() as usize,
    }
}
