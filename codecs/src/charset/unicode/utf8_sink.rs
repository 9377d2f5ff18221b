//! The buffer in which the decoders of UTF-7 and UTF-16 convert code units to UTF-8.
//!
//! Appending to a `String` one character at a time is slow: each call reads and writes its length and branches on
//! the length of the character. Here several units are converted together without a branch for each, and some
//! hundred octets are appended together, after a check that they are UTF-8, which is fast and avoids `unsafe`.
//! Linear time, fixed memory.

use super::utf8;
use crate::charset::codec::{MalformedKind, Output};
use std::hint::select_unpredictable as select;

/// The size of the buffer, in octets.
const ROOM: usize = 512;

/// The most octets that are written to the buffer by one step: the UTF-8 of eight units, and octets beyond it,
/// which the next step overwrites.
const SLACK: usize = 32;

/// The buffer. Its octets are appended to the text when it is full or dropped.
pub(crate) struct Utf8Sink<'s, 'o> {
    output: &'s mut Output<'o>,
    octets: [u8; ROOM],
    len: usize,
}

/// The UTF-8 of a unit, with the first octet lowest, and its length in bits.
type Encoded = (u64, u32);

fn one(unit: u16) -> Encoded {
    (u64::from(unit), 8)
}

fn two(unit: u16) -> Encoded {
    let unit = u64::from(unit);
    (0x80C0 | unit >> 6 | (unit & 0x3F) << 8, 16)
}

fn three(unit: u16) -> Encoded {
    let unit = u64::from(unit);
    (0x80_80E0 | unit >> 12 | (unit & 0xFC0) << 2 | (unit & 0x3F) << 16, 24)
}

/// Writes the UTF-8 of `units` at `len`. There are at most eight, and no surrogates. Returns the new length.
#[inline]
fn encode<const COUNT: usize>(units: [u16; COUNT], octets: &mut [u8; ROOM], len: usize) -> usize {
    let all = |is: fn(u16) -> bool| units.iter().fold(true, |all, unit| all & is(*unit));
    // Most text has either only characters below U+0800 (Latin to Arabic), or US-ASCII and characters above.
    if all(|unit| unit < 0x800) {
        write::<4>(&units, octets, len, |unit| select(unit < 0x80, one(unit), two(unit)))
    } else if all(|unit| !(0x80..0x800).contains(&unit)) {
        write::<2>(&units, octets, len, |unit| select(unit < 0x80, one(unit), three(unit)))
    } else {
        let longer = |unit| select(unit < 0x800, two(unit), three(unit));
        write::<2>(&units, octets, len, |unit| select(unit < 0x80, one(unit), longer(unit)))
    }
}

/// Writes the UTF-8 of `units`, which may be surrogates, at `len`. `None` if one is unpaired. `high` is the high
/// surrogate before the units, or zero; it is set to the one that they end with, or zero. Returns the new length.
#[inline]
fn encode_pairs(units: [u16; 8], high: &mut u16, octets: &mut [u8; ROOM], mut len: usize) -> Option<usize> {
    let mut before = *high;
    for unit in units {
        let (value, bits) = match (before, unit) {
            (0, 0..0x80) => one(unit),
            (0, 0x80..0x800) => two(unit),
            (0, 0xD800..=0xDBFF) => (0, 0),
            (0, 0xDC00..=0xDFFF) => return None,
            (0, _) => three(unit),
            (_, 0xDC00..=0xDFFF) => pair(before, unit),
            _ => return None,
        };
        before = if bits == 0 { unit } else { 0 };
        len = store(value.to_le_bytes(), bits as usize / 8, octets, len);
    }
    *high = before;
    Some(len)
}

/// The UTF-8 of a surrogate pair.
fn pair(high: u16, low: u16) -> Encoded {
    let value = 0x1_0000 + ((u64::from(high) & 0x3FF) << 10 | u64::from(low) & 0x3FF);
    (0x8080_80F0 | value >> 18 | (value >> 4 & 0x3F00) | (value & 0xFC0) << 10 | (value & 0x3F) << 24, 32)
}

/// Up to three units, and up to eight octets of US-ASCII after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Three {
    pub(crate) units: Units,
    pub(crate) gap: Gap,
}

