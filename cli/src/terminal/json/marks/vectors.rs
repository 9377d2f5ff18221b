//! The search with vector instructions.

use super::set::{BLOCK, BLOCKS, HIGH, LOW};
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16, u8x64};

/// Returns one bit for each octet. The bit is set if the octet may be the first octet of a character that
/// must be escaped.
pub(super) fn in_blocks(stretch: &[u8]) -> [u64; BLOCKS] {
    let level = Level::new();
    dispatch!(level, simd => blocks(simd, stretch))
}

#[inline(always)]
fn blocks<S: Simd>(simd: S, stretch: &[u8]) -> [u64; BLOCKS] {
    let table = |table| u8x64::block_splat(u8x16::load_array_ref(simd, table));
    let tables = [table(&LOW), table(&HIGH)];
    let mut found = [0; BLOCKS];
    let (blocks, rest) = stretch.as_chunks();
    for (found, block) in found.iter_mut().zip(blocks) {
        *found = marks(simd, tables, block);
    }
    if let Some(found) = found.get_mut(blocks.len()) {
        let mut last = [b' '; BLOCK];
        last.iter_mut().zip(rest).for_each(|(last, octet)| *last = *octet);
        *found = marks(simd, tables, &last);
    }
    found
}

#[inline(always)]
fn marks<S: Simd>(simd: S, [low, high]: [u8x64<S>; 2], block: &[u8; BLOCK]) -> u64 {
    let block = u8x64::load_array_ref(simd, block);
    let both = low.swizzle_dyn_within_blocks(block & 15) & high.swizzle_dyn_within_blocks(block >> 4);
    !both.simd_eq(0).to_bitmask()
}
