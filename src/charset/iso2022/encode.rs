//! Writing ISO-2022-JP (RFC 1468), -KR (RFC 1557) and -CN (RFC 1922): every line begins and ends in ASCII.
//!
//! Japanese is written in the sets of RFC 1468, and half-width kana in theirs.

use super::set::{Dialect, ESC, SI, SO};
use crate::charset::codec::{self, Unmappable};
use crate::charset::legacy::cns;
use crate::charset::legacy::rows::Rows;

/// How a character is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A set in G0, by what follows ESC.
    Set(&'static [u8]),
    /// A set in G1 after SO.
    Shift(&'static [u8]),
    /// A set in G2, by ESC N before each character.
    Single(&'static [u8]),
}

const ASCII: Way = Way::Set(b"(B");
const KOREAN: Way = Way::Shift(b"$)C");

/// The way to a character beyond ASCII, and its octets, of which 0 is none.
fn find(dialect: Dialect, character: char) -> Option<(Way, [u8; 2])> {
    match dialect {
        Dialect::Japanese => japanese(character),
        Dialect::Korean => Rows::KsX1001.encode(character).map(|pair| (KOREAN, pair)),
        Dialect::Chinese => {
            let simplified = Rows::Gb2312.encode(character).map(|pair| (Way::Shift(b"$)A"), pair));
            simplified.or_else(|| match cns::encode(character)? {
                (1, pair) => Some((Way::Shift(b"$)G"), pair)),
                (2, pair) => Some((Way::Single(b"$*H"), pair)),
                _ => None,
            })
        }
    }
}

fn japanese(character: char) -> Option<(Way, [u8; 2])> {
    match character {
        '\u{A5}' => Some((Way::Set(b"(J"), [b'\\', 0])),
        '\u{203E}' => Some((Way::Set(b"(J"), [b'~', 0])),
        '\u{FF61}'..='\u{FF9F}' => {
            let octet = u8::try_from(u32::from(character) - 0xFF61 + 0x21).ok()?;
            Some((Way::Set(b"(I"), [octet, 0]))
        }
        _ => Rows::JisX0208.encode(character).map(|pair| (Way::Set(b"$B"), pair)),
    }
}

/// The encoder.
pub(in crate::charset) struct Writer {
    dialect: Dialect,
    /// The set in G0.
    set: Way,
    g1: Option<Way>,
    g2: Option<Way>,
    shifted: bool,
}

impl Writer {
    pub(in crate::charset) fn new(dialect: Dialect) -> Self {
        Self { dialect, set: ASCII, g1: None, g2: None, shifted: false }
    }

    fn ascii(&mut self, octet: u8, octets: &mut Vec<u8>) {
        self.enter(ASCII, octets);
        octets.push(octet);
        // RFC 1922 section 4: a designation holds to the end of its line.
        if self.dialect == Dialect::Chinese && matches!(octet, b'\r' | b'\n') {
            (self.g1, self.g2) = (None, None);
        }
    }

    /// Makes the next octets those of `way`.
    fn enter(&mut self, way: Way, octets: &mut Vec<u8>) {
        if self.dialect == Dialect::Korean {
            // Once for the whole text, and at its start (RFC 1557 section 2).
            self.designate(KOREAN, octets);
        }
        let designated = self.designate(way, octets);
        let shift = matches!(way, Way::Shift(_));
        match way {
            Way::Single(_) => octets.extend([ESC, b'N']),
            // SO again behind a designation: RFC 1922 does not ask for it, but without it glibc reads on in the
            // set before.
            _ if shift != self.shifted || shift && designated => {
                octets.push(if shift { SO } else { SI });
                self.shifted = shift;
            }
            _ => {}
        }
    }

    /// Makes the set of `way` the one of its working set; whether it was another one before.
    fn designate(&mut self, way: Way, octets: &mut Vec<u8>) -> bool {
        let (before, sequence) = match way {
            Way::Set(sequence) => (Some(std::mem::replace(&mut self.set, way)), sequence),
            Way::Shift(sequence) => (self.g1.replace(way), sequence),
            Way::Single(sequence) => (self.g2.replace(way), sequence),
        };
        let changed = before != Some(way);
        if changed {
            octets.push(ESC);
            octets.extend(sequence);
        }
        changed
    }
}

impl codec::RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        for (offset, character) in text.char_indices() {
            match u8::try_from(character) {
                // These would be read as the beginning of something.
                Ok(ESC | SO | SI) => return Err((offset, character)),
                Ok(octet @ ..0x80) => self.ascii(octet, octets),
                _ => {
                    let (way, found) = find(self.dialect, character).ok_or((offset, character))?;
                    self.enter(way, octets);
                    octets.extend(found.into_iter().filter(|octet| *octet != 0));
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, octets: &mut Vec<u8>) {
        if self.shifted || self.set != ASCII {
            self.enter(ASCII, octets);
        }
    }
}
