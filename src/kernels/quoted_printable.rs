//! Quoted-printable (RFC 2045 section 6.7): text, escapes and soft line breaks, 64 octets at a time.

use super::compress::append;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, mask8x64, u8x64};
use std::hint::black_box;

/// Decodes octets at the start of `encoded` as far as they are regular: each `=` starts an escape or is directly
/// before a line end, and no blank is directly before CR or LF. Stops neither within an escape nor after a blank.
/// Linear time.
pub(crate) fn decode(level: Level, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    dispatch!(level, simd => blocks(simd, encoded, octets))
}

#[inline(always)]
fn blocks<S: Simd>(simd: S, encoded: &[u8], octets: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    // The first octets of a block that belong to the escape or line break at the end of the block before it.
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
            // The compiler (1.95) would take the bits of masks apart one by one, which is twice as slow.
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

/// The values of hexadecimal digits, and which octets are digits.
#[inline(always)]
fn digits<S: Simd>(octets: u8x64<S>) -> (u8x64<S>, mask8x64<S>) {
    let digit = octets - b'0';
    let letter = (octets | 0x20) - b'a';
    let (is_digit, is_letter) = (digit.simd_lt(10), letter.simd_lt(6));
    (is_digit.select(digit, letter + 10), is_digit | is_letter)
}
