//! Searches for an octet above 127 that is not in a set.

use super::{Level, kernel};

/// A set of octets above 127. It has an element for each value of the lower four bits of an octet. In this element,
/// there is one bit for each value of the upper four bits, from 8 to 15.
pub(crate) type HighOctets = [u8; 16];

/// The bit for each value of the upper four bits of an octet. The values 0 to 7, of US-ASCII, have no bit.
pub(super) const BITS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];

/// Adds an octet to the set, unless the octet is US-ASCII.
pub(crate) fn add(set: &mut HighOctets, octet: u8) {
    if let Some(bits) = set.get_mut(usize::from(octet & 15)) {
        *bits |= bit(octet);
    }
}

/// Whether an octet is US-ASCII or in the set.
pub(crate) fn has(set: &HighOctets, octet: u8) -> bool {
    set.get(usize::from(octet & 15)).is_some_and(|bits| bits & bit(octet) == bit(octet))
}

fn bit(octet: u8) -> u8 {
    BITS.get(usize::from(octet >> 4)).copied().unwrap_or_default()
}

/// The offset of the first octet above 127 that is not in the set. Only whole blocks of 64 octets are searched. If
/// they contain no such octet, then the result is the end of the last whole block. Linear time.
pub(crate) fn first_outside(level: Level, set: &HighOctets, octets: &[u8]) -> usize {
    kernel!(level, high_octets::blocks(set, octets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::level;

    #[test]
    fn the_first_octet_outside_is_found() {
        let mut set = HighOctets::default();
        let inside = [0x80, 0x9F, 0xC3, 0xFF, b'a'];
        for octet in inside {
            add(&mut set, octet);
        }
        for octet in 0..=0xFF {
            assert_eq!(has(&set, octet), octet < 0x80 || inside.contains(&octet), "{octet:#x}");
            let Some(level) = level() else { continue };
            for at in [0, 1, 63, 64, 127] {
                let mut octets = inside.repeat(26)[..128].to_vec();
                octets[at] = octet;
                let expected = if has(&set, octet) { 128 } else { at };
                assert_eq!(first_outside(level, &set, &octets), expected, "{octet:#x} {at}");
            }
        }
    }
}
