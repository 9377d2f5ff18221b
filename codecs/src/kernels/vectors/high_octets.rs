//! Searches for an octet above 127 that is not in a set, 64 octets at a time.

use crate::kernels::high_octets::{BITS, HighOctets};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(simd: S, set: &HighOctets, octets: &[u8]) -> usize {
    let table = |table| u8x64::block_splat(u8x16::load_array_ref(simd, table));
    let (set, bits) = (table(set), table(&BITS));
    let mut at = 0;
    for block in octets.as_chunks::<64>().0 {
        let block = u8x64::load_array_ref(simd, block);
        let bit = bits.swizzle_dyn_within_blocks(block >> 4);
        let is_in = (set.swizzle_dyn_within_blocks(block & 15) & bit).simd_eq(bit);
        if !is_in.all_true() {
            return at + (!is_in.to_bitmask()).trailing_zeros() as usize;
        }
        at += 64;
    }
    at
}
