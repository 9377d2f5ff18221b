//! Takes the place of the module `vectors` where no kernel is compiled.

/// The instructions that kernels use. The type has no value, because there are no kernels.
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

    /// The result of a kernel. No code can call this function.
    pub(super) fn result<T>(self) -> T {
        match self {}
    }
}

/// Takes the place of the macro that calls a kernel. Calls nothing.
macro_rules! kernel {
    ($level:expr, $module:ident::$function:ident $(<$($parameter:ident),+>)? ($($argument:expr),+ $(,)?)) => {{
        let _ = ($(&$argument,)+);
        $level.result()
    }};
}

pub(super) use kernel;
