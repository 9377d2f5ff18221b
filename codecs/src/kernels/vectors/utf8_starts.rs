//! Searches for octets with which a character of UTF-8 can begin: lead octets before a continuation octet (RFC 3629
//! section 4), 64 octets at a time.

use crate::kernels::utf8_starts::BLOCK;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x64};

/// The size of a block together with the octet before it and the octet after it.
const AROUND: usize = BLOCK + 2;

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd, const AFTER_ASCII: bool>(simd: S, octets: &[u8]) -> (usize, u64) {
    let from = |start: usize| octets.get(start..).unwrap_or_default().as_chunks().0;
    let (leads, next) = (from(1), from(2));
    let mut at = 0;
    for ((before, leads), next) in octets.as_chunks().0.iter().zip(leads).zip(next) {
        let found = starts::<_, AFTER_ASCII>(simd, before, leads, next);
        if found > 0 {
            return (at, found);
        }
        at += BLOCK;
    }
    // Zeros fill up the last block. They are US-ASCII, and therefore make no octet a start.
    let mut last = [0; AROUND];
    last.iter_mut().zip(octets.get(at..).unwrap_or_default()).for_each(|(last, octet)| *last = *octet);
    let from = |start: usize| last.get(start..).and_then(<[u8]>::first_chunk);
    let found = from(0).zip(from(1)).zip(from(2));
    (at, found.map_or(0, |((before, leads), next)| starts::<_, AFTER_ASCII>(simd, before, leads, next)))
}

#[inline(always)]
fn starts<S: Simd, const AFTER_ASCII: bool>(
    simd: S,
    before: &[u8; BLOCK],
    lead: &[u8; BLOCK],
    next: &[u8; BLOCK],
) -> u64 {
    let load = |octets| u8x64::load_array_ref(simd, octets);
    let (before, lead, next) = (load(before), load(lead), load(next));
    let is_continuation = next.simd_ge(0x80) & next.simd_lt(0xC0);
    let is_start = lead.simd_ge(0xC2) & lead.simd_le(0xF4) & is_continuation;
    (if AFTER_ASCII { is_start & before.simd_lt(0x80) } else { is_start }).to_bitmask()
}
