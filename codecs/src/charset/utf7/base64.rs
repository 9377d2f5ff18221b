//! The modified base64 of UTF-7 (RFC 2152 rule 2) and of IMAP mailbox names (RFC 3501 section 5.1.3): symbols of
//! six bits, without padding, that encode UTF-16 units. Eight symbols are exactly three units, so encoding and
//! decoding work in blocks of that size. The callers find the ends of sequences and report errors. Linear time.

use crate::kernels::{self, utf16::UNITS_ROOM};

/// The alphabet of RFC 2152, which is that of RFC 2045.
const UTF7: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The alphabet of RFC 3501.
const IMAP: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

static UTF7_PAIRS: Pairs = pairs(&UTF7);
static IMAP_PAIRS: Pairs = pairs(&IMAP);

/// For each of four positions and each octet, the octet's sextet shifted to that position in 24 bits. If the octet is
/// no symbol of RFC 2152, only bit 24 + position is set.
static SEXTETS: [[u32; 256]; 4] = [sextets_in(0), sextets_in(1), sextets_in(2), sextets_in(3)];

#[expect(clippy::indexing_slicing, reason = "256 octets and 64 symbols, and it runs at compile time")]
const fn sextets_in(place: u32) -> [u32; 256] {
    let mut sextets = [1 << (24 + place); 256];
    let mut value = 0;
    while value < 64 {
        sextets[UTF7[value] as usize] = (value as u32) << (18 - 6 * place);
        value += 1;
    }
    sextets
}

/// Four sextets in the low 24 bits. Bits 24 to 27 mark the octets that are no symbols.
#[expect(clippy::indexing_slicing, reason = "an octet indexes 256 entries")]
#[inline]
fn four([a, b, c, d]: [u8; 4]) -> u32 {
    let [first, second, third, fourth] = &SEXTETS;
    first[usize::from(a)] | second[usize::from(b)] | third[usize::from(c)] | fourth[usize::from(d)]
}

/// The value of a symbol of RFC 2152.
pub(super) fn sextet(octet: u8) -> Option<u8> {
    let value = four([b'A', b'A', b'A', octet]);
    (value < 64).then_some(value as u8)
}

/// The symbols at the start of the eight octets: their values as 48 bits, first symbol highest, and their number.
#[inline]
pub(super) fn eight_sextets([a, b, c, d, e, f, g, h]: [u8; 8]) -> (u64, usize) {
    let (high, low) = (four([a, b, c, d]), four([e, f, g, h]));
    let bits = u64::from(high & 0xFF_FFFF) << 24 | u64::from(low & 0xFF_FFFF);
    (bits, (high >> 24 | low >> 24 << 4 | 0x100).trailing_zeros() as usize)
}

/// How a number of symbols, whose bits are at the top of 48 bits, divides into UTF-16 units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// A mask of the bits that belong to complete units.
    pub(super) whole: u64,
    /// The number of complete units.
    pub(super) count: usize,
    /// A mask of the bits left over.
    pub(super) left: u64,
}

#[expect(clippy::indexing_slicing, reason = "the loop ends at 8, and it runs at compile time")]
static CUTS: [Cut; 9] = {
    const ALL: u64 = (1 << 48) - 1;
    let mut cuts = [Cut { whole: 0, count: 0, left: 0 }; 9];
    let mut symbols = 0;
    while symbols <= 8 {
        let count = symbols * 3 / 8;
        let (beyond_units, beyond_sextets) = (ALL >> (16 * count), ALL >> (6 * symbols));
        cuts[symbols] = Cut { whole: ALL & !beyond_units, count, left: beyond_units & !beyond_sextets };
        symbols += 1;
    }
    cuts
};

/// How a number of symbols, at most eight, divides into units.
pub(super) fn cut(symbols: usize) -> Cut {
    CUTS.get(symbols).copied().unwrap_or(Cut { whole: 0, count: 0, left: !0 })
}

/// Shorter text is encoded without a kernel.
const FEW: usize = 128;
/// The octets of a piece, in which longer text is encoded.
const PIECE: usize = 1024;

/// Writes UTF-16 units as symbols, in the alphabet of IMAP or in that of RFC 2152.
#[derive(Clone)]
pub(super) struct Symbols<const IMAP: bool> {
    /// The number of units not yet written, at most two.
    count: u32,
    /// These units, the last one lowest.
    units: u64,
}

impl<const IMAP: bool> Symbols<IMAP> {
    pub(super) fn new() -> Self {
        Self { count: 0, units: 0 }
    }

    /// Writes the units of `text`.
    pub(super) fn write(&mut self, text: &str, octets: &mut Vec<u8>) {
        self.regular(text, octets).encode_utf16().for_each(|unit| self.unit(unit, octets));
    }

    fn unit(&mut self, unit: u16, octets: &mut Vec<u8>) {
        (self.units, self.count) = (self.units << 16 | u64::from(unit), self.count + 1);
        if self.count == 3 {
            octets.extend_from_slice(&eight::<IMAP>(self.units));
            (self.units, self.count) = (0, 0);
        }
    }

    /// Writes what kernels can. Returns the text after it.
    fn regular<'t>(&mut self, text: &'t str, octets: &mut Vec<u8>) -> &'t str {
        let Some(level) = kernels::level().filter(|_| text.len() >= FEW) else { return text };
        let (mut units, mut symbols) = ([0; 2 * PIECE + UNITS_ROOM], [0; 3 * PIECE]);
        let mut rest = text;
        loop {
            let piece = rest.as_bytes().get(..PIECE).unwrap_or(rest.as_bytes());
            // The units not yet written are the first of the piece.
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

    /// Writes the units held back, with zero bits to fill the last symbol.
    pub(super) fn finish(&mut self, octets: &mut Vec<u8>) {
        let symbols = eight::<IMAP>(self.units << (48 - 16 * self.count));
        let count = (16 * self.count).div_ceil(6) as usize;
        octets.extend_from_slice(symbols.get(..count).unwrap_or_default());
        (self.units, self.count) = (0, 0);
    }
}

/// The symbols of three units.
#[expect(clippy::indexing_slicing, reason = "twelve bits index 4096 pairs")]
#[inline]
fn eight<const IMAP: bool>(units: u64) -> [u8; 8] {
    let pairs = if IMAP { &IMAP_PAIRS } else { &UTF7_PAIRS };
    let pair = |shift: u32| pairs[(units >> shift & 0xFFF) as usize];
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(36), pair(24), pair(12), pair(0));
    [a, b, c, d, e, f, g, h]
}

/// The two symbols of twelve bits.
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
