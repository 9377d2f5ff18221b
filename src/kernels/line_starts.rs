//! Lines that begin with one of a few octets, 64 octets at a time.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16, u8x64};

/// What stands before and at the start of a line that is sought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts {
    /// Any of the octets before the line.
    pub(crate) before: [u8; 2],
    /// The first octets of the line, each at the number in its low four bits, with the bits of `case` set.
    pub(crate) first: [u8; 16],
    /// The bits that do not matter.
    pub(crate) case: u8,
}

/// The first offset after which a line that is sought may start, or the end of the last whole block. Linear time.
pub(crate) fn find(level: Level, octets: &[u8], starts: &Starts) -> usize {
    dispatch!(level, simd => blocks(simd, octets, starts))
}

#[inline(always)]
fn blocks<S: Simd>(simd: S, octets: &[u8], starts: &Starts) -> usize {
    let table = u8x64::block_splat(u8x16::load_array_ref(simd, &starts.first));
    let [one, other] = starts.before;
    let mut at = 0;
    for (before, first) in
        octets.as_chunks::<64>().0.iter().zip(octets.get(1..).unwrap_or_default().as_chunks::<64>().0)
    {
        let [before, first] = [before, first].map(|block| u8x64::load_array_ref(simd, block));
        let is_first = table.swizzle_dyn_within_blocks(first & 15).simd_eq(first | starts.case);
        let found = (before.simd_eq(one) | before.simd_eq(other)) & is_first;
        if found.any_true() {
            return at + found.to_bitmask().trailing_zeros() as usize;
        }
        at += 64;
    }
    at
}
