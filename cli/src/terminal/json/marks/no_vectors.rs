//! The search without vector instructions, octet by octet.

use super::set::{BLOCK, BLOCKS, HIGH, LOW};

/// Returns one bit for each octet. The bit is set if the octet may be the first octet of a character that
/// must be escaped.
pub(super) fn in_blocks(stretch: &[u8]) -> [u64; BLOCKS] {
    let mut found = [0; BLOCKS];
    for (found, block) in found.iter_mut().zip(stretch.chunks(BLOCK)) {
        for (octet, place) in block.iter().zip(0..) {
            // The indices are in range, because each half of an octet is below 16.
            let both = LOW[usize::from(octet & 15)] & HIGH[usize::from(octet >> 4)];
            *found |= u64::from(both != 0) << place;
        }
    }
    found
}
