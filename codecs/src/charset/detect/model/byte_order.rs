//! Finds the likelier byte order of UTF-16. In the wrong byte order, letters of one script become letters of many
//! scripts, so that the text [costs](super::weight) more. Takes linear time.

use super::costs::NAT;
use super::weight;

/// The maximum number of units of UTF-16 that are scored. Further units would hardly change the result.
const SAMPLE: usize = 256;
/// The cost of an unpaired surrogate, of a control character, and of a code point from U+40000 on, where no script
/// has characters.
const NO_CHARACTER: i32 = 18 * NAT;

/// Returns the evidence in nats that UTF-16 without a byte order mark is in big-endian order. It is positive if this
/// order is likelier than little-endian order, and negative if it is less likely. If a sign is repeated, it counts
/// once. Otherwise a line of `─`, which is a line of `%` in the other byte order, could outweigh all letters. Takes
/// linear time.
pub fn likelier_big_endian(octets: &[u8]) -> i32 {
    let (units, _) = octets.as_chunks::<2>();
    let mut sample: Vec<[u8; 2]> = units.iter().take(SAMPLE).copied().collect();
    sample.dedup_by(|one, other| one == other && is_sign(*one));
    let cost = |unit: fn([u8; 2]) -> u16| {
        let (mut text, mut none) = (String::new(), 0);
        for character in char::decode_utf16(sample.iter().map(|octets| unit(*octets))) {
            match character {
                Ok('\u{1}'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{40000}'..) | Err(_) => {
                    none += NO_CHARACTER;
                }
                Ok(character) => text.push(character),
            }
        }
        weight::cost(&text) + none
    };
    (cost(u16::from_le_bytes) - cost(u16::from_be_bytes)) / NAT
}

/// Whether a unit of UTF-16 is a letter in neither byte order.
fn is_sign(unit: [u8; 2]) -> bool {
    let units = [u16::from_be_bytes(unit), u16::from_le_bytes(unit)];
    !char::decode_utf16(units).flatten().any(char::is_alphabetic)
}
