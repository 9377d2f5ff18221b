//! `--force`.

/// A pattern of the shell after `-o`, as in `-o *.eml`, names a file of mail as the output, and the others as inputs.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ForceArgs {
    /// Replace the file that -o names even if it is mail. Without this option that is refused where inputs are named.
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,
}

impl ForceArgs {
    /// Whether mail may be replaced.
    pub(crate) fn is_given(self) -> bool {
        self.force
    }
}
