//! A cache of the characters that two octets encode in the multi-octet WHATWG encodings.
//!
//! A text uses few different characters, each of them many times. `encoding_rs` decodes a character once. After
//! that, the character takes one look-up. The cache takes 128 KiB for each encoding, but only pages that are used
//! take memory.

use super::single_octet::{Entry, NO_CHARACTER, UNDEFINED, put};
use crate::charset::unicode::utf8;
use encoding_rs::Encoding;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The cached encodings. GBK is decoded as GB18030 is.
const ENCODINGS: [&Encoding; 6] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::SHIFT_JIS,
];

static CACHES: [Cache; ENCODINGS.len()] =
    [const { [const { AtomicU32::new(EMPTY) }; 1 << 15] }; ENCODINGS.len()];
static CACHE_OF_GB2312: Cache = [const { AtomicU32::new(EMPTY) }; 1 << 15];

/// For each pair of a lead octet and a trail octet, the [`Entry`] of its character. The entry is stored as a number,
/// with the first octet of the entry in the lowest bits. The index is the lead octet without its high bit, times 256,
/// plus the trail octet.
type Cache = [AtomicU32; 1 << 15];

const EMPTY: u32 = 0;

/// The size of the buffer for decoded text.
const ROOM: usize = 1 << 9;
/// The maximum number of octets that one step writes.
pub(crate) const STEP: usize = 16;

/// The octets of four pairs.
const FOUR: usize = 8;

/// The maximum length in octets of a text that is decoded with a smaller buffer. The buffer has room for 3/2 of
/// this length, because two octets become at most three octets of UTF-8.
pub(super) const SHORT: usize = 64;

/// The pairs of octets that an encoding decodes to one character each.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    encoding: &'static Encoding,
    cache: &'static Cache,
    /// Whether private-use characters count as undefined.
    is_public: bool,
}

impl Pairs {
    /// The pairs of an encoding; `None` for single-octet encodings.
    pub(crate) fn of(encoding: &'static Encoding) -> Option<Self> {
        let at = ENCODINGS.iter().position(|other| *other == encoding)?;
        CACHES.get(at).map(|cache| Self { encoding, cache, is_public: false })
    }

    /// The pairs of GB 2312, with the high bits of the octets set. They are those of GB18030, except that GB18030
    /// has private-use characters in the gaps of GB 2312.
    pub(crate) fn gb2312() -> Self {
        Self { encoding: encoding_rs::GB18030, cache: &CACHE_OF_GB2312, is_public: true }
    }

    /// Appends the text of `octets`, which must not begin within a character. Stops at the first octet that neither is
    /// US-ASCII nor starts a pair that is one character. Returns the number of octets that were decoded. Linear
    /// time.
    pub(super) fn append(self, octets: &[u8], text: &mut String) -> usize {
        if octets.len() <= SHORT {
            return self.append_by(&mut [0; 3 * SHORT / 2 + STEP], octets, text);
        }
        self.append_by(&mut [0; ROOM], octets, text)
    }

    fn append_by(self, room: &mut [u8], octets: &[u8], text: &mut String) -> usize {
        let mut done = 0;
        loop {
            let (read, written) = self.decode(octets.get(done..).unwrap_or_default(), room);
            if read == 0 {
                return done;
            }
            utf8::push(room, written, text);
            done += read;
        }
    }

