//! Encodes the modified base64 of UTF-7 (RFC 2152 rule 2) and of IMAP mailbox names (RFC 3501 section 5.1.3):
//! symbols of six bits, without padding, that encode UTF-16 units. Three units are exactly eight symbols. Therefore
//! three units are encoded together. Linear time.

use crate::kernels::{
    self,
    base64::{IMAP_SYMBOLS, SYMBOLS},
    utf16::UNITS_ROOM,
};

static PAIRS: Pairs = pairs(SYMBOLS);

/// The length in octets below which a text is encoded without [`kernels`], which use vector
/// instructions.
const FEW: usize = 128;
/// The number of octets of text that a kernel encodes in one step.
const PIECE: usize = 1024;

/// Writes UTF-16 units as symbols, in the alphabet of IMAP or in the alphabet of RFC 2152.
#[derive(Clone)]
pub(super) struct Symbols<const IMAP: bool> {
    /// The number of units that are not yet written, at most two.
    count: u32,
    /// The units that are not yet written. The last of them is in the lowest bits.
    units: u64,
}

impl<const IMAP: bool> Symbols<IMAP> {
    pub(super) fn new() -> Self {
        Self { count: 0, units: 0 }
    }

    /// Writes the units of `text`.
    #[inline]
    pub(super) fn write(&mut self, text: &str, octets: &mut Vec<u8>) {
        let rest = if text.len() < FEW { text } else { self.regular(text, octets) };
        let mut rest = rest.as_bytes();
        octets.reserve(rest.len() * 4 / 3 + 8);
        while let Some((units, length)) = three_units(rest).filter(|_| self.count == 0) {
            octets.extend_from_slice(&eight::<IMAP>(units));
            rest = rest.get(length..).unwrap_or_default();
        }
        while let Some((code, length)) = code_point(rest) {
            if let Ok(unit) = u16::try_from(code) {
                self.unit(unit, octets);
            } else {
                // These are the surrogates by RFC 2781 section 2.1. 0xD7C0 is 0xD800 - (0x10000 >> 10).
                self.unit((0xD7C0 + (code >> 10)) as u16, octets);
                self.unit((0xDC00 | code & 0x3FF) as u16, octets);
            }
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    #[inline]
    fn unit(&mut self, unit: u16, octets: &mut Vec<u8>) {
        (self.units, self.count) = (self.units << 16 | u64::from(unit), self.count + 1);
        if self.count == 3 {
            octets.extend_from_slice(&eight::<IMAP>(self.units));
            (self.units, self.count) = (0, 0);
        }
    }

    /// Writes as much text as kernels can. Returns the text that is left.
    fn regular<'t>(&mut self, text: &'t str, octets: &mut Vec<u8>) -> &'t str {
        let Some(level) = kernels::level() else { return text };
        let (mut units, mut symbols) = ([0; 2 * PIECE + UNITS_ROOM], [0; 3 * PIECE]);
        let mut rest = text;
        loop {
            let piece = rest.as_bytes().get(..PIECE).unwrap_or(rest.as_bytes());
            // The units that are not yet written become the first units of the piece.
            let held = self.units << (64 - 16 * self.count).min(63);
            let mut len = 2 * self.count as usize;
            if let Some(place) = units.first_chunk_mut() {
                *place = held.to_be_bytes();
            }
            let room = units.get_mut(len..).unwrap_or_default();
            let (read, written) = kernels::utf16::encode(level, piece, true, room);
            if read == 0 {
                return rest;
            }
            len += written;
            let made = units.get(..len).unwrap_or_default();
            let (encoded, count) = kernels::to_utf7::symbols::<IMAP>(level, made, &mut symbols);
            octets.extend_from_slice(symbols.get(..count).unwrap_or_default());
            (self.units, self.count) = (0, 0);
            for unit in made.get(encoded..).unwrap_or_default().as_chunks().0 {
                self.unit(u16::from_be_bytes(*unit), octets);
            }
            rest = rest.get(read..).unwrap_or_default();
        }
    }

