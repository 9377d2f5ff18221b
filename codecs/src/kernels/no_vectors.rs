//! No kernels.

/// The instructions that kernels use: there are none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {}

impl Level {
    pub(super) const fn best() -> Option<Self> {
        None
    }

    #[cfg(test)]
    pub(super) const fn all() -> [Self; 0] {
        []
    }

    pub(super) const fn has_avx512(self) -> bool {
        match self {}
    }

    pub(super) const fn looks_up_32_octets(self) -> bool {
        match self {}
    }

    /// What a kernel returns.
    pub(super) fn result<T>(self) -> T {
        match self {}
    }
}

/// Calls no kernel.
macro_rules! kernel {
    ($level:expr, $module:ident::$function:ident $(<$($parameter:ident),+>)? ($($argument:expr),+ $(,)?)) => {{
        let _ = ($(&$argument,)+);
        $level.result()
    }};
}

pub(super) use kernel;
