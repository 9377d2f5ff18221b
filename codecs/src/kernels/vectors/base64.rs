//! Base64 (RFC 2045 section 6.8): decoding lines that consist only of symbols, and encoding full lines.
//!
//! To decode a symbol, the kernel looks it up by its two halves (Muła and Lemire, "Faster Base64 Encoding and
//! Decoding Using AVX2 Instructions"), or, with AVX-512, in one table of 128 entries. To encode a value, the kernel
//! adds a number to it, or, with AVX-512, looks it up in one table of 64 entries.

use super::whole_blocks;
use crate::kernels::base64::{IMAP_SEXTETS, LINE_SYMBOLS, SEXTETS, SLACK, SYMBOLS};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x8, i16x32, u8x16, u8x32, u8x64, u16x8, u16x32, u32x4, u32x8, u32x16};
use memchr::memchr;

/// The number of octets that a full line encodes.
const LINE_OCTETS: usize = LINE_SYMBOLS / 4 * 3;

#[inline(always)]
pub(in crate::kernels) fn quanta<S: Simd>(
    simd: S,
    octets: &[u8],
    symbols: &mut [u8; LINE_SYMBOLS],
) -> (usize, usize) {
    let octets = octets.get(..octets.len() / 3 * 3).unwrap_or_default();
    let (Some(first), Some(room)) = (octets.first_chunk(), symbols.first_chunk_mut()) else { return (0, 0) };
    to_symbols_16(simd, first, 0).store_array(room);
    // The last twelve octets can overlap the octets before them. The symbols of the overlap are then written twice.
    let (mut at, last) = (0, octets.len() - 12);
    while at < last {
        at = last.min(at + 12);
        let twelve = octets.get(at - 4..).and_then(<[u8]>::first_chunk);
        let room = symbols.get_mut(at / 3 * 4..).and_then(<[u8]>::first_chunk_mut);
        let (Some(twelve), Some(room)) = (twelve, room) else { return (0, 0) };
        to_symbols_16(simd, twelve, 4).store_array(room);
    }
    (octets.len(), octets.len() / 3 * 4)
}

#[inline(always)]
pub(in crate::kernels) fn full_lines<S: Simd, const END: usize>(
    simd: S,
    octets: &[u8],
    line_end: &[u8; END],
    encoded: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let (Some(line), Some(room)) = (
        octets.get(read..).and_then(<[u8]>::first_chunk),
        encoded.get_mut(written..written + LINE_SYMBOLS + END),
    ) {
        full_line(simd, line, room);
        if let Some(end) = room.last_chunk_mut() {
            *end = *line_end;
        }
        read += LINE_OCTETS;
        written += room.len();
    }
    (read, written)
}

/// Encodes the first 57 octets of `line` at the start of `room`. First, 48 octets are encoded, and then the last
/// 12, of which the first three are encoded for the second time.
#[inline(always)]
fn full_line<S: Simd>(simd: S, line: &[u8; 64], room: &mut [u8]) {
    if let Some(room) = room.first_chunk_mut() {
        to_symbols_64(simd, line).store_array(room);
    }
    let last = line.get(LINE_OCTETS - 16..).and_then(<[u8]>::first_chunk);
    let room = room.get_mut(LINE_SYMBOLS - 16..).and_then(<[u8]>::first_chunk_mut);
    if let (Some(last), Some(room)) = (last, room) {
        to_symbols_16(simd, last, 4).store_array(room);
    }
}

/// The symbols that encode the twelve octets from the place `at` of `octets` on.
#[inline(always)]
fn to_symbols_16<S: Simd>(simd: S, octets: &[u8; 16], at: u8) -> u8x16<S> {
    let table = |table| u8x16::load_array_ref(simd, table);
    let octets = u8x16::load_array_ref(simd, octets);
    let spread = octets.swizzle_dyn_within_blocks(table(&SPREAD) + at).bitcast::<u32x4<S>>();
    let values =
        (spread >> 18 & 0x3F | spread >> 4 & 0x3F00 | spread << 10 & 0x3F_0000 | spread << 24 & 0x3F00_0000)
            .to_bytes();
    let range = values.simd_lt(26).select(u8x16::splat(simd, 13), values.max(51) - 51);
    values + table(&TO_SYMBOL).swizzle_dyn_within_blocks(range)
}

