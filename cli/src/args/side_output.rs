//! What a run writes beside its main output. Such a file replaces only a file of its own kind, or an empty one: see
//! `commands/output_check.rs`.

use crate::report::manifest;
use std::fmt;

/// The kind of a file beside the main output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideOutput {
    Manifest,
    Page,
    Report,
}

impl SideOutput {
    pub(crate) const ALL: [Self; 3] = [Self::Manifest, Self::Page, Self::Report];

    /// The name of its option, without hyphens.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Page => "html",
            Self::Report => "report",
        }
    }

    /// Whether a file with these first octets, if it has so many, is of this kind or empty.
    pub(crate) fn may_replace(self, start: &[u8]) -> bool {
        start.is_empty()
            || match self {
                Self::Manifest => start == manifest::START,
                Self::Page => start.eq_ignore_ascii_case(b"<!DOCTYPE"),
                Self::Report => start != manifest::START && start.starts_with(b"{"),
            }
    }
}

impl fmt::Display for SideOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manifest => "manifest",
            Self::Page => "page",
            Self::Report => "report",
        })
    }
}
