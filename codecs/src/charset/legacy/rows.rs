//! Character sets of 94 by 94 characters that `encoding_rs` decodes. ISO-2022, HZ and Johab use these sets. The EUC
//! encodings, which `encoding_rs` has, contain the same sets, as octets with the high bit set.

use super::octets::Cached;
use super::pairs::Pairs;
use super::whatwg;
use crate::charset::codec::{Errors, MalformedKind, Output};
use crate::charset::unicode::utf8;
use encoding_rs::{DecoderResult, Encoding};

/// A character set whose characters have two octets, each from 0x21 to 0x7E.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// JIS X 0208, with NEC's row 13 and NEC's selection of IBM's extensions (rows 89 to 92).
    JisX0208,
    /// JIS X 0212.
    JisX0212,
    /// GB 2312.
    Gb2312,
    /// KS X 1001, formerly KS C 5601.
    KsX1001,
}

/// The postal code mark, and its octets in EUC. KS X 1001 has had this character since 2002, but `encoding_rs`
/// lacks it.
const POSTAL_CODE_MARK: (char, [u8; 2]) = ('\u{327E}', [0xA2, 0xE8]);

impl Rows {
    /// The number of pairs that are decoded together.
    const CHUNK: usize = 64;

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::JisX0208 | Self::JisX0212 => encoding_rs::EUC_JP,
            Self::Gb2312 => encoding_rs::GB18030,
            Self::KsX1001 => encoding_rs::EUC_KR,
        }
    }

    /// Whether the set has characters in the row of `lead`, where 0x21 is row 1. GB 2312 is decoded as GB18030,
    /// which has private-use characters in the rows that GB 2312 does not use.
    fn has_row(self, lead: u8) -> bool {
        self != Self::Gb2312 || matches!(lead, 0x21..=0x29 | 0x30..=0x77)
    }

    /// Decodes `pairs`, whose octets are below 128. The first pair is at offset `at` of the input. Each pair
    /// without a character is one error.
    pub(crate) fn decode(self, pairs: &[u8], at: usize, output: &mut Output<'_>) {
        for (index, chunk) in pairs.chunks(2 * Self::CHUNK).enumerate() {
            let cached = self.append_cached(chunk, output.text);
            let rest = chunk.get(cached..).unwrap_or_default();
            let mut euc = [0; 3 * Self::CHUNK];
            let euc = self.widen(rest, &mut euc);
            self.decode_euc(euc, at + 2 * Self::CHUNK * index + cached, output);
        }
    }

    /// Appends the characters at the start of `pairs`, up to the first pair that is not found in the cache. Returns
    /// the number of octets that were decoded.
    fn append_cached(self, pairs: &[u8], text: &mut String) -> usize {
        let cached = match self {
            Self::JisX0212 => None,
            Self::Gb2312 => Some(Pairs::gb2312()),
            Self::JisX0208 | Self::KsX1001 => Pairs::of(self.encoding()),
        };
        let Some(cached) = cached else { return 0 };
        let (mut room, mut written, mut read) = ([0; 3 * Self::CHUNK], 0, 0);
        for pair in pairs.chunks_exact(2) {
            let [lead, trail] = pair else { break };
            let Some((character, length)) = cached.character(lead | 0x80, trail | 0x80) else { break };
            let Some(place) = room.get_mut(written..).and_then(<[u8]>::first_chunk_mut) else { break };
            *place = character;
            (read, written) = (read + 2, written + length);
        }
        utf8::push(&mut room, written, text);
        read
    }

    /// The number of octets of a pair in EUC.
    fn width(self) -> usize {
        if self == Self::JisX0212 { 3 } else { 2 }
    }

    /// Converts pairs to EUC. The result is in `space`.
    fn widen<'a>(self, pairs: &[u8], space: &'a mut [u8]) -> &'a [u8] {
        let width = self.width();
        for (pair, euc) in pairs.chunks_exact(2).zip(space.chunks_exact_mut(width)) {
            let ([lead, trail], [shift @ .., row, column]) = (pair, euc) else { continue };
            shift.fill(0x8F); // EUC-JP's single shift 3
            // 0xFF starts no character. Therefore the pair is an error.
            (*row, *column) = if self.has_row(*lead) { (lead | 0x80, trail | 0x80) } else { (0xFF, 0xFF) };
        }
        space.get(..pairs.len() / 2 * width).unwrap_or_default()
    }

    /// Decodes pairs in EUC, each by itself. `at` is the offset of the first pair in the input. In the input, each
    /// pair has two octets below 128.
    fn decode_euc(self, mut euc: &[u8], mut at: usize, output: &mut Output<'_>) {
        while !euc.is_empty() {
            let mut decoder = self.encoding().new_decoder_without_bom_handling();
            let start = output.text.len();
            let (result, read) = whatwg::append(&mut decoder, euc, true, output.text);
            if self == Self::Gb2312 {
                refuse_private_use(start, at, output);
            }
            if result == DecoderResult::InputEmpty {
                return;
            }
            let pairs = read.div_ceil(self.width()).max(1);
            let (mark, octets) = POSTAL_CODE_MARK;
            if self == Self::KsX1001 && euc.get(2 * (pairs - 1)..2 * pairs) == Some(&octets) {
                output.text.push(mark);
            } else {
                output.replace(at + 2 * (pairs - 1), MalformedKind::Unmapped);
            }
            euc = euc.get(pairs * self.width()..).unwrap_or_default();
            at += 2 * pairs;
        }
    }

    /// The two octets of a character beyond US-ASCII, both below 128. `None` if the set lacks the character, and
    /// for JIS X 0212, which nobody writes. If the set has a character twice, the first place is used.
    #[inline]
    pub(crate) fn encode(self, character: char) -> Option<[u8; 2]> {
        let (mark, octets) = POSTAL_CODE_MARK;
        let found = match self {
            Self::JisX0208 => Cached::EucJp.octets(character.into()),
            Self::Gb2312 => Cached::Gb2312.octets(character.into()),
            Self::KsX1001 if character == mark => return Some(octets.map(|octet| octet & 0x7F)),
            Self::KsX1001 => Cached::EucKr.octets(character.into()),
            Self::JisX0212 => return None,
        };
        let (octets, length) = found;
        let [lead, trail, ..] = octets.to_le_bytes();
        (length == 2 && lead > 0xA0 && trail > 0xA0).then_some([lead & 0x7F, trail & 0x7F])
    }

    /// The character of one pair of octets below 128.
    pub(crate) fn character(self, pair: [u8; 2]) -> Option<char> {
        let (mut errors, mut text) = (Errors::default(), String::new());
        self.decode(&pair, 0, &mut Output { text: &mut text, errors: &mut errors });
        text.chars().next().filter(|_| errors.count == 0)
    }
}