    /// Decodes as much as there is room for. Returns the number of octets read and the number of octets written.
    fn decode(self, octets: &[u8], room: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        // Whether the last character took three octets in UTF-8. If it did, then the next characters probably do,
        // too.
        let mut is_long = true;
        while let (Some(rest), Some(place)) =
            (octets.get(read..), room.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<STEP>))
        {
            match rest {
                [lead @ 0x80..=u8::MAX, trail, ..] => {
                    let eight = rest.first_chunk().filter(|eight| is_long && start_pairs(**eight));
                    if let Some(eight) = eight
                        && self.four(*eight, place)
                    {
                        (read, written) = (read + FOUR, written + 12);
                        continue;
                    }
                    let Some((character, length)) = self.character(*lead, *trail) else { break };
                    put(place, 0, character);
                    is_long = length == 3;
                    (read, written) = (read + 2, written + length);
                }
                [ascii @ 0..0x80, ..] => match rest.first_chunk() {
                    Some(eight) => {
                        put(place, 0, *eight);
                        let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
                        let run = high.trailing_zeros() as usize / 8;
                        (read, written) = (read + run, written + run);
                    }
                    None => {
                        put(place, 0, [*ascii]);
                        (read, written) = (read + 1, written + 1);
                    }
                },
                _ => break,
            }
        }
        (read, written)
    }

    /// Fast path for four pairs that are cached and take three octets of UTF-8 each, as most pairs do. Writes
    /// twelve octets. Returns whether all four pairs are of this kind. If they are, then the place of a character
    /// does not depend on the lengths of the characters before it, which halves the time.
    #[inline(always)]
    pub(crate) fn four(self, octets: [u8; FOUR], place: &mut [u8; STEP]) -> bool {
        let [a, b, c, d, e, f, g, h] = octets;
        // The highest octet of a cache entry is the length of the character. The exclusive or with 3 makes this
        // octet zero if the length is three. Then the number has only the three octets of the character.
        let entry = |lead, trail| self.cached(lead, trail) ^ 3 << 24;
        let [first, second, third, fourth] = [entry(a, b), entry(c, d), entry(e, f), entry(g, h)];
        let text =
            u128::from(first) | u128::from(second) << 24 | u128::from(third) << 48 | u128::from(fourth) << 72;
        *place = text.to_le_bytes();
        (first | second | third | fourth) >> 24 == 0
    }

    /// The UTF-8 of the character that two octets encode, and the length of this UTF-8. The octets after this
    /// length in the array have no meaning. `None` if the two octets encode no character, or a character that has
    /// four octets in UTF-8.
    #[inline]
    pub(crate) fn character(self, lead: u8, trail: u8) -> Option<([u8; 3], usize)> {
        let [a, b, c, length] = match self.cached(lead, trail) {
            EMPTY => self.fill(lead, trail),
            entry => entry.to_le_bytes(),
        };
        (length & UNDEFINED == 0).then_some(([a, b, c], usize::from(length)))
    }

    /// The [`Entry`] of two octets as a number.
    #[inline]
    fn cached(self, lead: u8, trail: u8) -> u32 {
        self.cache.get(place(lead, trail)).map_or(EMPTY, |entry| entry.load(Relaxed))
    }

    /// Looks up the entry of two octets with `encoding_rs`, and caches it. The entry is [`NO_CHARACTER`] if the two
    /// octets are not one character, or if the character has four octets in UTF-8.
    #[cold]
    fn fill(self, lead: u8, trail: u8) -> Entry {
        let pair = [lead, trail];
        let text =
            self.encoding.decode_without_bom_handling_and_without_replacement(&pair).unwrap_or_default();
        // If two octets decode to two characters, then they are no pair: the first octet is a character by itself.
        let is_one = text.chars().nth(1).is_none();
        let entry = match *text.as_bytes() {
            // The character is from U+E000 to U+F8FF.
            [0xEE, ..] | [0xEF, (..=0xA3), _] if self.is_public => NO_CHARACTER,
            [a, b] if is_one => [a, b, 0, 2],
            [a, b, c] if is_one => [a, b, c, 3],
            _ => NO_CHARACTER,
        };
        if let Some(cached) = self.cache.get(place(lead, trail)) {
            cached.store(u32::from_le_bytes(entry), Relaxed);
        }
        entry
    }
}

/// The place of the entry of two octets in the cache.
#[inline]
fn place(lead: u8, trail: u8) -> usize {
    usize::from(lead & 0x7F) << 8 | usize::from(trail)
}

/// Whether the first, third, fifth and seventh octet are beyond US-ASCII.
#[inline]
fn start_pairs(octets: [u8; FOUR]) -> bool {
    const HIGHS: u64 = 0x0080_0080_0080_0080;
    u64::from_le_bytes(octets) & HIGHS == HIGHS
}
