//! Leaves octets out of a vector.

use super::whole_blocks;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x64, u64x2};

/// Writes the octets of `vector` whose bits are set in `kept` to `room` from `at` on, and anything after them, up to 64
/// octets, for which there must be room. Returns how many are kept.
#[inline(always)]
pub(super) fn append<S: Simd>(simd: S, vector: u8x64<S>, kept: u64, room: &mut [u8], at: usize) -> usize {
    let Some(room) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<64>) else { return 0 };
    if whole_blocks(simd) {
        vector.compress(mask8x64::from_bitmask(simd, kept)).store_array(room);
        return kept.count_ones() as usize;
    }
    let (left, right) = vector.split();
    let ((a, b), (c, d)) = (left.split(), right.split());
    let mut at = 0;
    for (block, kept) in [a, b, c, d].into_iter().zip(kept.to_le_bytes().as_chunks().0) {
        // Each half is packed by itself, and stored after what is kept of the half before it.
        let [left, right] = kept.map(|kept| PACKED.get(usize::from(kept)).copied().unwrap_or_default());
        let places = u64x2::load_array(simd, [left, right | 0x0808_0808_0808_0808]).to_bytes();
        let packed = block.swizzle_dyn_within_blocks(places);
        let halves = packed.to_array();
        for (half, kept) in halves.as_chunks::<8>().0.iter().zip(kept) {
            if let Some(place) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
                *place = *half;
            }
            at += kept.count_ones() as usize;
        }
    }
    at
}

/// For each set of bits of an octet, the places of these bits, the first one lowest.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static PACKED: [u64; 256] = {
    let mut packed = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut at) = (0, 0);
        while bit < 8 {
            if set >> bit & 1 == 1 {
                packed[set] |= bit << (8 * at);
                at += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    packed
};
