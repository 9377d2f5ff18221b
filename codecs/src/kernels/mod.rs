//! Codecs and searches in vector instructions (SSE4.2, AVX2, AVX-512, NEON), without `unsafe`: the crate
//! `fearless_simd` finds out which instructions the processor has. The module `vectors` has the kernels. Each
//! kernel is compiled once for each set of instructions.
//!
//! A kernel reads from a slice and writes to another one. It handles only regular input, and stops before
//! irregular input. It returns the number of octets that it has read and the number of octets that it has written.
//! The codec that called the kernel then decodes or encodes the next octets itself, and reports errors. Without a
//! kernel, the codec gives the same result.
//!
//! Kernels are compiled only with the feature `simd`, and only for x86, 64-bit ARM, and WebAssembly with vector
//! instructions. Otherwise there is no [`Level`] with which a kernel could be called. If the processor lacks the
//! instructions, and under Miri, [`level`] returns `None`, so that no kernel is called. A build with
//! `--cfg mailutf_avx2` does not use AVX-512, so that one machine can show the speed of machines without AVX-512.

#[cfg(all(
    feature = "simd",
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
#[allow(dead_code, reason = "only kernels read its fields, and some builds have no kernels")]
pub(crate) mod to_utf7;
pub(crate) mod utf16;
pub(crate) mod utf32;
pub(crate) mod utf7;
pub(crate) mod utf8_starts;
pub(crate) mod utf8_valid;

pub(crate) use vectors::Level;
use vectors::kernel;

/// The instructions that kernels use; `None` if the processor has none of them. A call costs one load from memory.
pub(crate) fn level() -> Option<Level> {
    #[cfg(test)]
    if let Some(chosen) = test::chosen() {
        return chosen;
    }
    if cfg!(miri) { None } else { Level::best() }
}

#[cfg(test)]
pub(crate) mod test {
    //! Compares each kernel with the code that is used without the kernel.

    use super::*;
    use std::cell::Cell;
    use std::fmt::Debug;

    thread_local! {
        static CHOSEN: Cell<Option<Option<Level>>> = const { Cell::new(None) };
    }

    pub(super) fn chosen() -> Option<Option<Level>> {
        CHOSEN.get()
    }

    /// Fails if `result` with any set of vector instructions differs from `result` without them.
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

    /// Calls `check` with each stretch of `octets` that begins at one of the first 16 offsets and has at most 300
    /// octets.
    pub(crate) fn each_stretch(octets: &[u8], check: impl Fn(&[u8])) {
        for offset in 0..16 {
            (0..=300).filter_map(|len| octets.get(offset..offset + len)).for_each(&check);
        }
    }
}
