//! The charsets of the ISO-2022 family, and the character sets that escape sequences designate (ISO/IEC 2022; the
//! International Register of Coded Character Sets).

use crate::charset::codec::{MalformedKind, Output};
use crate::charset::legacy::rows::Rows;
use crate::charset::legacy::{cns, planes};

pub(crate) const ESC: u8 = 0x1B;
pub(crate) const SO: u8 = 0x0E;
pub(crate) const SI: u8 = 0x0F;

/// A charset of the ISO-2022 family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dialect {
    Japanese,
    Korean,
    Chinese,
}

impl Dialect {
    /// The working sets G0 to G3 before any designation. By RFC 1557 and RFC 1922, G1 is empty before a
    /// designation. Mail that nevertheless shifts to G1 means the usual set of its language.
    pub(crate) fn sets(self) -> [Set; 4] {
        let shifted = match self {
            Self::Japanese => Set::JisKana,
            Self::Korean => Set::Rows(Rows::KsX1001),
            Self::Chinese => Set::Rows(Rows::Gb2312),
        };
        [Set::Ascii, shifted, Set::Ascii, Set::Ascii]
    }
}

/// A character set that an escape sequence can designate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// ISO 646, US version.
    Ascii,
    /// JIS X 0201 Roman, which has a yen sign for the backslash and an overline for the tilde.
    JisRoman,
    /// JIS X 0201 kana, half-width.
    JisKana,
    /// The right half of ISO-8859-1.
    Latin1,
    /// The right half of ISO-8859-7.
    Greek,
    /// A double-octet set that `encoding_rs` decodes.
    Rows(Rows),
    /// ISO-IR-165, a superset of GB 2312.
    IsoIr165,
    /// A plane of CNS 11643.
    Cns(u8),
    /// A plane of JIS X 0213.
    JisX0213(u8),
}

/// The number of a working set, 0 for G0 to 3 for G3.
pub(crate) type Slot = usize;

impl Set {
    /// Returns the set that ESC and `sequence` designate, and the working set to which they designate it. Returns
    /// `None` if no charset of the ISO-2022 family has the escape sequence.
    pub(crate) fn designated(sequence: &[u8]) -> Option<(Slot, Self)> {
        Some(match sequence {
            [b'$', last @ b'@'..=b'B'] => (0, Self::double(*last)?),
            [b'$', slot @ b'('..=b'+', last] => (usize::from(slot - b'('), Self::double(*last)?),
            [slot @ b'('..=b'+', last] => (usize::from(slot - b'('), Self::single(*last)?),
            [b'.', b'A'] => (2, Self::Latin1),
            [b'.', b'F'] => (2, Self::Greek),
            _ => return None,
        })
    }

    fn single(last: u8) -> Option<Self> {
        Some(match last {
            b'B' => Self::Ascii,
            // `H` designates the Swedish set. Early Japanese software used `H` in place of `J` (RFC 1468).
            b'J' | b'H' => Self::JisRoman,
            b'I' => Self::JisKana,
            _ => return None,
        })
    }

    fn double(last: u8) -> Option<Self> {
        Some(match last {
            // The 1978 edition (`@`) and the 1983 edition (`B`) of JIS X 0208 differ in some characters, but
            // mail does not distinguish them.
            b'@' | b'B' => Self::Rows(Rows::JisX0208),
            b'A' => Self::Rows(Rows::Gb2312),
            b'C' => Self::Rows(Rows::KsX1001),
            b'D' => Self::Rows(Rows::JisX0212),
            // `O` is the 2000 edition of JIS X 0213, and `Q` is the 2004 edition, which has ten more
            // characters.
            b'O' | b'Q' => Self::JisX0213(1),
            b'P' => Self::JisX0213(2),
            b'E' => Self::IsoIr165,
            b'G' => Self::Cns(1),
            b'H' => Self::Cns(2),
            b'I'..=b'M' => Self::Cns(last - b'I' + 3),
            _ => return None,
        })
    }

    /// The number of octets of a character.
    pub(crate) fn width(self) -> usize {
        if matches!(self, Self::Rows(_) | Self::IsoIr165 | Self::Cns(_) | Self::JisX0213(_)) { 2 } else { 1 }
    }

    /// Decodes whole characters, whose octets are below 128. The first character is at offset `at`.
    pub(crate) fn decode(self, octets: &[u8], at: usize, output: &mut Output<'_>) {
        match self {
            Self::Ascii => return output.text.push_str(std::str::from_utf8(octets).unwrap_or_default()),
            Self::Rows(rows) => return rows.decode(octets, at, output),
            _ => {}
        }
        let width = self.width();
        for (index, character) in octets.chunks_exact(width).enumerate() {
            if !self.push(character, output.text) {
                output.replace(at + width * index, MalformedKind::Unmapped);
            }
        }
    }

    /// Appends one character. Returns whether the set has it.
    fn push(self, octets: &[u8], text: &mut String) -> bool {
        match (self, octets) {
            (Self::IsoIr165, pair) => planes::push_iso_ir_165(pair, text),
            (Self::Cns(plane), pair) => {
                cns::character(plane, pair).inspect(|&character| text.push(character)).is_some()
            }
            (Self::JisX0213(plane), pair) => planes::push_jisx0213(plane, pair, text),
            (_, &[octet]) => self.character(octet).inspect(|&character| text.push(character)).is_some(),
            _ => false,
        }
    }

    /// The character of an octet in a single-octet set.
    fn character(self, octet: u8) -> Option<char> {
        match self {
            Self::JisRoman if octet == b'\\' => Some('\u{A5}'),
            Self::JisRoman if octet == b'~' => Some('\u{203E}'),
            Self::JisKana => matches!(octet, 0x21..=0x5F)
                .then(|| char::from_u32(0xFF61 - 0x21 + u32::from(octet)))
                .flatten(),
            Self::Latin1 => Some(char::from(octet | 0x80)),
            Self::Greek => {
                let octet = [octet | 0x80];
                let text =
                    encoding_rs::ISO_8859_7.decode_without_bom_handling_and_without_replacement(&octet)?;
                text.chars().next()
            }
            _ => Some(char::from(octet)),
        }
    }
}
