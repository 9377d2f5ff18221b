//! Decodes UTF-7 (RFC 2152) and the modified UTF-7 of IMAP (RFC 3501 section 5.1.3) to UTF-8, by way of UTF-16.
//!
//! Masks of 64 octets show which octets start a shifted sequence and which octets are symbols. One addition finds
//! the ends of all sequences, because the carry that each start adds runs through the symbols after the start.
//! Each sequence is then decoded by itself, 64 symbols to 24 units. The direct characters, which are written as
//! themselves between the sequences, are widened to units. However, direct text of 64 octets or more is copied.

use super::base64::{sextets, symbols_to_units};
use super::utf16;
use crate::kernels::utf7::{SHORT, SHORT_ROOM};
use crate::kernels::utf16::ROOM;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x32, u8x64, u16x16, u16x32};

/// The size in UTF-16 units of the buffer between UTF-7 and UTF-8. This many units fit into the first-level
/// cache.
const UNITS: usize = 512;
/// The maximum number of units that are written for 64 octets, including units without a meaning after the last
/// one.
const BEYOND: usize = 96;

/// The end of an input is decoded in a copy if it has at most this many octets. The kernel reads 64 octets at a time.
/// Therefore the end of the input is copied to an array in which zeros follow it.
const TAIL: usize = 256;

#[inline(always)]
pub(in crate::kernels) fn short<S: Simd, const IMAP: bool>(
    simd: S,
    encoded: &[u8],
    octets: &mut [u8; SHORT_ROOM],
) -> Option<usize> {
    let (mut copy, mut units) = ([0; SHORT + 128], [0; 2 * (SHORT + BEYOND)]);
    copy.get_mut(..encoded.len())?.copy_from_slice(encoded);
    // In UTF-7, a zero after the text is decoded, too. It ends a sequence that is open at the end of the text. The unit
    // of the zero is left out of the result.
    let zeros = usize::from(!IMAP);
    let end = encoded.len() + zeros;
    let mut run = Run { input: &copy, end, most: usize::MAX, read: 0, count: 0, after_shift: false };
    run.windows::<S, IMAP>(simd, &mut units);
    to_utf8(simd, &mut units, run.count.checked_sub(zeros).filter(|_| run.read == end)?, octets)
}

#[inline(always)]
pub(in crate::kernels) fn blocks<S: Simd, const IMAP: bool>(
    simd: S,
    encoded: &[u8],
    mut after_shift: bool,
    octets: &mut [u8],
) -> (usize, usize) {
    let mut units = [0; 2 * (UNITS + BEYOND)];
    let (mut read, mut written) = (0, 0);
    loop {
        let room = octets.get_mut(written..).unwrap_or_default();
        let copied = copy::<S, IMAP>(simd, encoded.get(read..).unwrap_or_default(), room);
        after_shift &= copied == 0;
        (read, written) = (read + copied, written + copied);

        let rest = encoded.get(read..).unwrap_or_default();
        let room = octets.get_mut(written..).unwrap_or_default();
        let most = (room.len().saturating_sub(ROOM + BEYOND) / 3).min(UNITS);
        let mut run = Run { input: rest, end: rest.len(), most, read: 0, count: 0, after_shift };
        run.windows::<S, IMAP>(simd, &mut units);
        let mut tail = [0; TAIL + 128];
        if run.read == 0
            && let Some(place) = tail.get_mut(..rest.len()).filter(|_| rest.len() <= TAIL)
        {
            place.copy_from_slice(rest);
            run = Run { input: &tail, ..run };
            run.windows::<S, IMAP>(simd, &mut units);
        }
        let Run { read: more, count, after_shift: after, .. } = run;
        match to_utf8(simd, &mut units, count, room).filter(|_| more > 0) {
            Some(octets) => (read, written, after_shift) = (read + more, written + octets, after),
            None => return (read, written),
        }
    }
}

/// Copies whole blocks of direct characters. Returns the number of octets that were copied.
#[inline(always)]
fn copy<S: Simd, const IMAP: bool>(simd: S, encoded: &[u8], room: &mut [u8]) -> usize {
    let mut copied = 0;
    for (block, room) in encoded.as_chunks::<64>().0.iter().zip(room.as_chunks_mut::<64>().0) {
        let octets = u8x64::load_array_ref(simd, block);
        if (octets.simd_eq(shift::<IMAP>()) | foreign::<S, IMAP>(octets)).any_true() {
            break;
        }
        octets.store_array(room);
        copied += 64;
    }
    copied
}