/// The symbols that encode the first 48 octets.
#[inline(always)]
fn to_symbols_64<S: Simd>(simd: S, octets: &[u8; 64]) -> u8x64<S> {
    let spread = if whole_blocks(simd) {
        u8x64::load_array_ref(simd, octets).swizzle_dyn(u8x64::load_array_ref(simd, &SPREAD_64))
    } else {
        let (left, right) = (twelves(simd, octets, 0), twelves(simd, octets, 24));
        let table = u8x64::block_splat(u8x16::load_array_ref(simd, &SPREAD));
        left.combine(right).swizzle_dyn_within_blocks(table)
    };
    let spread = spread.bitcast::<u32x16<S>>();
    let values =
        (spread >> 18 & 0x3F | spread >> 4 & 0x3F00 | spread << 10 & 0x3F_0000 | spread << 24 & 0x3F00_0000)
            .to_bytes();
    if whole_blocks(simd) {
        return u8x64::load_array_ref(simd, SYMBOLS).swizzle_dyn(values);
    }
    let range = values.simd_lt(26).select(u8x64::splat(simd, 13), values.max(51) - 51);
    let table = u8x64::block_splat(u8x16::load_array_ref(simd, &TO_SYMBOL));
    values + table.swizzle_dyn_within_blocks(range)
}

/// The twelve octets that begin at `at`, and the twelve octets after them, each in a block of 16 octets.
#[inline(always)]
fn twelves<S: Simd, const LEN: usize>(simd: S, octets: &[u8; LEN], at: usize) -> u8x32<S> {
    let twelve = |at: usize| {
        let octets = octets.get(at..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 16]);
        u8x16::load_array_ref(simd, octets)
    };
    twelve(at).combine(twelve(at + 12))
}

/// The symbols that encode the first 24 octets. The alphabet of IMAP has `,` in place of `/`.
#[inline(always)]
pub(super) fn to_symbols_32<S: Simd, const IMAP: bool>(simd: S, octets: &[u8; 32]) -> u8x32<S> {
    let table = |table| u8x32::block_splat(u8x16::load_array_ref(simd, table));
    let spread = twelves(simd, octets, 0).swizzle_dyn_within_blocks(table(&SPREAD)).bitcast::<u32x8<S>>();
    let values =
        (spread >> 18 & 0x3F | spread >> 4 & 0x3F00 | spread << 10 & 0x3F_0000 | spread << 24 & 0x3F00_0000)
            .to_bytes();
    let range = values.simd_lt(26).select(u8x32::splat(simd, 13), values.max(51) - 51);
    let added = table(if IMAP { &TO_IMAP_SYMBOL } else { &TO_SYMBOL });
    values + added.swizzle_dyn_within_blocks(range)
}

/// The shape that all the lines must have.
#[derive(Clone, Copy)]
struct Shape {
    symbols: usize,
    /// The length of a line with its line end.
    line: usize,
    crlf: bool,
}

#[inline(always)]
pub(in crate::kernels) fn lines<S: Simd>(simd: S, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    let Some(shape) = Shape::of(encoded) else { return (0, 0) };
    let (mut read, mut written) = (0, 0);
    while let Some(line) = encoded.get(read..read + shape.line).and_then(|line| shape.symbols_of(line)) {
        let room = octets.get_mut(written..).unwrap_or_default();
        if !line_of_symbols(simd, line, room) {
            break;
        }
        read += shape.line;
        written += shape.symbols / 4 * 3;
    }
    (read, written)
}

#[inline(always)]
pub(in crate::kernels) fn regular<S: Simd>(simd: S, encoded: &[u8]) -> usize {
    let Some(shape) = Shape::of(encoded) else { return 0 };
    let are_symbols = |line: &&[u8]| shape.symbols_of(line).is_some_and(|line| are_symbols(simd, line));
    shape.line * encoded.chunks_exact(shape.line).take_while(are_symbols).count()
}

