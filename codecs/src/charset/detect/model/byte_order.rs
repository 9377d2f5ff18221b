//! The likelier byte order of UTF-16. In the wrong order, letters of one script become letters of many scripts, so that the text
//! [costs](super::weight) more. Linear time.

use super::costs::NAT;
use super::weight;

/// The number of units that are weighed: more of them hardly change the result.
const SAMPLE: usize = 256;
/// The cost of an unpaired surrogate, of a pair that stands for no character of any script, and of a control character.
const NO_CHARACTER: i32 = 18 * NAT;

/// How many nats likelier UTF-16 without a byte order mark is in big-endian order than in little-endian order. A sign that is
/// repeated, as in a line of `─`, which is `%` in the other order, counts once. Linear time.
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

/// Whether a unit is not a letter in either order.
fn is_sign(unit: [u8; 2]) -> bool {
    let units = [u16::from_be_bytes(unit), u16::from_le_bytes(unit)];
    !char::decode_utf16(units).flatten().any(char::is_alphabetic)
}