    /// Writes the units that were held back, with zero bits that fill up the last symbol.
    #[inline]
    pub(super) fn finish(&mut self, octets: &mut Vec<u8>) {
        let symbols = eight::<IMAP>(self.units << (48 - 16 * self.count));
        let count = (16 * self.count).div_ceil(6) as usize;
        // All eight symbols are copied, and those after the first `count` are cut off again, because copying a
        // fixed number of octets is faster.
        octets.extend_from_slice(&symbols);
        octets.truncate(octets.len() - symbols.len() + count);
        (self.units, self.count) = (0, 0);
    }
}

/// If the text begins with three characters of two octets each, or with three characters of three octets each, then
/// returns the UTF-16 units of these characters, and the number of their octets in UTF-8. This is faster than
/// reading the characters one by one.
#[inline]
fn three_units(text: &[u8]) -> Option<(u64, usize)> {
    let trail = |octet: u8| u64::from(octet & 0x3F);
    let two = |[lead, second]: [u8; 2]| u64::from(lead & 0x1F) << 6 | trail(second);
    let three =
        |[lead, second, third]: [u8; 3]| u64::from(lead & 0x0F) << 12 | trail(second) << 6 | trail(third);
    match *text {
        [a @ 0xC0..0xE0, b, c @ 0xC0..0xE0, d, e @ 0xC0..0xE0, f, ..] => {
            Some((two([a, b]) << 32 | two([c, d]) << 16 | two([e, f]), 6))
        }
        [a @ 0xE0..0xF0, b, c, d @ 0xE0..0xF0, e, f, g @ 0xE0..0xF0, h, i, ..] => {
            Some((three([a, b, c]) << 32 | three([d, e, f]) << 16 | three([g, h, i]), 9))
        }
        _ => None,
    }
}

/// The code point of the first character of UTF-8, and its length in octets. This function is twice as fast as
/// `chars` and `encode_utf16`.
#[inline]
fn code_point(text: &[u8]) -> Option<(u32, usize)> {
    let trail = |octet: u8| u32::from(octet & 0x3F);
    Some(match *text {
        [] => return None,
        [octet @ ..0x80, ..] => (octet.into(), 1),
        [lead @ 0xC0..0xE0, second, ..] => (u32::from(lead & 0x1F) << 6 | trail(second), 2),
        [lead @ 0xE0..0xF0, second, third, ..] => {
            (u32::from(lead & 0x0F) << 12 | trail(second) << 6 | trail(third), 3)
        }
        [lead, second, third, fourth, ..] => {
            let high = u32::from(lead & 0x07) << 18 | trail(second) << 12;
            (high | trail(third) << 6 | trail(fourth), 4)
        }
        _ => return None,
    })
}

/// The eight symbols that encode three units.
#[expect(clippy::indexing_slicing, reason = "twelve bits index 4096 pairs")]
#[inline]
fn eight<const IMAP: bool>(units: u64) -> [u8; 8] {
    let pair = |shift: u32| PAIRS[(units >> shift & 0xFFF) as usize];
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(36), pair(24), pair(12), pair(0));
    let symbols = [a, b, c, d, e, f, g, h];
    // The last symbol is the only one in which the alphabets differ.
    let of_imap = |symbol| if symbol == SYMBOLS[63] { IMAP_SYMBOLS[63] } else { symbol };
    if IMAP { symbols.map(of_imap) } else { symbols }
}

/// For each value of twelve bits, the two symbols that encode it.
type Pairs = [[u8; 2]; 4096];

#[expect(clippy::indexing_slicing, reason = "the loop ends at 4096, and it runs at compile time")]
const fn pairs(alphabet: &[u8; 64]) -> Pairs {
    let mut pairs = [[0; 2]; 4096];
    let mut bits = 0;
    while bits < 4096 {
        pairs[bits] = [alphabet[bits >> 6], alphabet[bits & 63]];
        bits += 1;
    }
    pairs
}
