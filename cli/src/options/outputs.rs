//! `--force`, and the kinds of files that a run writes in addition to its main output. Such a file replaces only a
//! file of its own kind or an empty file: see `output_check.rs`.

use crate::report::manifest;
use std::fmt;

/// The option `--force`. Without this option, mail is protected from two mistakes. In `-o *.eml`, the shell expands
/// the pattern to several files: the first is the output, and the others are inputs. In a shell loop over a list of
/// names, a command without a named input reads this list as its input.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ForceArgs {
    /// Replace the file that -o names even if it is mail. Without this option, mail is not replaced.
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

impl ForceArgs {
    /// Whether mail may be replaced.
    pub(crate) fn is_given(self) -> bool {
        self.force
    }
}

/// The kind of a file that is written in addition to the main output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideOutput {
    Manifest,
    Page,
    Report,
    /// The decisions of the mail's owner, in the form of rules.
    Rules,
}

impl SideOutput {
    pub(crate) const ALL: [Self; 4] = [Self::Manifest, Self::Page, Self::Report, Self::Rules];

    /// Returns a name for this kind of file, and the name of its option without hyphens.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Manifest => ("manifest", "manifest"),
            Self::Page => ("page", "html"),
            Self::Report => ("report", "report"),
            Self::Rules => ("file with rules", "decisions"),
        }
    }

    /// Returns the name of the option for this kind of file, without hyphens.
    pub(crate) const fn option(self) -> &'static str {
        self.words().1
    }

    /// Whether a file that starts with these octets is of this kind, or is empty.
    pub(crate) fn may_replace(self, start: &[u8]) -> bool {
        start.is_empty()
            || match self {
                Self::Manifest => start == manifest::START,
                Self::Page => start.eq_ignore_ascii_case(b"<!DOCTYPE"),
                Self::Report => start != manifest::START && start.starts_with(b"{"),
                Self::Rules => start.starts_with(b"version") || start.starts_with(b"#"),
            }
    }
}

impl fmt::Display for SideOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}
