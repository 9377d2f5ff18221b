//! Encoding ISO-2022-JP (RFC 1468), -KR (RFC 1557) and -CN (RFC 1922). Every line begins and ends in US-ASCII.
//!
//! Japanese text uses the sets of RFC 1468 and the set of half-width kana.

use super::set::{Dialect, ESC, SI, SO};
use crate::charset::codec::{self, Unmappable};
use crate::charset::legacy::cns;
use crate::charset::legacy::rows::Rows;

/// A character set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Ascii,
    JisRoman,
    JisKana,
    JisX0208,
    KsX1001,
    Gb2312,
    Cns1,
    Cns2,
}

/// How a set is invoked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Invocation {
    /// The set is designated to G0 and needs no shift.
    None,
    /// The set is designated to G1 and needs SO.
    Shift,
    /// The set is designated to G2 and needs ESC N before each character.
    Single,
}

impl Set {
    /// The octets after ESC in the sequence that designates the set, and how the set is invoked.
    fn designation(self) -> (&'static [u8], Invocation) {
        match self {
            Self::Ascii => (b"(B", Invocation::None),
            Self::JisRoman => (b"(J", Invocation::None),
            Self::JisKana => (b"(I", Invocation::None),
            Self::JisX0208 => (b"$B", Invocation::None),
            Self::KsX1001 => (b"$)C", Invocation::Shift),
            Self::Gb2312 => (b"$)A", Invocation::Shift),
            Self::Cns1 => (b"$)G", Invocation::Shift),
            Self::Cns2 => (b"$*H", Invocation::Single),
        }
    }
}

/// Returns the set of a character beyond US-ASCII, and the octets of the character. If the second octet is 0, then
/// the character has only one octet.
#[inline]
fn find(dialect: Dialect, character: char) -> Option<(Set, [u8; 2])> {
    match dialect {
        Dialect::Japanese => japanese(character),
        Dialect::Korean => Rows::KsX1001.encode(character).map(|pair| (Set::KsX1001, pair)),
        Dialect::Chinese => {
            let simplified = Rows::Gb2312.encode(character).map(|pair| (Set::Gb2312, pair));
            simplified.or_else(|| match cns::encode(character)? {
                (1, pair) => Some((Set::Cns1, pair)),
                (2, pair) => Some((Set::Cns2, pair)),
                _ => None,
            })
        }
    }
}

fn japanese(character: char) -> Option<(Set, [u8; 2])> {
    match character {
        '\u{A5}' => Some((Set::JisRoman, [b'\\', 0])),
        '\u{203E}' => Some((Set::JisRoman, [b'~', 0])),
        '\u{FF61}'..='\u{FF9F}' => {
            let octet = u8::try_from(u32::from(character) - 0xFF61 + 0x21).ok()?;
            Some((Set::JisKana, [octet, 0]))
        }
        _ => Rows::JisX0208.encode(character).map(|pair| (Set::JisX0208, pair)),
    }
}

/// The encoder of the ISO-2022 charsets.
#[derive(Clone)]
pub(in crate::charset) struct Writer {
    dialect: Dialect,
    g0: Set,
    g1: Option<Set>,
    g2: Option<Set>,
    shifted: bool,
    /// The set of the last character, if the next character of this set needs no escape sequence and no
    /// shift before it.
    invoked: Option<Set>,
}

impl Writer {
    pub(in crate::charset) fn new(dialect: Dialect) -> Self {
        Self { dialect, g0: Set::Ascii, g1: None, g2: None, shifted: false, invoked: None }
    }

    /// Designates and invokes the set of the next character.
    #[inline]
    fn enter(&mut self, set: Set, octets: &mut Vec<u8>) {
        if self.invoked != Some(set) {
            self.change(set, octets);
        }
    }

    fn change(&mut self, set: Set, octets: &mut Vec<u8>) {
        if self.dialect == Dialect::Korean {
            // In ISO-2022-KR, the designation of KS X 1001 occurs once, at the start of the text
            // (RFC 1557 section 2).
            self.designate(Set::KsX1001, octets);
        }
        let (designated, invocation) = self.designate(set, octets);
        let shift = invocation == Invocation::Shift;
        self.invoked = Some(set);
        if invocation == Invocation::Single {
            octets.extend([ESC, b'N']);
            self.invoked = None;
        } else if shift != self.shifted || shift && designated {
            // RFC 1922 does not require another SO after a designation. Without it, however, glibc continues to
            // decode in the previous set.
            octets.push(if shift { SO } else { SI });
            self.shifted = shift;
        }
    }

    /// Designates a set, unless the set is already designated. Returns whether the set had to be designated, and
    /// how it is invoked.
    fn designate(&mut self, set: Set, octets: &mut Vec<u8>) -> (bool, Invocation) {
        let (sequence, invocation) = set.designation();
        let before = match invocation {
            Invocation::None => Some(std::mem::replace(&mut self.g0, set)),
            Invocation::Shift => self.g1.replace(set),
            Invocation::Single => self.g2.replace(set),
        };
        let changed = before != Some(set);
        if changed {
            octets.push(ESC);
            octets.extend_from_slice(sequence);
        }
        (changed, invocation)
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.reserve(text.len());
        for (offset, character) in text.char_indices() {
            match u8::try_from(character) {
                // A decoder would read this character as the start of an escape sequence or as a shift.
                Ok(ESC | SO | SI) => return Err((offset, character)),
                Ok(octet @ ..0x80) => {
                    self.enter(Set::Ascii, octets);
                    octets.push(octet);
                    // RFC 1922 section 4: a designation is valid until the end of its line.
                    if self.dialect == Dialect::Chinese && matches!(octet, b'\r' | b'\n') {
                        (self.g1, self.g2) = (None, None);
                    }
                }
                _ => {
                    let (set, found) = find(self.dialect, character).ok_or((offset, character))?;
                    self.enter(set, octets);
                    match found {
                        [octet, 0] => octets.push(octet),
                        pair => octets.extend_from_slice(&pair),
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if self.shifted || self.g0 != Set::Ascii {
            self.enter(Set::Ascii, octets);
        }
    }

    fn fork(&self) -> Option<Box<dyn codec::RawEncoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}
