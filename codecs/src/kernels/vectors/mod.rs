//! The kernels. Each kernel is generic over the set of vector instructions.

mod compress;
mod utf8;

pub(super) mod base64;
#[cfg(feature = "detection")]
pub(super) mod high_octets;
pub(super) mod line_starts;
pub(super) mod pairs;
pub(super) mod quoted_printable;
pub(super) mod single_octet;
pub(super) mod to_utf7;
pub(super) mod utf16;
pub(super) mod utf32;
pub(super) mod utf7;
pub(super) mod utf8_starts;
pub(super) mod utf8_valid;

#[cfg(target_arch = "aarch64")]
use fearless_simd::Neon;
use fearless_simd::Simd;
#[cfg(target_arch = "wasm32")]
use fearless_simd::WasmSimd128;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Avx2, Avx512, Sse4_2};

/// A set of instructions that the processor has. On x86, SSE2 is not enough, because kernels look octets up in
/// tables that are in vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Sse4_2(Sse4_2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    #[cfg(target_arch = "wasm32")]
    WasmSimd128(WasmSimd128),
}

impl Level {
    /// The best set of instructions that the processor has.
    pub(super) fn best() -> Option<Self> {
        let level = fearless_simd::Level::new();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let avx512 = level.as_avx512().filter(|_| !cfg!(mailutf_avx2)).map(Self::Avx512);
            let avx2 = || level.as_avx2().map(Self::Avx2);
            avx512.or_else(avx2).or_else(|| level.as_sse4_2().map(Self::Sse4_2))
        }
        #[cfg(target_arch = "aarch64")]
        return level.as_neon().map(Self::Neon);
        #[cfg(target_arch = "wasm32")]
        return level.as_wasm_simd128().map(Self::WasmSimd128);
    }

    /// All sets of instructions that the processor has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let level = fearless_simd::Level::new();
            let sse4_2 = level.as_sse4_2().map(Self::Sse4_2);
            let avx2 = level.as_avx2().map(Self::Avx2);
            [sse4_2, avx2, level.as_avx512().map(Self::Avx512)].into_iter().flatten().collect()
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        Self::best().into_iter().collect()
    }

    #[inline(always)]
    pub(super) const fn has_avx512(self) -> bool {
        match self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512(_) => true,
            _ => false,
        }
    }

    /// Whether one instruction looks up at least 32 octets, on x86. On other processors, the result is always true,
    /// although their instructions look up 16 octets.
    pub(super) const fn looks_up_32_octets(self) -> bool {
        match self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse4_2(_) => false,
            _ => true,
        }
    }
}

/// Calls a kernel. `kernel!(level, module::function<PARAMETER>(argument))` calls the function in `vectors` that is
/// compiled for the instructions of `level`.
macro_rules! kernel {
    ($level:expr, $module:ident::$function:ident $(<$($parameter:ident),+>)? ($($argument:expr),+ $(,)?)) => {{
        macro_rules! compiled {
            ($simd:ident) => {
                fearless_simd::Simd::vectorize(
                    $simd,
                    #[inline(always)]
                    || super::vectors::$module::$function::<_ $($(, $parameter)+)?>($simd, $($argument),+),
                )
            };
        }
        match $level {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            super::vectors::Level::Sse4_2(simd) => compiled!(simd),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            super::vectors::Level::Avx2(simd) => compiled!(simd),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            super::vectors::Level::Avx512(simd) => compiled!(simd),
            #[cfg(target_arch = "aarch64")]
            super::vectors::Level::Neon(simd) => compiled!(simd),
            #[cfg(target_arch = "wasm32")]
            super::vectors::Level::WasmSimd128(simd) => compiled!(simd),
        }
    }};
}

pub(super) use kernel;

/// Whether one instruction looks up 64 octets in a table of 64 octets, and another instruction packs 64 octets.
/// AVX-512 has these instructions.
#[inline(always)]
fn whole_blocks<S: Simd>(simd: S) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return simd.level().as_avx512().is_some();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let _ = simd;
        false
    }
}
