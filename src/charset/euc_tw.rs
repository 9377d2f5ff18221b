//! EUC-TW: ASCII, plane 1 of CNS 11643 in two octets, and any plane in four, after 8E and an octet that names the
//! plane (see `cns`).

use super::cns;
use super::codec::MalformedKind;
use super::multibyte::{Found, ill_formed};

/// Single shift 2, before the octet of a plane.
const SHIFT: u8 = 0x8E;

/// Reads a character.
pub(super) fn read(octets: &[u8], text: &mut String) -> Found {
    let character = |plane, pair, length, text: &mut String| {
        if cns::push(plane, pair, text) {
            Found::Character(length)
        } else {
            Found::IllFormed(length, MalformedKind::Unmapped)
        }
    };
    match *octets {
        [SHIFT] | [0xA1..=0xFE] | [SHIFT, 0xA1..=0xB0] | [SHIFT, 0xA1..=0xB0, 0xA1..=0xFE] => Found::Prefix,
        [SHIFT, plane @ 0xA1..=0xB0, row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => {
            character(plane - 0xA0, &[row, column], 4, text)
        }
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => character(1, &[row, column], 2, text),
        [0xA1..=0xFE, trail, ..] => ill_formed(trail),
        _ => Found::IllFormed(1, MalformedKind::InvalidByte),
    }
}

/// Appends the octets of a character; whether there are any.
pub(super) fn encode(character: char, octets: &mut Vec<u8>) -> bool {
    if let Ok(octet @ ..0x80) = u8::try_from(character) {
        octets.push(octet);
        return true;
    }
    let Some((plane, pair)) = cns::encode(character) else { return false };
    if plane != 1 {
        octets.extend([SHIFT, 0xA0 + plane]);
    }
    octets.extend(pair.map(|octet| octet | 0x80));
    true
}
