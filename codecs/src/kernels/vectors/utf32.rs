//! Decodes UTF-32 to UTF-8, 32 characters at a time, and encodes UTF-8 as UTF-32, by way of UTF-16.

use super::compress::append;
use super::{utf8, utf16};
use crate::kernels::utf32::{BLOCK, ROOM};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64, u16x32, u32x16};

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(
    simd: S,
    encoded: &[u8],
    big_endian: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    let order = order_of(simd, big_endian);
    let (mut read, mut written) = (0, 0);
    while let Some([left, right]) = encoded.get(read..).and_then(halves)
        && let Some(room) = octets.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<ROOM>)
    {
        let characters = |half| {
            let octets = u8x64::load_array_ref(simd, half);
            octets.swizzle_dyn_within_blocks(order).bitcast::<u32x16<S>>()
        };
        let (left, right) = (characters(left), characters(right));
        let all = left | right;
        if all.simd_lt(0x800).all_true() {
            written += utf8::up_to_two(simd, left.narrow(right), room);
        } else if all.simd_lt(0x1_0000).all_true() {
            let surrogate = |half: u32x16<S>| (half & 0xF800).simd_eq(0xD800);
            if (surrogate(left) | surrogate(right)).any_true() {
                break;
            }
            let at = utf8::up_to_three(simd, left, room, 0);
            written += at + utf8::up_to_three(simd, right, room, at);
        } else {
            let sound = |half: u32x16<S>| half.simd_lt(0x11_0000) & (half & 0xFFFF_F800).simd_ne(0xD800);
            let (left_sound, right_sound) = (sound(left), sound(right));
            if !(left_sound & right_sound).all_true() {
                break;
            }
            let at = utf8::up_to_four(simd, left, left_sound, room, 0);
            written += at + utf8::up_to_four(simd, right, right_sound, room, at);
        }
        read += BLOCK;
    }
    (read, written)
}

fn halves(octets: &[u8]) -> Option<[&[u8; 64]; 2]> {
    let (left, rest) = octets.split_first_chunk()?;
    Some([left, rest.first_chunk()?])
}

/// The size in UTF-16 units of the buffer between UTF-8 and UTF-32. This many units fit into the
/// first-level cache.
const UNITS: usize = 512;

#[inline(always)]
pub(in crate::kernels) fn from_units<S: Simd>(
    simd: S,
    text: &[u8],
    big_endian: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    let order = order_of(simd, big_endian);
    let mut units = [0; 2 * UNITS + 64 + 2];
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = text.get(read..).unwrap_or_default();
        let ascii = ascii(simd, rest, order, octets.get_mut(written..).unwrap_or_default());
        (read, written) = (read + ascii, written + 4 * ascii);
        // Each UTF-16 unit becomes four octets or none.
        let most = (octets.len().saturating_sub(written + BLOCK) / 2).min(2 * UNITS);
        let room = units.get_mut(..most).unwrap_or_default();
        let (taken, len) = utf16::to_units(simd, text.get(read..).unwrap_or_default(), false, true, room);
        if ascii + taken == 0 {
            return (read, written);
        }
        read += taken;
        for (at, left) in (0..len).step_by(64).zip((0..=len / 2).rev().step_by(32)) {
            let room = octets.get_mut(written..).unwrap_or_default();
            written += 4 * widen(simd, units.get(at..).unwrap_or_default(), left, order, room).unwrap_or(0);
        }
    }
}

/// Encodes whole blocks of US-ASCII. Returns the number of characters.
#[inline(always)]
fn ascii<S: Simd>(simd: S, text: &[u8], order: u8x64<S>, octets: &mut [u8]) -> usize {
    let mut read = 0;
    for (block, room) in text.as_chunks().0.iter().zip(octets.as_chunks_mut::<256>().0) {
        let block = u8x64::load_array_ref(simd, block);
        if block.simd_ge(0x80).any_true() {
            break;
        }
        let (left, right) = block.widen();
        let ((a, b), (c, d)) = (left.widen(), right.widen());
        for (characters, room) in [a, b, c, d].into_iter().zip(room.as_chunks_mut().0) {
            characters.to_bytes().swizzle_dyn_within_blocks(order).store_array(room);
        }
        read += 64;
    }
    read
}

/// Writes the characters of 32 units, or of the first `len` units if there are fewer, and octets without a meaning
/// after them. Returns the number of characters.
#[inline(always)]
fn widen<S: Simd>(simd: S, units: &[u8], len: usize, order: u8x64<S>, octets: &mut [u8]) -> Option<usize> {
    let ahead = |by: usize| {
        let units = units.get(by..)?.first_chunk()?;
        Some(u8x64::load_array_ref(simd, units).bitcast::<u16x32<S>>())
    };
    let (units, next) = (ahead(0)?, ahead(2)?);
    let ((left, right), (next_left, next_right)) = (units.widen(), next.widen());
    if (units & 0xF800).simd_ne(0xD800).all_true() {
        let (room, rest) = octets.split_first_chunk_mut()?;
        left.to_bytes().swizzle_dyn_within_blocks(order).store_array(room);
        right.to_bytes().swizzle_dyn_within_blocks(order).store_array(rest.first_chunk_mut()?);
        return Some(len.min(32));
    }
    let mut written = 0;
    for (units, next, len) in [(left, next_left, len), (right, next_right, len.saturating_sub(16))] {
        let kind = units & 0xFC00;
        let pair = ((units & 0x3FF) << 10 | next & 0x3FF) + 0x1_0000;
        let characters = kind.simd_eq(0xD800).select(pair, units).to_bytes();
        let kept = kind.simd_ne(0xDC00);
        let octets_kept = kept.select(u32x16::splat(simd, u32::MAX), u32x16::splat(simd, 0)).to_bytes();
        let octets_kept = octets_kept.simd_ne(0).to_bitmask();
        append(simd, characters.swizzle_dyn_within_blocks(order), octets_kept, octets, 4 * written);
        written += (kept.to_bitmask() & ((1 << len.min(16)) - 1)).count_ones() as usize;
    }
    Some(written)
}

/// For each octet of the output, the place in little-endian units from which it is taken. The places give the byte
/// order that `big_endian` selects.
#[inline(always)]
fn order_of<S: Simd>(simd: S, big_endian: bool) -> u8x64<S> {
    u8x64::block_splat(u8x16::load_array_ref(simd, if big_endian { &REVERSED } else { &UNCHANGED }))
}

/// For each octet of four units, its place in the opposite byte order.
const REVERSED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];
/// For each octet, its own place.
const UNCHANGED: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
