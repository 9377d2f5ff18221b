//! Rows of 94 by 94 characters, out of `encoding_rs`: the character sets that ISO-2022, HZ and others shift to
//! are those that the EUC encodings hold at octets with the high bit set.

use super::decode::{Errors, MalformedKind, Output};
use encoding_rs::{DecoderResult, Encoding};

/// A character set of two octets in 0x21 to 0x7E each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// JIS X 0208, with NEC's row 13 and NEC's selection of IBM's extensions (rows 89 to 92).
    JisX0208,
    /// JIS X 0212.
    JisX0212,
    /// GB 2312.
    Gb2312,
    /// KS X 1001, once KS C 5601.
    KsX1001,
}

impl Rows {
    /// Pairs decoded in one go.
    const CHUNK: usize = 64;

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::JisX0208 | Self::JisX0212 => encoding_rs::EUC_JP,
            Self::Gb2312 => encoding_rs::GB18030,
            Self::KsX1001 => encoding_rs::EUC_KR,
        }
    }

    /// Whether the set has characters in the row of `lead`, 0x21 being row 1. GB18030 fills the other rows, and
    /// the gaps of these, with characters for private use.
    fn has_row(self, lead: u8) -> bool {
        self != Self::Gb2312 || matches!(lead, 0x21..=0x29 | 0x30..=0x77)
    }

    /// Decodes `pairs`, octets of the 7-bit form in twos, the first at `at`. One error a pair.
    pub(super) fn decode(self, pairs: &[u8], at: usize, output: &mut Output<'_>) {
        for (index, chunk) in pairs.chunks(2 * Self::CHUNK).enumerate() {
            self.decode_chunk(chunk, at + 2 * Self::CHUNK * index, output);
        }
    }

    fn decode_chunk(self, pairs: &[u8], at: usize, output: &mut Output<'_>) {
        let prefix = (self == Self::JisX0212).then_some(0x8F); // EUC-JP's single shift 3
        let width = if prefix.is_some() { 3 } else { 2 };
        let mut euc = Vec::with_capacity(3 * Self::CHUNK);
        for pair in pairs.chunks_exact(2) {
            let row = pair.first().is_some_and(|&lead| self.has_row(lead));
            euc.extend(prefix);
            euc.extend(pair.iter().map(|octet| if row { octet | 0x80 } else { 0xFF }));
        }
        let (mut from, mut text) = (0, String::new());
        while from < euc.len() {
            let rest = euc.get(from..).unwrap_or_default();
            let mut decoder = self.encoding().new_decoder_without_bom_handling();
            text.clear();
            text.reserve(decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or_default());
            let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
            // A pair is one character.
            for (index, character) in text.chars().enumerate() {
                match character {
                    '\u{E000}'..='\u{F8FF}' => {
                        output.replace(at + 2 * (from / width + index), MalformedKind::Unmapped);
                    }
                    _ => output.text.push(character),
                }
            }
            if result == DecoderResult::InputEmpty {
                break;
            }
            let pair = (from + read).saturating_sub(1) / width;
            output.replace(at + 2 * pair, MalformedKind::Unmapped);
            from = (pair + 1) * width;
        }
    }

    /// The octets of a character in the 7-bit form; `None` for one that `encoding_rs` does not write, as those
    /// of JIS X 0212, or writes as another one.
    pub(super) fn encode(self, character: char) -> Option<[u8; 2]> {
        let mut utf8 = [0; 4];
        let (octets, _, unmappable) = self.encoding().encode(character.encode_utf8(&mut utf8));
        let pair = match *octets {
            [lead @ 0xA1..=0xFE, trail @ 0xA1..=0xFE] if !unmappable => [lead & 0x7F, trail & 0x7F],
            _ => return None,
        };
        (self.character(pair) == Some(character)).then_some(pair)
    }

    /// The character of one pair.
    pub(super) fn character(self, pair: [u8; 2]) -> Option<char> {
        let (mut errors, mut text) = (Errors::default(), String::new());
        self.decode(&pair, 0, &mut Output { text: &mut text, errors: &mut errors });
        text.chars().next().filter(|_| errors.count == 0)
    }
}
