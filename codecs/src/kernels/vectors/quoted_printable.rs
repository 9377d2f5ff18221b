//! Quoted-printable (RFC 2045 section 6.7), 64 octets at a time: decoding text, escapes and soft line breaks, and
//! escaping octets. The caller must break the lines of escaped octets.

use super::compress::append;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x64, u8x16, u8x64};
use std::hint::black_box;

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(simd: S, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // A bit for each octet of the block. A bit is set if its octet belongs to an escape or a soft line break that
    // began in the previous block.
    let mut taken = 0;
    loop {
        let ahead = |by: usize| {
            encoded.get(read + by..)?.first_chunk::<64>().map(|block| u8x64::load_array_ref(simd, block))
        };
        let (Some(block), Some(second), Some(third)) = (ahead(0), ahead(1), ahead(2)) else { break };
        let equals = block.simd_eq(b'=').to_bitmask();
        let blank = block.simd_eq(b' ') | block.simd_eq(b'\t');
        let (line_feed, carriage_return) = (second.simd_eq(b'\n'), second.simd_eq(b'\r'));
        if (blank & (line_feed | carriage_return)).any_true() {
            break;
        }
        let Some(room) = octets.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<64>) else { break };
        if equals | taken == 0 {
            block.store_array(room);
            written += 64;
        } else {
            let (high, is_high) = digits(second);
            let (low, is_low) = digits(third);
            let escapes = (is_high & is_low).to_bitmask();
            let short = equals & line_feed.to_bitmask();
            let long = equals & (carriage_return & third.simd_eq(b'\n')).to_bitmask();
            // Without `black_box`, the compiler (1.95) would take the bits of masks apart one by one, which is
            // twice as slow.
            let (wide, short) = (black_box(equals & escapes | long), black_box(short));
            if equals != wide | short {
                break;
            }
            let dropped = short | long | (wide | short) << 1 | wide << 2 | taken;
            taken = (wide | short) >> 63 | wide >> 62;
            let octets_of_escapes = high << 4 | low;
            let decoded = block.simd_eq(b'=').select(octets_of_escapes, block);
            written += append(simd, decoded, !dropped, room, 0);
        }
        read += 64;
    }
    if taken == 0 {
        let blanks =
            |octets: &[u8]| octets.iter().rev().take_while(|octet| matches!(octet, b' ' | b'\t')).count();
        let before = blanks(encoded.get(..read).unwrap_or_default());
        (read - before, written - before)
    } else {
        (read + taken.count_ones() as usize, written)
    }
}

/// The values of hexadecimal digits, and the octets that are digits.
#[inline(always)]
fn digits<S: Simd>(octets: u8x64<S>) -> (u8x64<S>, mask8x64<S>) {
    let digit = octets - b'0';
    let letter = (octets | 0x20) - b'a';
    let (is_digit, is_letter) = (digit.simd_lt(10), letter.simd_lt(6));
    (is_digit.select(digit, letter + 10), is_digit | is_letter)
}

/// The room for the output of a block, in which each octet becomes at most three, and for the octets that are
/// written after the output.
const ESCAPED: usize = 3 * 64 + 16;