/// Eight octets, and how many of the first ones are US-ASCII text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap(pub(crate) [u8; 8], pub(crate) usize);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Units {
    /// Units in 48 bits, the first one highest, and their number. The other bits are zero. No surrogates.
    Plain(u64, usize),
    /// The characters of units with surrogates.
    Paired([Option<char>; 3]),
}

/// The value 1 in each of three units in 48 bits.
const EACH: u64 = 0x1_0001_0001;

/// `value` in each of three units in 48 bits.
const fn each(value: u64) -> u64 {
    EACH * value
}

/// Whether one of three units in 48 bits is a surrogate.
#[inline]
pub(crate) fn has_surrogate(units: u64) -> bool {
    let high = (units & each(0xF800)) ^ each(0xD800);
    high.wrapping_sub(EACH) & !high & each(0x8000) != 0
}

/// Writes the UTF-8 of `count` units in 48 bits, as in [`Units::Plain`], at `len`. Returns the new length.
#[inline]
fn encode_three(units: u64, count: usize, octets: &mut [u8; ROOM], len: usize) -> usize {
    // Absent units are filled with values that keep the conditions below true.
    let others = EACH >> (16 * count);
    let all_two = units | (others * 0x80);
    if all_two & each(0xF800) == 0 && (all_two + each(0x7F80)) & each(0x8000) == each(0x8000) {
        let value = each(0xC080) | ((all_two << 2) & each(0x1F00)) | (all_two & each(0x3F));
        return store((value << 16).to_be_bytes(), 2 * count, octets, len);
    }
    let all_three = units | (others * 0x800);
    let high = all_three & each(0xF800);
    if high.wrapping_sub(EACH) & !high & each(0x8000) == 0 {
        let three = |unit: u64| 0xE0_8080 | (unit & 0xF000) << 4 | (unit & 0xFC0) << 2 | unit & 0x3F;
        let (first, second, third) = (three(all_three >> 32), three(all_three >> 16), three(all_three));
        store((first << 40 | second << 16).to_be_bytes(), 6, octets, len);
        store((third << 40).to_be_bytes(), 3, octets, len + 6);
        return len + 3 * count;
    }
    encode([(units >> 32) as u16, (units >> 16) as u16, units as u16], octets, len) - (3 - count)
}

/// Writes the UTF-8 of up to three characters at `len`. Returns the new length.
#[inline]
fn encode_characters(characters: [Option<char>; 3], octets: &mut [u8; ROOM], len: usize) -> usize {
    characters.into_iter().flatten().fold(len, |len, character| {
        let mut value = [0; 8];
        let count = character.encode_utf8(&mut value).len();
        store(value, count, octets, len)
    })
}

/// Writes `value` at `len`, of which only the first `count` octets are meant. Returns the new length.
#[inline]
fn store(value: [u8; 8], count: usize, octets: &mut [u8; ROOM], len: usize) -> usize {
    match octets.get_mut(len..).and_then(|room| room.first_chunk_mut()) {
        Some(place) => {
            *place = value;
            len + count
        }
        None => len,
    }
}

/// Writes the UTF-8 of `units` at `len`, `FIT` of them at a time, which must fit in eight octets. Returns the new
/// length.
#[inline(always)]
fn write<const FIT: usize>(
    units: &[u16],
    octets: &mut [u8; ROOM],
    mut len: usize,
    encoded: impl Fn(u16) -> Encoded,
) -> usize {
    for units in units.chunks(FIT) {
        let (value, bits) = units.iter().fold((0, 0), |(value, bits), unit| {
            let (more, length) = encoded(*unit);
            (value | more << bits, bits + length)
        });
        len = store(value.to_le_bytes(), bits as usize / 8, octets, len);
    }
    len
}

/// Makes room for [`SLACK`] octets: appends the buffer to the text if it is nearly full. Returns the new length.
#[inline]
fn room(octets: &mut [u8; ROOM], len: usize, output: &mut Output<'_>) -> usize {
    if len <= ROOM - SLACK {
        return len;
    }
    append(octets, len, output);
    0
}

/// Appends the first `len` of `octets` to the text.
#[inline(never)]
fn append(octets: &mut [u8; ROOM], len: usize, output: &mut Output<'_>) {
    utf8::push(octets, len, output.text);
}

