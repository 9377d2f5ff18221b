//! A search for the first ill-formed sequence of UTF-8 (RFC 3629 section 4).

use super::{Level, kernel};

/// Whether this search is faster than that of `encoding_rs`, octet by octet: with AVX2, which has no bit masks of
/// comparisons, it has half of that speed.
pub(crate) fn pays(level: Level) -> bool {
    level.has_avx512()
}

/// The offset of the first ill-formed sequence, or of an unfinished character at the end, or else the length. Linear time.
pub(crate) fn up_to(level: Level, octets: &[u8]) -> usize {
    kernel!(level, utf8_valid::blocks(octets))
}
