//! Characters of two octets in the multi-octet WHATWG encodings, remembered once `encoding_rs` has decoded them.
//!
//! A text repeats few characters. Each is kept after it was decoded for the first time, so that every other time takes
//! one step. 128 KiB for each encoding, of which only pages that are used take memory.

use super::single_octet::{Entry, NO_CHARACTER, UNDEFINED};
use crate::charset::unicode::utf8;
use encoding_rs::Encoding;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The encodings. GBK is decoded as GB18030.
const ENCODINGS: [&Encoding; 6] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::SHIFT_JIS,
];

static KNOWN: [Known; ENCODINGS.len()] =
    [const { [const { AtomicU32::new(UNKNOWN) }; 1 << 15] }; ENCODINGS.len()];

/// For each lead octet, without its high bit, and each trail octet, the [`Entry`] of their character as a number, lowest
/// octet first.
type Known = [AtomicU32; 1 << 15];

const UNKNOWN: u32 = 0;

/// What is decoded before it is appended, and the most octets that one step writes.
const ROOM: usize = 1 << 9;
const STEP: usize = 8;

/// Texts of at most so many octets are decoded in less room: a pair has at most three octets of UTF-8.
pub(super) const SHORT: usize = 64;

/// The pairs of an encoding.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    encoding: &'static Encoding,
    known: &'static Known,
}

impl Pairs {
    /// `None` for single-octet encodings.
    pub(crate) fn of(encoding: &'static Encoding) -> Option<Self> {
        let at = ENCODINGS.iter().position(|other| *other == encoding)?;
        KNOWN.get(at).map(|known| Self { encoding, known })
    }

    /// Appends the text of `octets`, which begin between two characters, up to the first octet that is neither
    /// US-ASCII nor starts a pair of one character. Returns how many octets. Linear time.
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

    /// Decodes as much as there is room for. Returns the numbers of octets read and written.
    fn decode(self, octets: &[u8], room: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        while let (Some(rest), Some(place)) =
            (octets.get(read..), room.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<STEP>))
        {
            match rest {
                [lead @ 0x80..=u8::MAX, trail, ..] => {
                    let Some(([a, b, c], length)) = self.character(*lead, *trail) else { break };
                    *place = [a, b, c, 0, 0, 0, 0, 0];
                    (read, written) = (read + 2, written + length);
                }
                [ascii @ 0..0x80, ..] => match rest.first_chunk() {
                    Some(eight) => {
                        *place = *eight;
                        let high = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
                        let run = high.trailing_zeros() as usize / 8;
                        (read, written) = (read + run, written + run);
                    }
                    None => {
                        *place = [*ascii; STEP];
                        (read, written) = (read + 1, written + 1);
                    }
                },
                _ => break,
            }
        }
        (read, written)
    }

    /// The UTF-8 of the character of two octets, followed by anything, and its length; `None` if they are not one
    /// character, or one of four octets of UTF-8.
    pub(crate) fn character(self, lead: u8, trail: u8) -> Option<([u8; 3], usize)> {
        let [a, b, c, length] = self.entry(lead, trail);
        (length & UNDEFINED == 0).then_some(([a, b, c], usize::from(length)))
    }

    /// The entry of two octets; [`NO_CHARACTER`] if they are not one character, or one of four octets of UTF-8.
    fn entry(self, lead: u8, trail: u8) -> Entry {
        let place = usize::from(lead & 0x7F) << 8 | usize::from(trail);
        let known = self.known.get(place).map_or(UNKNOWN, |known| known.load(Relaxed));
        if known == UNKNOWN { self.learn(place, [lead, trail]) } else { known.to_le_bytes() }
    }

    #[cold]
    fn learn(self, place: usize, pair: [u8; 2]) -> Entry {
        let text =
            self.encoding.decode_without_bom_handling_and_without_replacement(&pair).unwrap_or_default();
        // Two characters are an octet that is one by itself, and US-ASCII or another such octet.
        let is_one = text.chars().nth(1).is_none();
        let entry = match *text.as_bytes() {
            [a, b] if is_one => [a, b, 0, 2],
            [a, b, c] if is_one => [a, b, c, 3],
            _ => NO_CHARACTER,
        };
        if let Some(known) = self.known.get(place) {
            known.store(u32::from_le_bytes(entry), Relaxed);
        }
        entry
    }
}
