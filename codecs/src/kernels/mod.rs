//! Codecs, and searches, in vector instructions (SSE4.2, AVX2, AVX-512, NEON), without `unsafe`: the crate
//! `fearless_simd` finds out what the processor can do and compiles each kernel once for each set of instructions.
//!
//! A kernel reads a slice and writes to another. It does only what is regular, stops before anything else, and returns
//! how many octets it has read and written. The codec that called it goes on from there by itself, and reports
//! errors; it gives the same result without its kernel.
//!
//! Without vector instructions, under Miri, and in a build with `--cfg mailutf_scalar`, kernels do nothing. A build with
//! `--cfg mailutf_avx2` has no AVX-512: it shows on one machine how fast others are.

mod compress;

pub(crate) mod base64;
pub(crate) mod high_octets;
pub(crate) mod line_starts;
pub(crate) mod pairs;
pub(crate) mod quoted_printable;
pub(crate) mod single_octet;
pub(crate) mod to_utf7;
pub(crate) mod utf16;
pub(crate) mod utf32;
pub(crate) mod utf7;
pub(crate) mod utf8;
pub(crate) mod utf8_starts;
pub(crate) mod utf8_valid;

use fearless_simd::{Level, Simd};

/// The instructions that kernels use; `None` if there are none. Costs a load.
pub(crate) fn level() -> Option<Level> {
    #[cfg(test)]
    if let Some(chosen) = test::chosen() {
        return chosen;
    }
    if cfg!(any(miri, mailutf_scalar)) { None } else { usable(Level::new()) }
}

/// Kernels look octets up in vectors, which takes more than SSE2.
fn usable(level: Level) -> Option<Level> {
    #[cfg(all(mailutf_avx2, any(target_arch = "x86", target_arch = "x86_64")))]
    let level = level.as_avx2().map_or(level, Simd::level);
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return level.as_sse4_2().map(|_| level);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    return (!level.is_fallback()).then_some(level);
}

/// Whether one instruction looks up 64 octets in a table of as many, and another packs them: AVX-512 does.
#[inline(always)]
fn whole_blocks<S: Simd>(simd: S) -> bool {
    is_avx512(simd.level())
}

#[inline(always)]
fn is_avx512(level: Level) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return level.as_avx512().is_some();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let _ = level;
        false
    }
}

#[cfg(test)]
pub(crate) mod test {
    //! Compares each kernel with the code that does without it.

    use super::*;
    use std::cell::Cell;
    use std::fmt::Debug;

    thread_local! {
        static CHOSEN: Cell<Option<Option<Level>>> = const { Cell::new(None) };
    }

    pub(super) fn chosen() -> Option<Option<Level>> {
        CHOSEN.get()
    }

    /// All sets of vector instructions that this machine has.
    fn levels() -> Vec<Level> {
        let Some(best) = usable(Level::new()) else { return Vec::new() };
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let weaker = [best.as_avx2().map(Simd::level), best.as_sse4_2().map(Simd::level)];
            weaker.into_iter().flatten().chain(best.as_avx512().map(Simd::level)).collect()
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        vec![best]
    }

    /// Fails if `result` is different with any set of vector instructions than without.
    #[track_caller]
    pub(crate) fn same_at_each_level<T: Debug + PartialEq>(result: impl Fn() -> T) {
        CHOSEN.set(Some(None));
        let expected = result();
        for level in levels() {
            CHOSEN.set(Some(Some(level)));
            assert_eq!(result(), expected, "{level:?}");
        }
        CHOSEN.set(None);
    }

    /// Calls `check` with each stretch of `octets` that is at most 300 octets long, at each of the first 16 offsets.
    pub(crate) fn each_stretch(octets: &[u8], check: impl Fn(&[u8])) {
        for offset in 0..16 {
            (0..=300).filter_map(|len| octets.get(offset..offset + len)).for_each(&check);
        }
    }
}
