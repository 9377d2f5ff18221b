//! Writes characters in UTF-8, 16 or 32 characters at a time.
//!
//! First, each character becomes as many octets as a character can need, two or four. Then the octets that the
//! character does not need are left out.

use super::compress::append;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask32x16, u16x32, u32x16};

/// Writes characters below U+0800. Returns the number of octets that were written.
#[inline(always)]
pub(super) fn up_to_two<S: Simd>(simd: S, characters: u16x32<S>, room: &mut [u8]) -> usize {
    let two = characters.simd_ge(0x80);
    if !two.any_true() {
        let (left, right) = characters.split();
        if let Some(room) = room.first_chunk_mut() {
            left.narrow(right).store_array(room);
        }
        return 32;
    }
    let of_two = (characters >> 6 | (characters & 0x3F) << 8) | 0x80C0;
    let kept = two.select(u16x32::splat(simd, 0xFFFF), u16x32::splat(simd, 0x00FF));
    append(simd, two.select(of_two, characters).to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, 0)
}

/// Writes characters below U+10000 to `room`, from the offset `at` on. Returns the number of octets that were
/// written.
#[inline(always)]
pub(super) fn up_to_three<S: Simd>(simd: S, characters: u32x16<S>, room: &mut [u8], at: usize) -> usize {
    let (octets, kept) = three(simd, characters);
    append(simd, octets.to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, at)
}

/// Writes the characters whose bits are set in `meant` to `room`, from the offset `at` on. Returns the number of
/// octets that were written.
#[inline(always)]
pub(super) fn up_to_four<S: Simd>(
    simd: S,
    characters: u32x16<S>,
    meant: mask32x16<S>,
    room: &mut [u8],
    at: usize,
) -> usize {
    let (octets, kept) = three(simd, characters);
    let four = characters.simd_ge(0x1_0000);
    let of_four = characters >> 18
        | characters >> 4 & 0x3F00
        | (characters & 0xFC0) << 10
        | (characters & 0x3F) << 24
        | 0x8080_80F0;
    let kept = four.select(u32x16::splat(simd, u32::MAX), kept);
    let kept = meant.select(kept, u32x16::splat(simd, 0));
    append(simd, four.select(of_four, octets).to_bytes(), kept.to_bytes().simd_ne(0).to_bitmask(), room, at)
}

/// The octets of characters below U+10000, with the first octet lowest, and a mask of the octets that are kept.
#[inline(always)]
fn three<S: Simd>(simd: S, characters: u32x16<S>) -> (u32x16<S>, u32x16<S>) {
    let number = |number| u32x16::splat(simd, number);
    let (two, three) = (characters.simd_ge(0x80), characters.simd_ge(0x800));
    let of_two = (characters >> 6 | (characters & 0x3F) << 8) | 0x80C0;
    let of_three = (characters >> 12 | (characters & 0xFC0) << 2 | (characters & 0x3F) << 16) | 0x80_80E0;
    let octets = three.select(of_three, two.select(of_two, characters));
    (octets, three.select(number(0xFF_FFFF), two.select(number(0xFFFF), number(0xFF))))
}