#[inline(always)]
pub(in crate::kernels) fn escaped<S: Simd>(
    simd: S,
    octets: &[u8],
    crlf: bool,
    columns: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // 1 if the first octet of a block is the LF of a CRLF, 0 otherwise.
    let mut taken = 0;
    let load = |at: usize| octets.get(at..)?.first_chunk().map(|block| u8x64::load_array_ref(simd, block));
    while let (Some(block), Some(second), Some(third)) = (load(read), load(read + 1), load(read + 2))
        && let Some(room) = columns.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<ESCAPED>)
    {
        let blank = block.simd_eq(b' ') | block.simd_eq(b'\t');
        let shown = (block - b'!').simd_lt(0x5E) & block.simd_ne(b'=');
        let (at_end, before_end) = if crlf {
            let feeds = second.simd_eq(b'\n');
            (block.simd_eq(b'\r') & feeds, second.simd_eq(b'\r') & third.simd_eq(b'\n'))
        } else {
            (block.simd_eq(b'\n'), second.simd_eq(b'\n'))
        };
        let ends = at_end.to_bitmask();
        let feeds = if crlf { ends << 1 | taken } else { 0 };
        let literal = black_box((shown | blank & !before_end).to_bitmask()) | ends | feeds;
        taken = if crlf { ends >> 63 } else { 0 };
        read += 64;
        if literal == u64::MAX {
            if let Some(room) = room.first_chunk_mut() {
                block.store_array(room);
            }
            written += 64;
            continue;
        }
        let literals = mask8x64::from_bitmask(simd, literal);
        let (octets, firsts) =
            (block.to_array(), literals.select(block, u8x64::splat(simd, b'=')).to_array());
        let (octets, firsts) = (octets.as_chunks().0.iter(), firsts.as_chunks().0.iter());
        let literals = literal.to_le_bytes();
        let mut at = 0;
        for ((octets, firsts), literals) in octets.zip(firsts).zip(literals.as_chunks().0) {
            at += columns_16(simd, octets, firsts, *literals, room, at);
        }
        written += at;
    }
    if taken == 1
        && let Some(place) = columns.get_mut(written)
    {
        *place = b'\n';
        (read, written) = (read + 1, written + 1);
    }
    (read, written)
}

/// Writes 16 octets in quoted-printable to `room` from `at` on, and octets without a meaning after them. A column
/// is an octet of the output. `firsts` has the first column of each of the 16 octets. Octets whose bits are set in
/// `literals` have only this column. Returns the number of columns.
#[inline(always)]
fn columns_16<S: Simd>(
    simd: S,
    octets: &[u8; 16],
    firsts: &[u8; 16],
    literals: [u8; 2],
    room: &mut [u8; ESCAPED],
    at: usize,
) -> usize {
    let table = |table| u8x64::load_array_ref(simd, table);
    let thrice = |octets| {
        u8x64::block_splat(u8x16::load_array_ref(simd, octets)).swizzle_dyn_within_blocks(table(&THRICE))
    };
    let (octets, place) = (thrice(octets), table(&PLACE));
    let values = place.simd_eq(1).select(octets >> 4, octets & 15);
    let digits = u8x64::block_splat(u8x16::load_array_ref(simd, b"0123456789ABCDEF"));
    let columns = place.simd_eq(0).select(thrice(firsts), digits.swizzle_dyn_within_blocks(values));
    let kept = |literals: u8| KEPT.get(usize::from(literals)).copied().map_or(0, u64::from);
    let [low, high] = literals;
    append(simd, columns, kept(low) | kept(high) << 24, room, at)
}

/// The numbers from 0 to 15, each three times, and zeros.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const THRICE: [u8; 64] = {
    let mut thrice = [0; 64];
    let mut at = 0;
    while at < 48 {
        thrice[at] = (at / 3) as u8;
        at += 1;
    }
    thrice
};

/// Each octet has three columns. For each column, its number among these three.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
const PLACE: [u8; 64] = {
    let mut place = [0; 64];
    let mut at = 0;
    while at < 64 {
        place[at] = (at % 3) as u8;
        at += 1;
    }
    place
};

/// For each set of literal octets among eight octets, the columns that are kept, as bits. Eight octets have 24
/// columns: three for each. Of the columns of a literal octet, only the first is kept.
#[expect(clippy::indexing_slicing, reason = "it runs at compile time")]
static KEPT: [u32; 256] = {
    let mut kept = [0; 256];
    let mut literals = 0;
    while literals < 256 {
        let mut octet = 0;
        while octet < 8 {
            kept[literals] |= (if literals >> octet & 1 == 1 { 0b001 } else { 0b111 }) << (3 * octet);
            octet += 1;
        }
        literals += 1;
    }
    kept
};
