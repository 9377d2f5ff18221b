//! Packs the octets of a vector that are kept, and leaves out the others.

use super::whole_blocks;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x16, u8x64, u64x2};

/// Writes the octets of `vector` whose bits are set in `kept` to `room` from `at` on. There must be room for 64
/// octets; those after the kept octets are overwritten with octets that have no meaning. Returns the number of
/// octets that are kept.
#[inline(always)]
pub(super) fn append<S: Simd>(simd: S, vector: u8x64<S>, kept: u64, room: &mut [u8], at: usize) -> usize {
    let Some(room) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<64>) else { return 0 };
    if whole_blocks(simd) {
        vector.compress(mask8x64::from_bitmask(simd, kept)).store_array(room);
        return kept.count_ones() as usize;
    }
    let (left, right) = vector.split();
    let ((a, b), (c, d)) = (left.split(), right.split());
    let [a0, a1, b0, b1, c0, c1, d0, d1] = kept.to_le_bytes();
    let at = pack(simd, a, [a0, a1], room, 0);
    let at = pack(simd, b, [b0, b1], room, at);
    let at = pack(simd, c, [c0, c1], room, at);
    pack(simd, d, [d0, d1], room, at)
}

/// Writes the kept octets of a block of 16. The two halves of the block are packed by themselves, and stored one
/// after the other. Returns the end of the kept octets.
#[inline(always)]
fn pack<S: Simd>(simd: S, block: u8x16<S>, kept: [u8; 2], room: &mut [u8; 64], mut at: usize) -> usize {
    let places = |kept: u8| PACKED.get(usize::from(kept)).copied().unwrap_or_default();
    let [first, second] = kept;
    let places = u64x2::load_array(simd, [places(first), places(second) | 0x0808_0808_0808_0808]);
    let packed = block.swizzle_dyn_within_blocks(places.to_bytes());
    let [left, right] = packed.bitcast::<u64x2<S>>().to_array();
    put(left, room, at);
    at += first.count_ones() as usize;
    put(right, room, at);
    at + second.count_ones() as usize
}

#[inline(always)]
fn put(half: u64, room: &mut [u8; 64], at: usize) {
    if let Some(place) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = half.to_le_bytes();
    }
}

/// For each value of eight bits, the places of the bits that are 1. The places are the octets of a number, and the
/// place of the lowest such bit is in the lowest octet.
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
