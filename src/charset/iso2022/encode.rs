//! Writing ISO-2022-KR (RFC 1557) and ISO-2022-CN (RFC 1922): every line begins and ends in ASCII.

use super::{Dialect, ESC, SI, SO};
use crate::charset::cns;
use crate::charset::rows::Rows;

/// What SO and ESC N lead to in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Designation {
    /// ESC $ ) C, once for the whole text.
    KsX1001,
    /// ESC $ ) A.
    Gb2312,
    /// ESC $ ) G.
    Plane1,
    /// ESC $ * H: characters by ESC N, without SO.
    Plane2,
}

impl Designation {
    fn octets(self) -> [u8; 4] {
        match self {
            Self::KsX1001 => [ESC, b'$', b')', b'C'],
            Self::Gb2312 => [ESC, b'$', b')', b'A'],
            Self::Plane1 => [ESC, b'$', b')', b'G'],
            Self::Plane2 => [ESC, b'$', b'*', b'H'],
        }
    }
}

/// The octets of `text`, or the first character that the charset lacks and its offset. Japanese is written by
/// `encoding_rs`.
pub(in crate::charset) fn encode(dialect: Dialect, text: &str) -> Result<Vec<u8>, (usize, char)> {
    let mut writer = Writer { octets: Vec::with_capacity(text.len()), shifted: false, g1: None, g2: None };
    if dialect == Dialect::Korean && !text.is_ascii() {
        writer.designate(Designation::KsX1001);
    }
    for (offset, character) in text.char_indices() {
        match u8::try_from(character) {
            Ok(octet @ ..0x80) => writer.ascii(octet, dialect),
            _ => {
                let (designation, pair) = find(dialect, character).ok_or((offset, character))?;
                writer.pair(designation, pair);
            }
        }
    }
    writer.shift(false);
    Ok(writer.octets)
}

fn find(dialect: Dialect, character: char) -> Option<(Designation, [u8; 2])> {
    if dialect == Dialect::Korean {
        return Rows::KsX1001.encode(character).map(|pair| (Designation::KsX1001, pair));
    }
    let simplified = Rows::Gb2312.encode(character).map(|pair| (Designation::Gb2312, pair));
    simplified.or_else(|| match cns::encode(character)? {
        (1, pair) => Some((Designation::Plane1, pair)),
        (2, pair) => Some((Designation::Plane2, pair)),
        _ => None,
    })
}

struct Writer {
    octets: Vec<u8>,
    shifted: bool,
    g1: Option<Designation>,
    g2: Option<Designation>,
}

impl Writer {
    fn ascii(&mut self, octet: u8, dialect: Dialect) {
        self.shift(false);
        self.octets.push(octet);
        // RFC 1922 section 4: a designation holds to the end of its line.
        if dialect == Dialect::Chinese && matches!(octet, b'\r' | b'\n') {
            (self.g1, self.g2) = (None, None);
        }
    }

    fn pair(&mut self, designation: Designation, pair: [u8; 2]) {
        self.designate(designation);
        if designation == Designation::Plane2 {
            self.octets.extend([ESC, b'N']);
        } else {
            self.shift(true);
        }
        self.octets.extend(pair);
    }

    fn designate(&mut self, designation: Designation) {
        let slot = if designation == Designation::Plane2 { &mut self.g2 } else { &mut self.g1 };
        if slot.replace(designation) != Some(designation) {
            self.octets.extend(designation.octets());
        }
    }

    fn shift(&mut self, shifted: bool) {
        if self.shifted != shifted {
            self.octets.push(if shifted { SO } else { SI });
            self.shifted = shifted;
        }
    }
}
