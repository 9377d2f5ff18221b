//! Codecs, and searches, in vector instructions (SSE4.2, AVX2, AVX-512, NEON), without `unsafe`: the crate
//! `fearless_simd` finds out what the processor can do. `vectors` has the kernels, each of which is compiled once for each
//! set of instructions.
//!
//! A kernel reads a slice and writes to another. It handles only regular input, stops before anything else, and returns
//! the numbers of octets that it has read and written. The codec that called it goes on from there by itself, and
//! reports errors. Without a kernel, the codec gives the same result.
//!
//! Without the feature `simd`, with `--cfg mailutf_scalar`, and for processors of other kinds, no kernel is compiled,
//! and there is no [`Level`] to call one with. If the processor has no such instructions, and under Miri, kernels do
//! nothing. A build with `--cfg mailutf_avx2` does not use AVX-512, so that one machine can show the speed of others.

#[cfg(all(
    feature = "simd",
    not(mailutf_scalar),
    any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )
))]
mod vectors;
#[cfg(not(all(
    feature = "simd",
    not(mailutf_scalar),
    any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )
)))]
#[path = "no_vectors.rs"]
mod vectors;

pub(crate) mod base64;
#[cfg(feature = "detection")]
pub(crate) mod high_octets;
pub(crate) mod line_starts;
pub(crate) mod pairs;
pub(crate) mod quoted_printable;
pub(crate) mod single_octet;
#[cfg_attr(
    any(mailutf_scalar, not(feature = "simd")),
    allow(dead_code, reason = "only kernels read its fields")
)]
pub(crate) mod to_utf7;
pub(crate) mod utf16;
pub(crate) mod utf32;
pub(crate) mod utf7;
pub(crate) mod utf8_starts;
pub(crate) mod utf8_valid;

pub(crate) use vectors::Level;
use vectors::kernel;

/// The instructions that kernels use; `None` if there are none. Costs a load.
pub(crate) fn level() -> Option<Level> {
    #[cfg(test)]
    if let Some(chosen) = test::chosen() {
        return chosen;
    }
    if cfg!(miri) { None } else { Level::best() }
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

    /// Fails if `result` is different with any set of vector instructions than without.
    #[track_caller]
    pub(crate) fn same_at_each_level<T: Debug + PartialEq>(result: impl Fn() -> T) {
        CHOSEN.set(Some(None));
        let expected = result();
        for level in Level::all() {
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