/// Replaces private-use characters in the text from `start` on by errors. Each character of this text was one pair,
/// and the first pair was at offset `at`.
fn refuse_private_use(start: usize, at: usize, output: &mut Output<'_>) {
    let private = |character| matches!(character, '\u{E000}'..='\u{F8FF}');
    if !output.text.get(start..).is_some_and(|decoded| decoded.contains(private)) {
        return;
    }
    let decoded = output.text.split_off(start);
    for (index, character) in decoded.chars().enumerate() {
        if private(character) {
            output.replace(at + 2 * index, MalformedKind::Unmapped);
        } else {
            output.text.push(character);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::planes;
    use super::*;
    use std::collections::HashMap;

    /// Checks that the encoder writes each character as the first pair that the decoder decodes to this character.
    #[test]
    fn a_character_has_the_first_of_the_places_where_it_is_read() {
        for rows in [Rows::JisX0208, Rows::Gb2312, Rows::KsX1001] {
            let pairs = (0x21..=0x7E).flat_map(|row| (0x21..=0x7E).map(move |column| [row, column]));
            let places = pairs.filter(|pair| rows != Rows::Gb2312 || planes::gb2312_has(*pair));
            let mut first = HashMap::new();
            for pair in places {
                rows.character(pair).map(|character| first.entry(character).or_insert(pair));
            }
            for character in '\u{80}'..=char::MAX {
                assert_eq!(rows.encode(character), first.get(&character).copied(), "{rows:?} {character}");
            }
        }
        assert_eq!(Rows::JisX0212.encode('丂'), None);
    }

    #[test]
    fn gb2312_has_no_character_for_private_use() {
        let pairs = (0..=0x7F).flat_map(|lead| (0..=0x7F).map(move |trail| [lead, trail]));
        for pair in pairs {
            let character = Rows::Gb2312.character(pair);
            assert!(!matches!(character, Some('\u{E000}'..='\u{F8FF}')), "{pair:?}");
        }
    }
}
