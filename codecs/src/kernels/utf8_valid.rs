//! Searches for the first ill-formed sequence of UTF-8 (RFC 3629 section 4).

use super::{Level, kernel};

/// Whether this search is faster than the search of `encoding_rs`, which tests octet by octet. With AVX2, this
/// search is half as fast as that of `encoding_rs`, because AVX2 has no comparisons that give bit masks.
pub(crate) fn pays(level: Level) -> bool {
    level.has_avx512()
}

/// The offset of the first ill-formed sequence, or of an unfinished character at the end. If there is neither, then
/// the length of `octets`. Linear time.
pub(crate) fn up_to(level: Level, octets: &[u8]) -> usize {
    kernel!(level, utf8_valid::blocks(octets))
}