impl<'s, 'o> Utf8Sink<'s, 'o> {
    pub(crate) fn new(output: &'s mut Output<'o>) -> Self {
        Self { output, octets: [0; ROOM], len: 0 }
    }

    /// Appends a unit, which must not be a surrogate.
    #[inline]
    pub(crate) fn unit(&mut self, unit: u16) {
        self.reserve();
        self.len = encode([unit], &mut self.octets, self.len);
    }

    /// Appends blocks of eight units, up to the first block with an unpaired surrogate. Returns how many blocks.
    /// `high` is the high surrogate before them, or zero; it is set to the one that they end with, or zero.
    #[inline]
    pub(crate) fn eights(&mut self, eights: impl Iterator<Item = [u16; 8]>, high: &mut u16) -> usize {
        // A local variable stays in a register; each step would have to wait for one in memory.
        let mut len = self.len;
        let mut taken = 0;
        for units in eights {
            len = room(&mut self.octets, len, self.output);
            let surrogates = units.iter().fold(*high != 0, |any, unit| any | (unit & 0xF800 == 0xD800));
            len = match surrogates {
                false => encode(units, &mut self.octets, len),
                true => match encode_pairs(units, high, &mut self.octets, len) {
                    Some(len) => len,
                    None => break,
                },
            };
            taken += 1;
        }
        self.len = len;
        taken
    }

    /// Appends up to three units at a time, until `more` returns `None`.
    #[inline]
    pub(crate) fn threes(&mut self, mut more: impl FnMut() -> Option<Three>) {
        let mut len = self.len;
        while let Some(three) = more() {
            len = room(&mut self.octets, len, self.output);
            len = match three.units {
                Units::Plain(units, count) => encode_three(units, count, &mut self.octets, len),
                Units::Paired(characters) => encode_characters(characters, &mut self.octets, len),
            };
            let Gap(octets, count) = three.gap;
            len = store(octets, count, &mut self.octets, len);
        }
        self.len = len;
    }

    /// Appends the first `len` of `octets`, which must be US-ASCII.
    #[inline]
    pub(crate) fn ascii<const COUNT: usize>(&mut self, octets: [u8; COUNT], len: usize) {
        self.reserve();
        if let Some(place) = self.octets.get_mut(self.len..).and_then(|room| room.first_chunk_mut()) {
            *place = octets;
            self.len += len;
        }
    }

    /// Appends the character of a surrogate pair.
    pub(crate) fn pair(&mut self, high: u16, low: u16) {
        self.reserve();
        let (value, bits) = pair(high, low);
        self.len = store(value.to_le_bytes(), bits as usize / 8, &mut self.octets, self.len);
    }

    #[inline]
    fn reserve(&mut self) {
        self.len = room(&mut self.octets, self.len, self.output);
    }

    pub(crate) fn character(&mut self, character: char) {
        self.run(character.encode_utf8(&mut [0; 4]).as_bytes());
    }

    /// Appends octets of UTF-8.
    #[inline]
    pub(crate) fn run(&mut self, run: &[u8]) {
        match self.octets.get_mut(self.len..).and_then(|room| room.get_mut(..run.len())) {
            Some(room) => {
                room.copy_from_slice(run);
                self.len += run.len();
            }
            None => {
                self.flush();
                self.output.text.push_str(utf8::valid(run).unwrap_or_default());
            }
        }
    }

    /// Records an ill-formed sequence without appending anything to the text.
    pub(crate) fn error(&mut self, offset: usize, kind: MalformedKind) {
        self.output.error(offset, kind);
    }

    /// Records an ill-formed sequence and appends U+FFFD for it.
    pub(crate) fn replace(&mut self, offset: usize, kind: MalformedKind) {
        self.error(offset, kind);
        self.character(char::REPLACEMENT_CHARACTER);
    }

    /// The text, with all that has been appended so far.
    pub(crate) fn text(&mut self) -> &mut String {
        self.flush();
        self.output.text
    }

    fn flush(&mut self) {
        append(&mut self.octets, self.len, self.output);
        self.len = 0;
    }
}

impl Drop for Utf8Sink<'_, '_> {
    fn drop(&mut self) {
        self.flush();
    }
}