impl Shape {
    /// The shape of the first line. `None` if the line has no line end, or if the number of its symbols is less
    /// than 16 or not a multiple of four. The symbols themselves are not examined.
    fn of(encoded: &[u8]) -> Option<Self> {
        let end = memchr(b'\n', encoded)?;
        let crlf = end.checked_sub(1).and_then(|last| encoded.get(last)) == Some(&b'\r');
        let shape = Self { symbols: end - usize::from(crlf), line: end + 1, crlf };
        (shape.symbols >= 16 && shape.symbols.is_multiple_of(4)).then_some(shape)
    }

    /// A line without its line end, if the line has this shape.
    #[inline(always)]
    fn symbols_of(self, line: &[u8]) -> Option<&[u8]> {
        let (line, end) = line.split_at_checked(self.symbols)?;
        (end == b"\n" || self.crlf && end == b"\r\n").then_some(line)
    }
}

/// Whether a line of at least 16 octets consists only of symbols.
#[inline(always)]
fn are_symbols<S: Simd>(simd: S, line: &[u8]) -> bool {
    let table = |table| u8x16::load_array_ref(simd, table);
    let (low, high) = (table(&LOW), table(&HIGH));
    let mut foreign = u8x16::splat(simd, 0);
    for block in line.as_chunks::<16>().0.iter().chain(line.last_chunk()) {
        let octets = u8x16::load_array_ref(simd, block);
        foreign |= low.swizzle_dyn_within_blocks(octets & 15) & high.swizzle_dyn_within_blocks(octets >> 4);
    }
    foreign.simd_eq(0).all_true()
}

/// Decodes a line of at least 16 octets. Returns whether the line consists only of symbols, and there is room for
/// it.
#[inline(always)]
pub(in crate::kernels) fn line_of_symbols<S: Simd>(simd: S, line: &[u8], octets: &mut [u8]) -> bool {
    if octets.len() < line.len() / 4 * 3 + SLACK {
        return false;
    }
    let mut sound = true;
    let (blocks, rest) = line.as_chunks::<64>();
    for (number, block) in blocks.iter().enumerate() {
        let Some(room) = octets.get_mut(48 * number..).and_then(<[u8]>::first_chunk_mut) else {
            return false;
        };
        sound &= symbols_64(simd, block, room);
    }
    // The last block can overlap the block before it. The octets of the overlap are then written twice.
    if whole_blocks(simd)
        && let (Some(block), false) = (line.last_chunk(), rest.is_empty())
    {
        let room = octets.get_mut((line.len() - 64) / 4 * 3..).and_then(<[u8]>::first_chunk_mut);
        return sound & room.is_some_and(|room| symbols_64(simd, block, room));
    }
    let (mut start, last) = (line.len() - rest.len(), line.len() - 16);
    while start < line.len() {
        let at = start.min(last);
        let block = line.get(at..).and_then(<[u8]>::first_chunk);
        let room = octets.get_mut(at / 4 * 3..).and_then(<[u8]>::first_chunk_mut);
        let (Some(block), Some(room)) = (block, room) else { return false };
        sound &= symbols_16(simd, block, room);
        start += 16;
    }
    sound
}

/// Decodes 64 symbols to the first 48 octets of `room`. Returns whether all 64 octets are symbols.
#[inline(always)]
fn symbols_64<S: Simd>(simd: S, symbols: &[u8; 64], room: &mut [u8; SLACK]) -> bool {
    let (sextets, are_symbols) = sextets::<S, false>(simd, u8x64::load_array_ref(simd, symbols));
    let joined = joined_64(simd, sextets);
    if whole_blocks(simd) {
        joined.swizzle_dyn(u8x64::load_array_ref(simd, &PACKED_64)).store_array(room);
    } else {
        let table = u8x64::block_splat(u8x16::load_array_ref(simd, &PACKED));
        let (left, right) = joined.swizzle_dyn_within_blocks(table).split();
        let ((a, b), (c, d)) = (left.split(), right.split());
        for (number, block) in [a, b, c, d].into_iter().enumerate() {
            if let Some(place) = room.get_mut(12 * number..).and_then(<[u8]>::first_chunk_mut) {
                block.store_array(place);
            }
        }
    }
    are_symbols == u64::MAX
}

