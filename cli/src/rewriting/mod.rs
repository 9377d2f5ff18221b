//! Rewrites mail for `normalize` and `to-utf7`: into one stream, as separate files, or as a filter.

#[cfg(unix)]
mod files;
pub(crate) mod filter;
mod reporter;
pub(crate) mod stream;
