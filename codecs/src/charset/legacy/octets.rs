//! A cache for encoding: it has the octets that the multi-octet WHATWG encodings use for a character.
//! ([`pairs`](super::pairs) is the cache for decoding.)
//!
//! A text uses few different characters, each of them many times. `encoding_rs` encodes a character once, and then
//! decodes the octets to check that they give the same character. After that, the character takes one look-up. If
//! the octets give another character, then the encoding counts as lacking the character. An example is the yen
//! sign, which becomes the backslash of Shift_JIS. The cache takes 128 KiB for each encoding, but only pages that
//! are used take memory.

use super::planes;
use super::superset::{self, LACKING, Superset, Utf8};
use crate::charset::codec::{RawEncoder, Unmappable};
use encoding_rs::{DecoderResult, EncoderResult, Encoding};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// The cached encodings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cached {
    Big5,
    EucJp,
    EucKr,
    Gb18030,
    /// GB18030 without the characters of four octets.
    Gbk,
    ShiftJis,
    /// The characters of GB18030 that GB 2312-80 has.
    Gb2312,
}

static CACHES: [[AtomicU16; 1 << 16]; Cached::Gb2312 as usize + 1] =
    [const { [const { AtomicU16::new(EMPTY) }; 1 << 16] }; Cached::Gb2312 as usize + 1];

/// Values of cache entries that do not stand for octets. [`EMPTY`] means that the character was not looked up yet,
/// [`ABSENT`] that the encoding lacks the character, and [`LONGER`] that the character has more than two octets. An
/// entry for one or two octets is a number with the first octet in the lowest bits. The first octet is above 127.
/// Characters from U+10000 on have no entry.
const EMPTY: u16 = 0;
const ABSENT: u16 = 1;
const LONGER: u16 = 2;

/// The encoder of a multi-octet encoding.
pub(crate) struct Encoder(Option<Cached>);

impl Encoder {
    /// Makes the encoder of a multi-octet encoding.
    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self(Cached::of(encoding))
    }
}

impl RawEncoder for Encoder {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        Superset(|utf8: Utf8| self.0.map_or(LACKING, |cached| cached.octets(utf8.code()))).write(text, octets)
    }
}

impl Cached {
    /// The cache of an encoding; `None` for single-octet encodings.
    fn of(encoding: &'static Encoding) -> Option<Self> {
        [Self::Big5, Self::EucJp, Self::EucKr, Self::Gb18030, Self::Gbk, Self::ShiftJis]
            .into_iter()
            .find(|cached| cached.encoding() == encoding)
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::Big5 => encoding_rs::BIG5,
            Self::EucJp => encoding_rs::EUC_JP,
            Self::EucKr => encoding_rs::EUC_KR,
            Self::Gb18030 | Self::Gb2312 => encoding_rs::GB18030,
            Self::Gbk => encoding_rs::GBK,
            Self::ShiftJis => encoding_rs::SHIFT_JIS,
        }
    }

    /// The octets of a character beyond US-ASCII. `code` is its code point.
    #[inline]
    pub(crate) fn octets(self, code: u32) -> superset::Octets {
        let cached = self.place(code).map_or(LONGER, |place| place.load(Relaxed));
        match cached {
            octets if octets & 0x80 != 0 => (octets.into(), 1 + usize::from(octets > 0xFF)),
            ABSENT => LACKING,
            _ => self.ask(code),
        }
    }

    #[inline]
    fn place(self, code: u32) -> Option<&'static AtomicU16> {
        CACHES.get(self as usize)?.get(code as usize)
    }

    /// Asks `encoding_rs` for the octets of a character, and caches the octets.
    #[cold]
    fn ask(self, code: u32) -> superset::Octets {
        let Some(character) = char::from_u32(code) else { return LACKING };
        let (octets, length) = written(self.encoding(), character).unwrap_or_default();
        let [first, second, ..] = octets;
        let length = if self == Self::Gb2312 && !planes::gb2312_has([first, second]) { 0 } else { length };
        if let Some(place) = self.place(code) {
            let cached = match length {
                0 => ABSENT,
                1 | 2 => u16::from_le_bytes([first, second]),
                _ => LONGER,
            };
            place.store(cached, Relaxed);
        }
        (u32::from_le_bytes(octets), length)
    }
}

/// The octets that `encoding_rs` writes for a character, if `encoding_rs` decodes them to the same character.
fn written(encoding: &'static Encoding, character: char) -> Option<([u8; 4], usize)> {
    let (mut utf8, mut octets, mut again) = ([0; 4], [0; 8], [0; 16]);
    let text = &*character.encode_utf8(&mut utf8);
    let (result, _, length) =
        encoding.new_encoder().encode_from_utf8_without_replacement(text, &mut octets, true);
    let (back, _, read) = encoding.new_decoder_without_bom_handling().decode_to_utf8_without_replacement(
        octets.get(..length).unwrap_or_default(),
        &mut again,
        true,
    );
    let is_encoded = result == EncoderResult::InputEmpty && back == DecoderResult::InputEmpty;
    let octets = octets.first_chunk().filter(|_| is_encoded && again.get(..read) == Some(text.as_bytes()));
    octets.map(|octets| (*octets, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::identity::{Charset, Kind};

    fn encode(encoding: &'static Encoding, text: &str) -> (Vec<u8>, Option<(usize, char)>) {
        let (mut encoder, mut octets) = (Charset(Kind::Whatwg(encoding)).encoder(), Vec::new());
        let lacking = encoder.push(text, &mut octets).err();
        (octets, lacking.map(|lacking| (lacking.offset, lacking.character)))
    }

    #[test]
    fn the_first_character_that_is_lacking_or_would_decode_to_another_ends_the_output() {
        for (encoding, text, octets, lacking) in [
            (encoding_rs::SHIFT_JIS, "日\u{A5}", &b"\x93\xFA"[..], Some((3, '\u{A5}'))),
            (encoding_rs::EUC_JP, "\u{2212}", b"", Some((0, '\u{2212}'))),
            (encoding_rs::GB18030, "a\u{E78D}", b"a", Some((1, '\u{E78D}'))),
            (encoding_rs::SHIFT_JIS, "ｱ\\", b"\xB1\\", None),
            (encoding_rs::SHIFT_JIS, "a\u{A5}é", b"a", Some((1, '\u{A5}'))),
            (encoding_rs::SHIFT_JIS, "aé\u{A5}", b"a", Some((1, 'é'))),
        ] {
            assert_eq!(encode(encoding, text), (octets.to_vec(), lacking), "{text}");
        }
    }

    /// All characters of the encoding are encoded twice. The second time, the octets come from the cache.
    #[test]
    fn octets_are_those_of_encoding_rs_that_it_reads_back() {
        for encoding in [
            encoding_rs::BIG5,
            encoding_rs::EUC_JP,
            encoding_rs::EUC_KR,
            encoding_rs::GB18030,
            encoding_rs::GBK,
            encoding_rs::SHIFT_JIS,
        ] {
            let cached = Cached::of(encoding).unwrap();
            for character in '\u{80}'..=char::MAX {
                let mut utf8 = [0; 4];
                let text = &*character.encode_utf8(&mut utf8);
                let (expected, _, lacks) = encoding.encode(text);
                let has = !lacks && encoding.decode_without_bom_handling(&expected).0 == text;
                for _ in 0..2 {
                    let (octets, length) = cached.octets(character.into());
                    assert_eq!(
                        &octets.to_le_bytes()[..length],
                        if has { &*expected } else { &[] },
                        "{character}"
                    );
                }
            }
        }
    }
}