/// Returns the values of 64 base64 characters, from 0 to 63, and a mask with a bit for each octet that is a base64
/// character. `IMAP` selects the alphabet that has `,` in place of `/`.
#[inline(always)]
pub(super) fn sextets<S: Simd, const IMAP: bool>(simd: S, symbols: u8x64<S>) -> (u8x64<S>, u64) {
    if whole_blocks(simd) {
        let [below, above, ..] = if IMAP { &IMAP_SEXTETS } else { &SEXTETS };
        let (low, high) = (u8x64::load_array_ref(simd, below), u8x64::load_array_ref(simd, above));
        let sextets = low.concat_swizzle_dyn(high, symbols);
        return (sextets, (sextets | symbols).simd_lt(0x80).to_bitmask());
    }
    let table = |table| u8x64::block_splat(u8x16::load_array_ref(simd, table));
    let (low, high) = (symbols & 15, symbols >> 4);
    let lows = if IMAP { &IMAP_LOW } else { &LOW };
    let foreign = table(lows).swizzle_dyn_within_blocks(low) & table(&HIGH).swizzle_dyn_within_blocks(high);
    let slash = symbols.simd_eq(b'/').select(u8x64::splat(simd, 0xFF), u8x64::splat(simd, 0));
    let sextets = symbols + table(&ROLL).swizzle_dyn_within_blocks(high + slash);
    (sextets, foreign.simd_eq(0).to_bitmask())
}

/// Decodes the first 64 octets of `symbols`. They encode UTF-16 units in big-endian order, and the units are written in
/// little-endian order. If one of the octets is not a symbol, then only the bits from the symbols before it have a
/// meaning. Returns `None` if 64 octets cannot be read or written.
#[inline(always)]
pub(super) fn symbols_to_units<S: Simd, const IMAP: bool>(
    simd: S,
    symbols: &[u8],
    room: &mut [u8],
) -> Option<()> {
    let symbols = u8x64::load_array_ref(simd, symbols.first_chunk()?);
    let room = room.first_chunk_mut::<64>()?;
    // For an octet that is not a symbol, `sextets` returns a number of more than six bits. The upper bits are
    // removed, so that they do not change the values of the symbols before this octet.
    let joined = joined_64(simd, sextets::<S, IMAP>(simd, symbols).0 & 0x3F);
    if whole_blocks(simd) {
        joined.swizzle_dyn(u8x64::load_array_ref(simd, &UNITS_64)).store_array(room);
        return Some(());
    }
    let table = u8x64::block_splat(u8x16::load_array_ref(simd, &UNITS));
    let (left, right) = joined.swizzle_dyn_within_blocks(table).split();
    let ((a, b), (c, d)) = (left.split(), right.split());
    for (number, block) in [a, b, c, d].into_iter().enumerate() {
        block.store_array(room.get_mut(12 * number..)?.first_chunk_mut()?);
    }
    Some(())
}

/// Decodes 16 symbols to the first 12 octets of `room`. Returns whether all 16 octets are symbols.
#[inline(always)]
fn symbols_16<S: Simd>(simd: S, symbols: &[u8; 16], room: &mut [u8; 16]) -> bool {
    let symbols = u8x16::load_array_ref(simd, symbols);
    let table = |table| u8x16::load_array_ref(simd, table);
    let (low, high) = (symbols & 15, symbols >> 4);
    let foreign = table(&LOW).swizzle_dyn_within_blocks(low) & table(&HIGH).swizzle_dyn_within_blocks(high);
    let slash = symbols.simd_eq(b'/').select(u8x16::splat(simd, 0xFF), u8x16::splat(simd, 0));
    let sextets = symbols + table(&ROLL).swizzle_dyn_within_blocks(high + slash);
    let pairs = sextets.bitcast::<u16x8<S>>();
    let twelve = ((pairs & 0xFF) << 6 | pairs >> 8).bitcast::<i16x8<S>>();
    let joined =
        twelve.pairwise_dot_product(i16x8::load_array_ref(simd, &[4096, 1, 4096, 1, 4096, 1, 4096, 1]));
    joined.to_bytes().swizzle_dyn_within_blocks(table(&PACKED)).store_array(room);
    foreign.simd_eq(0).all_true()
}

