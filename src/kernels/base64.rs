//! Base64 (RFC 2045 section 6.8): lines of equal length that hold nothing but symbols.
//!
//! Each symbol is looked up by its two halves (Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2
//! Instructions"), or, with AVX-512, in one table of 128 entries.

use super::whole_blocks;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, i16x8, i16x32, u8x16, u8x64, u16x8, u16x32};
use memchr::memchr;

/// Vectors are stored whole; no more than this is written after the last octet that was decoded.
pub(crate) const SLACK: usize = 64;

/// Decodes whole lines at the start of `encoded`, as many as are regular and as there is room for, with [`SLACK`]
/// octets to spare. A line is regular if it has as many symbols as the first, a multiple of four and at least 16, and
/// nothing else before its line end. Linear time.
pub(crate) fn decode_lines(level: Level, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    let Some(shape) = Shape::of(encoded) else { return (0, 0) };
    dispatch!(level, simd => lines(simd, shape, encoded, octets))
}

/// The number of octets in the lines at the start of `encoded` that are regular. Linear time.
pub(crate) fn regular_lines(level: Level, encoded: &[u8]) -> usize {
    let Some(shape) = Shape::of(encoded) else { return 0 };
    dispatch!(level, simd => {
        let are_symbols = |line: &&[u8]| shape.symbols_of(line).is_some_and(|line| are_symbols(simd, line));
        shape.line * encoded.chunks_exact(shape.line).take_while(are_symbols).count()
    })
}

/// What all the lines have in common.
#[derive(Clone, Copy)]
struct Shape {
    symbols: usize,
    /// The length with the line end.
    line: usize,
    crlf: bool,
}

#[inline(always)]
fn lines<S: Simd>(simd: S, shape: Shape, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
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

impl Shape {
    /// The shape of the first line, if it is regular apart from its octets.
    fn of(encoded: &[u8]) -> Option<Self> {
        let end = memchr(b'\n', encoded)?;
        let crlf = end.checked_sub(1).and_then(|last| encoded.get(last)) == Some(&b'\r');
        let shape = Self { symbols: end - usize::from(crlf), line: end + 1, crlf };
        (shape.symbols >= 16 && shape.symbols.is_multiple_of(4)).then_some(shape)
    }

    /// A line of this shape without its line end.
    #[inline(always)]
    fn symbols_of(self, line: &[u8]) -> Option<&[u8]> {
        let (line, end) = line.split_at_checked(self.symbols)?;
        (end == b"\n" || self.crlf && end == b"\r\n").then_some(line)
    }
}

/// Whether a line of at least 16 octets has only symbols.
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

/// Decodes a line of at least 16 octets. Returns whether it has only symbols, and fits.
#[inline(always)]
fn line_of_symbols<S: Simd>(simd: S, line: &[u8], octets: &mut [u8]) -> bool {
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
    // The last block may overlap the one before it, whose octets are then written twice.
    let last = line.len() - 16;
    let starts = (line.len() - rest.len()..last).step_by(16).chain((!rest.is_empty()).then_some(last));
    for start in starts {
        let block = line.get(start..).and_then(<[u8]>::first_chunk);
        let room = octets.get_mut(start / 4 * 3..).and_then(<[u8]>::first_chunk_mut);
        let (Some(block), Some(room)) = (block, room) else { return false };
        sound &= symbols_16(simd, block, room);
    }
    sound
}

/// Decodes 64 symbols to the first 48 octets of `room`. Returns whether all are symbols.
#[inline(always)]
fn symbols_64<S: Simd>(simd: S, symbols: &[u8; 64], room: &mut [u8; SLACK]) -> bool {
    let symbols = u8x64::load_array_ref(simd, symbols);
    if whole_blocks(simd) {
        let [low, high] = [&SEXTETS.0, &SEXTETS.1].map(|half| u8x64::load_array_ref(simd, half));
        let sextets = low.concat_swizzle_dyn(high, symbols);
        joined_64(simd, sextets).swizzle_dyn(u8x64::load_array_ref(simd, &PACKED_64)).store_array(room);
        return !(sextets | symbols).simd_ge(0x80).any_true();
    }
    let table = |table| u8x64::block_splat(u8x16::load_array_ref(simd, table));
    let (low, high) = (symbols & 15, symbols >> 4);
    let foreign = table(&LOW).swizzle_dyn_within_blocks(low) & table(&HIGH).swizzle_dyn_within_blocks(high);
    let slash = symbols.simd_eq(b'/').select(u8x64::splat(simd, 0xFF), u8x64::splat(simd, 0));
    let sextets = symbols + table(&ROLL).swizzle_dyn_within_blocks(high + slash);
    let packed = joined_64(simd, sextets).swizzle_dyn_within_blocks(table(&PACKED));
    let (left, right) = packed.split();
    let ((a, b), (c, d)) = (left.split(), right.split());
    for (number, block) in [a, b, c, d].into_iter().enumerate() {
        if let Some(place) = room.get_mut(12 * number..).and_then(<[u8]>::first_chunk_mut) {
            block.store_array(place);
        }
    }
    foreign.simd_eq(0).all_true()
}

/// Decodes 16 symbols to the first 12 octets of `room`. Returns whether all are symbols.
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

/// The 24 bits of each four sextets, as a little-endian number.
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

/// For the lower and the upper half of an octet, bits that both have if it is no symbol.
const LOW: [u8; 16] =
    [0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A];
const HIGH: [u8; 16] =
    [0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10];
/// What is added to a symbol to make its value, by its upper half; one less for `/`.
const ROLL: [u8; 16] = [0, 16, 19, 4, 191, 191, 185, 185, 0, 0, 0, 0, 0, 0, 0, 0];
/// The octets of four numbers of 24 bits, highest first.
const PACKED: [u8; 16] = [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 15, 15, 15, 15];

/// The octets of sixteen numbers of 24 bits, highest first.
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

/// The values of the symbols among the octets below 64 and above; 0x80 for others.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const SEXTETS: ([u8; 64], [u8; 64]) = {
    let (mut below, mut above) = ([0x80; 64], [0x80; 64]);
    let mut value = 0;
    while value < 64 {
        let symbol =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[value as usize] as usize;
        if symbol < 64 {
            below[symbol] = value;
        } else {
            above[symbol - 64] = value;
        }
        value += 1;
    }
    (below, above)
};