/// Writes the UTF-8 of `count` units. Returns the number of octets that were written; `None` if a surrogate is
/// unpaired.
#[inline(always)]
fn to_utf8<S: Simd>(simd: S, units: &mut [u8], count: usize, room: &mut [u8]) -> Option<usize> {
    // The kernel reads whole blocks, and one unit after them. Each unit of zero after the text becomes one octet.
    let padded = count.next_multiple_of(32);
    units.get_mut(2 * count..2 * padded + 2)?.fill(0);
    let (read, written) = utf16::blocks(simd, units.get(..2 * padded + 2)?, false, room);
    (read == 2 * padded).then(|| written - (padded - count))
}

/// The character that starts a shifted sequence.
#[inline(always)]
const fn shift<const IMAP: bool>() -> u8 {
    if IMAP { b'&' } else { b'+' }
}

/// The mask of the octets that neither are direct characters nor start a shifted sequence.
#[inline(always)]
fn foreign<S: Simd, const IMAP: bool>(octets: u8x64<S>) -> fearless_simd::mask8x64<S> {
    if IMAP { (octets - b' ').simd_ge(0x5F) } else { octets.simd_ge(0x80) }
}

/// The state of decoding UTF-7 to UTF-16 units.
struct Run<'a> {
    input: &'a [u8],
    /// The end of the text. The octets of `input` after it are not text.
    end: usize,
    /// The maximum number of units.
    most: usize,
    /// The number of octets read and the number of units written, up to a place outside shifted sequences.
    read: usize,
    count: usize,
    after_shift: bool,
}