/// The 24 bits of each group of four values, as a little-endian number.
#[inline(always)]
fn joined_64<S: Simd>(simd: S, sextets: u8x64<S>) -> u8x64<S> {
    let pairs = sextets.bitcast::<u16x32<S>>();
    let twelve = ((pairs & 0xFF) << 6 | pairs >> 8).bitcast::<i16x32<S>>();
    twelve
        .pairwise_dot_product(i16x32::block_splat(i16x8::load_array_ref(
            simd,
            &[4096, 1, 4096, 1, 4096, 1, 4096, 1],
        )))
        .to_bytes()
}

/// [`LOW`] has bits for each lower half of an octet, and [`HIGH`] has bits for each upper half. An octet is not a
/// symbol if the bits of its two halves have a bit in common.
const LOW: [u8; 16] =
    [0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A];
const HIGH: [u8; 16] =
    [0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10];
/// [`LOW`] for the alphabet of IMAP, which has `,` in place of `/`. The value of `,` needs no exception in
/// [`ROLL`].
const IMAP_LOW: [u8; 16] =
    [0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1A, 0x1B, 0x1B, 0x1B];
/// The number that is added to a symbol to give its value. The index is the upper half of the symbol; for `/`, the
/// index is one less.
const ROLL: [u8; 16] = [0, 16, 19, 4, 191, 191, 185, 185, 0, 0, 0, 0, 0, 0, 0, 0];
/// For each octet of the result, its place in four numbers of 24 bits, each of which takes four octets. The highest
/// octet of each number comes first in the result.
const PACKED: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 15, 15, 15, 15];

/// The places of [`PACKED`] with the two octets of each 16 bits exchanged.
const UNITS: [u8; 16] = [1, 2, 6, 0, 4, 5, 9, 10, 14, 8, 12, 13, 15, 15, 15, 15];

/// For each octet of four numbers, its place in twelve octets. A number is made from three of the twelve octets,
/// and the last of these three is its lowest octet. Each number takes four octets, and its highest octet is not
/// used.
const SPREAD: [u8; 16] = [2, 1, 0, 0, 5, 4, 3, 3, 8, 7, 6, 6, 11, 10, 9, 9];

/// The places of [`SPREAD`] for sixteen numbers.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const SPREAD_64: [u8; 64] = {
    let mut spread = [0; 64];
    let mut at = 0;
    while at < 64 {
        spread[at] = (at / 16 * 12) as u8 + SPREAD[at % 16];
        at += 1;
    }
    spread
};

/// The number that is added to a value to give its symbol: for small letters, each digit, `+`, `/`, and capitals.
const TO_SYMBOL: [u8; 16] = [71, 252, 252, 252, 252, 252, 252, 252, 252, 252, 252, 237, 240, b'A', 0, 0];

/// The numbers of [`TO_SYMBOL`] for the alphabet of IMAP.
const TO_IMAP_SYMBOL: [u8; 16] = [71, 252, 252, 252, 252, 252, 252, 252, 252, 252, 252, 237, 237, b'A', 0, 0];

/// For each octet of the result, its place in sixteen numbers of 24 bits, each of which takes four octets. The
/// highest octet of each number comes first in the result.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const PACKED_64: [u8; 64] = {
    let mut packed = [0; 64];
    let mut at = 0;
    while at < 48 {
        packed[at] = (at / 3 * 4 + 2 - at % 3) as u8;
        at += 1;
    }
    packed
};

/// The places of [`PACKED_64`] with the two octets of each 16 bits exchanged.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const UNITS_64: [u8; 64] = {
    let mut units = [0; 64];
    let mut at = 0;
    while at < 64 {
        units[at] = PACKED_64[at ^ 1];
        at += 1;
    }
    units
};
