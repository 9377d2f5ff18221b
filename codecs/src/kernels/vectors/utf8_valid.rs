//! Searches for the first ill-formed sequence of UTF-8 (RFC 3629 section 4), 64 octets at a time.
//!
//! Lead octets tell which of the next three octets must be continuation octets. A sequence is ill-formed in these
//! cases:
//!
//! - An octet that must be a continuation octet is none.
//! - An octet is a continuation octet, although no lead octet requires this.
//! - The lead octet occurs in no character.
//! - No character has both this lead octet and this second octet.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x64};

/// The number of octets of a block.
const BLOCK: usize = 64;

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd>(simd: S, octets: &[u8]) -> usize {
    let next = octets.get(1..).unwrap_or_default();
    let (mut at, mut due) = (0, 0);
    for (block, next) in octets.as_chunks().0.iter().zip(next.as_chunks().0) {
        if let Some(error) = first_error(simd, block, next, &mut due) {
            return start(octets, at, error);
        }
        at += BLOCK;
    }
    // At most one block is left. NUL fills it up, because NUL continues no character.
    let mut last = [0; BLOCK + 1];
    let rest = octets.get(at..).unwrap_or_default();
    if let Some(last) = last.get_mut(..rest.len()) {
        last.copy_from_slice(rest);
    }
    let (Some(block), Some(next)) = (last.first_chunk(), last.last_chunk()) else { return at };
    match first_error(simd, block, next, &mut due) {
        Some(error) => start(octets, at, error),
        None if due != 0 => start(octets, octets.len(), Error { at: 0, is_missing: true }),
        None => octets.len(),
    }
}

/// An octet of a block at which an error was found.
#[derive(Clone, Copy)]
struct Error {
    at: usize,
    /// Whether the octet should have been a continuation octet. Otherwise the ill-formed sequence starts with the
    /// octet.
    is_missing: bool,
}

/// The offset of the ill-formed sequence, for an error in the block at `at`.
#[inline(always)]
fn start(octets: &[u8], at: usize, error: Error) -> usize {
    let end = at + error.at;
    let before = octets.get(..end).filter(|_| error.is_missing);
    before.and_then(|before| before.iter().rposition(|octet| *octet >= 0xC0)).unwrap_or(end)
}

/// The first error of a block. `next` is the block that begins one octet later. In `due`, a bit is set for each octet
/// of the block that must be a continuation octet because of a lead octet before the block. The function sets `due` to
/// the bits for the block after this one.
#[inline(always)]
fn first_error<S: Simd>(simd: S, block: &[u8; BLOCK], next: &[u8; BLOCK], due: &mut u64) -> Option<Error> {
    let [octets, next] = [block, next].map(|block| u8x64::load_array_ref(simd, block));
    if octets.simd_lt(0x80).all_true() && *due == 0 {
        return None;
    }
    let [two, three, four] = [0xC0, 0xE0, 0xF0].map(|least| octets.simd_ge(least).to_bitmask());
    let continuations = octets.simd_ge(0x80).to_bitmask() & !two;
    let must = two << 1 | three << 2 | four << 3 | *due;
    *due = two >> 63 | three >> 62 | four >> 61;
    let is = |lead: u8| octets.simd_eq(lead);
    let wrong = is(0xC0)
        | is(0xC1)
        | octets.simd_ge(0xF5)
        | is(0xE0) & next.simd_lt(0xA0)
        | is(0xED) & next.simd_ge(0xA0)
        | is(0xF0) & next.simd_lt(0x90)
        | is(0xF4) & next.simd_ge(0x90);
    let errors = (must ^ continuations) | wrong.to_bitmask();
    if errors == 0 {
        return None;
    }
    let at = errors.trailing_zeros();
    Some(Error { at: at as usize, is_missing: (must & !continuations) >> at & 1 == 1 })
}
