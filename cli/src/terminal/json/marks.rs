//! Finds characters in a text that may have to be escaped in JSON. The result is the offset of the first octet of
//! each character. The text is searched in blocks of 64 octets.

#[cfg(not(feature = "simd"))]
mod no_vectors;
mod set;
#[cfg(feature = "simd")]
mod vectors;

#[cfg(not(feature = "simd"))]
use no_vectors::in_blocks;
use set::{BLOCK, BLOCKS};
use std::fmt;
#[cfg(feature = "simd")]
use vectors::in_blocks;

/// Calls `visit` with the offset of each character that may have to be escaped in JSON.
///
/// # Errors
/// The errors of `visit`.
pub(super) fn each_in(text: &str, mut visit: impl FnMut(usize) -> fmt::Result) -> fmt::Result {
    let stretches = text.as_bytes().chunks(BLOCKS * BLOCK).zip((0..).step_by(BLOCKS * BLOCK));
    for (stretch, start) in stretches {
        let blocks = (start..start + stretch.len()).step_by(BLOCK);
        for (marks, block) in in_blocks(stretch).iter().zip(blocks) {
            let mut marks = *marks;
            while marks != 0 {
                visit(block + marks.trailing_zeros() as usize)?;
                marks &= marks - 1;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_octets_are_found_at_each_place() {
        let is_marked = |octet: u8| {
            matches!(octet, 0..b' ' | b'"' | b'\\' | 0x7F | 0xC2 | 0xD8 | 0xE1 | 0xE2 | 0xEF | 0xF3)
        };
        for octet in 0..=0xFF_u8 {
            for at in [0, 1, 63, 64, 511] {
                let mut octets = [b'x'; BLOCKS * BLOCK];
                octets[at] = octet;
                let mut expected = [0; BLOCKS];
                expected[at / BLOCK] = u64::from(is_marked(octet)) << (at % BLOCK);
                assert_eq!(in_blocks(&octets), expected, "{octet:#x} {at}");
                assert_eq!(in_blocks(&octets[..=at]), expected, "{octet:#x} {at}");
            }
        }
        let text = "x\n".repeat(1000);
        let mut found = Vec::new();
        let all = each_in(&text, |at| {
            found.push(at);
            Ok(())
        });
        assert!(all.is_ok());
        assert!(found.into_iter().eq((1..2000).step_by(2)));
    }
}