impl Run<'_> {
    /// Decodes 64 octets at a time. Stops before irregular text, when there is no more room, and before 64 octets
    /// without a shifted sequence, which [`blocks`] copies instead.
    #[inline(always)]
    fn windows<S: Simd, const IMAP: bool>(&mut self, simd: S, units: &mut [u8]) {
        while self.read < self.end && self.count + BEYOND <= self.most {
            let base = self.read;
            let Some(octets) = load(simd, self.input, base) else { return };
            let shifts = octets.simd_eq(shift::<IMAP>()).to_bitmask();
            if shifts == 0 && base > 0 && self.end - base >= 64 {
                return;
            }
            let symbols = sextets::<S, IMAP>(simd, octets).1;
            let starts = if IMAP { shifts << 1 } else { shifts };
            let mut ends = symbols.wrapping_add(starts) & !symbols;
            let dashes = octets.simd_eq(b'-').to_bitmask();
            let foreign = foreign::<S, IMAP>(octets).to_bitmask().trailing_zeros() as usize;
            let stop = foreign.min(self.end - base);
            let mut at = 0;
            loop {
                let shift = (shifts & u64::MAX.checked_shl(at as u32).unwrap_or(0)).trailing_zeros() as usize;
                let gap = shift.min(stop).saturating_sub(at);
                if widen(simd, self.input, base + at, gap, units, self.count).is_none() {
                    return;
                }
                at += gap;
                self.read = base + at;
                self.count += gap;
                self.after_shift &= gap == 0;
                if shift >= stop {
                    break;
                }
                let end = ends.trailing_zeros() as usize;
                ends &= ends.wrapping_sub(1);
                let sequence = if end < 64 {
                    let whole = base + end < self.end;
                    let closed = dashes >> end & 1 == 1;
                    whole.then(|| self.sequence::<S, IMAP>(simd, end - shift - 1, closed, units)).flatten()
                } else {
                    self.long_sequence::<S, IMAP>(simd, units)
                };
                if sequence.is_none() {
                    return;
                }
                at = self.read - base;
                if at >= 64 {
                    break;
                }
            }
            if at == stop && stop < 64 {
                return;
            }
        }
    }

    /// Decodes a shifted sequence of at most 64 symbols. `closed` says whether a `-` ends the sequence. If
    /// the sequence is ill-formed, or if there is too little room, then the state stays unchanged and the
    /// result is `None`.
    #[inline(always)]
    fn sequence<S: Simd, const IMAP: bool>(
        &mut self,
        simd: S,
        symbols: usize,
        closed: bool,
        units: &mut [u8],
    ) -> Option<()> {
        if symbols == 0 {
            let place = units.get_mut(2 * self.count..)?.first_chunk_mut().filter(|_| closed)?;
            *place = [shift::<IMAP>(), 0];
            self.advance(2, 1, false);
            return Some(());
        }
        let input = self.input.get(self.read + 1..)?;
        symbols_to_units::<S, IMAP>(simd, input, units.get_mut(2 * self.count..)?)?;
        self.end::<S, IMAP>(simd, self.count, symbols, closed, units)?;
        self.advance(1 + symbols + usize::from(closed), symbols * 6 / 16, closed);
        Some(())
    }

    /// Decodes a shifted sequence of any number of symbols, as [`Run::sequence`] decodes a short one.
    #[inline(always)]
    fn long_sequence<S: Simd, const IMAP: bool>(&mut self, simd: S, units: &mut [u8]) -> Option<()> {
        let (mut from, mut count) = (self.read + 1, self.count);
        while count + BEYOND <= self.most {
            let octets = load(simd, self.input, from)?;
            let symbols = sextets::<S, IMAP>(simd, octets).1.trailing_ones() as usize;
            let closed = self.input.get(from + symbols) == Some(&b'-');
            if symbols < 64 && from + symbols >= self.end {
                return None;
            }
            if from == self.read + 1 && symbols < 64 {
                return self.sequence::<S, IMAP>(simd, symbols, closed, units);
            }
            let input = self.input.get(from..)?;
            symbols_to_units::<S, IMAP>(simd, input, units.get_mut(2 * count..)?)?;
            self.end::<S, IMAP>(simd, count, symbols, closed || symbols == 64, units)?;
            (from, count) = (from + symbols, count + symbols * 6 / 16);
            if symbols < 64 {
                let read = from + usize::from(closed) - self.read;
                self.advance(read, count - self.count, closed);
                return Some(());
            }
        }
        None
    }

    /// Checks the end of a shifted sequence: its last `symbols` symbols, which were decoded to `units` from the index
    /// `count` on. `closed` says whether a `-` ends the sequence. Also checks each 64 symbols before the end of a long
    /// sequence; then `closed` is true. Returns `None` if there is an error, and `Some` otherwise.
    #[inline(always)]
    fn end<S: Simd, const IMAP: bool>(
        &self,
        simd: S,
        count: usize,
        symbols: usize,
        closed: bool,
        units: &[u8],
    ) -> Option<()> {
        let (whole, left) = (symbols * 6 / 16, symbols * 6 % 16);
        let unit = |at: usize| Some(u16::from_le_bytes(*units.get(2 * at..)?.first_chunk()?));
        let left_over = u32::from(unit(count + whole)?) >> (16 - left);
        // The two surrogates of a pair must not be in two sequences.
        let split = count == self.count && unit(count)? & 0xFC00 == 0xDC00;
        let mut sound = left_over == 0 && !split;
        if IMAP {
            let block =
                u8x64::load_array_ref(simd, units.get(2 * count..)?.first_chunk()?).bitcast::<u16x32<S>>();
            let printable = (block - 0x20).simd_lt(0x5F).to_bitmask() & ((1_u64 << whole) - 1);
            sound &= printable == 0 && left < 6 && closed && !(self.after_shift && count == self.count);
        }
        sound.then_some(())
    }

    #[inline(always)]
    fn advance(&mut self, read: usize, count: usize, after_shift: bool) {
        self.read += read;
        self.count += count;
        self.after_shift = after_shift;
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, input: &[u8], at: usize) -> Option<u8x64<S>> {
    input.get(at..)?.first_chunk().map(|octets| u8x64::load_array_ref(simd, octets))
}

/// Widens the `len` US-ASCII octets of `input` from offset `at` on to units of UTF-16. The units after these are
/// arbitrary.
#[inline(always)]
fn widen<S: Simd>(
    simd: S,
    input: &[u8],
    at: usize,
    len: usize,
    units: &mut [u8],
    count: usize,
) -> Option<()> {
    for done in [0, 32] {
        let octets = u8x32::load_array_ref(simd, input.get(at + done..)?.first_chunk()?);
        let (low, high): (u16x16<S>, u16x16<S>) = octets.widen();
        let room = units.get_mut(2 * (count + done)..)?.first_chunk_mut()?;
        low.combine(high).to_bytes().store_array(room);
        if len <= 32 {
            break;
        }
    }
    Some(())
}
