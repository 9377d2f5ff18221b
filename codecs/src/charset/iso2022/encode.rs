//! Encoding ISO-2022-JP (RFC 1468), -KR (RFC 1557) and -CN (RFC 1922). Every line begins and ends in US-ASCII.
//!
//! Japanese uses the sets of RFC 1468, and the set of half-width kana.

use super::set::{Dialect, ESC, SI, SO};
use crate::charset::codec::{self, Unmappable};
use crate::charset::legacy::cns;
use crate::charset::legacy::rows::Rows;

/// A character set, by the octets after ESC that designate it, and how it is invoked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Designation {
    /// Designated to G0; needs no shift.
    Set(&'static [u8]),
    /// Designated to G1; needs SO.
    Shift(&'static [u8]),
    /// Designated to G2; needs ESC N before each character.
    Single(&'static [u8]),
}

const ASCII: Designation = Designation::Set(b"(B");
const KOREAN: Designation = Designation::Shift(b"$)C");

/// The set of a character beyond US-ASCII, and its octets. A second octet of 0 means that it has only one.
fn find(dialect: Dialect, character: char) -> Option<(Designation, [u8; 2])> {
    match dialect {
        Dialect::Japanese => japanese(character),
        Dialect::Korean => Rows::KsX1001.encode(character).map(|pair| (KOREAN, pair)),
        Dialect::Chinese => {
            let simplified = Rows::Gb2312.encode(character).map(|pair| (Designation::Shift(b"$)A"), pair));
            simplified.or_else(|| match cns::encode(character)? {
                (1, pair) => Some((Designation::Shift(b"$)G"), pair)),
                (2, pair) => Some((Designation::Single(b"$*H"), pair)),
                _ => None,
            })
        }
    }
}

fn japanese(character: char) -> Option<(Designation, [u8; 2])> {
    match character {
        '\u{A5}' => Some((Designation::Set(b"(J"), [b'\\', 0])),
        '\u{203E}' => Some((Designation::Set(b"(J"), [b'~', 0])),
        '\u{FF61}'..='\u{FF9F}' => {
            let octet = u8::try_from(u32::from(character) - 0xFF61 + 0x21).ok()?;
            Some((Designation::Set(b"(I"), [octet, 0]))
        }
        _ => Rows::JisX0208.encode(character).map(|pair| (Designation::Set(b"$B"), pair)),
    }
}

/// The encoder.
#[derive(Clone)]
pub(in crate::charset) struct Writer {
    dialect: Dialect,
    /// The set in G0.
    set: Designation,
    g1: Option<Designation>,
    g2: Option<Designation>,
    shifted: bool,
}

impl Writer {
    pub(in crate::charset) fn new(dialect: Dialect) -> Self {
        Self { dialect, set: ASCII, g1: None, g2: None, shifted: false }
    }

    fn ascii(&mut self, octet: u8, octets: &mut Vec<u8>) {
        self.enter(ASCII, octets);
        octets.push(octet);
        // RFC 1922 section 4: a designation is valid until the end of its line.
        if self.dialect == Dialect::Chinese && matches!(octet, b'\r' | b'\n') {
            (self.g1, self.g2) = (None, None);
        }
    }

    /// Designates and invokes the set of the next character.
    fn enter(&mut self, designation: Designation, octets: &mut Vec<u8>) {
        if self.dialect == Dialect::Korean {
            // RFC 1557 section 2: once, at the start of the text.
            self.designate(KOREAN, octets);
        }
        let designated = self.designate(designation, octets);
        let shift = matches!(designation, Designation::Shift(_));
        match designation {
            Designation::Single(_) => octets.extend([ESC, b'N']),
            // RFC 1922 does not require another SO after a designation, but without it glibc stays in the previous
            // set.
            _ if shift != self.shifted || shift && designated => {
                octets.push(if shift { SO } else { SI });
                self.shifted = shift;
            }
            _ => {}
        }
    }

    /// Designates a set, unless it is designated already. Returns whether it was not.
    fn designate(&mut self, designation: Designation, octets: &mut Vec<u8>) -> bool {
        let (before, sequence) = match designation {
            Designation::Set(sequence) => (Some(std::mem::replace(&mut self.set, designation)), sequence),
            Designation::Shift(sequence) => (self.g1.replace(designation), sequence),
            Designation::Single(sequence) => (self.g2.replace(designation), sequence),
        };
        let changed = before != Some(designation);
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
                // These would be decoded as an escape sequence or a shift.
                Ok(ESC | SO | SI) => return Err((offset, character)),
                Ok(octet @ ..0x80) => self.ascii(octet, octets),
                _ => {
                    let (designation, found) = find(self.dialect, character).ok_or((offset, character))?;
                    self.enter(designation, octets);
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

    fn fork(&self) -> Option<Box<dyn codec::RawEncoder + Send + Sync>> {
        Some(Box::new(self.clone()))
    }
}
