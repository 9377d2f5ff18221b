//! `mailutf undo`.

use mailutf::mailbox::fs::backup::check_suffix;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct UndoArgs {
    /// Converted files, and directories with converted files.
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// The suffix of the backups, as given to `normalize --backup`.
    #[arg(long, value_name = "SUFFIX", default_value = "~", value_parser = suffix, help_heading = "Input")]
    pub(crate) suffix: OsString,

    /// Write nothing; print what would be done.
    #[arg(short = 'n', long, help_heading = "Output")]
    pub(crate) dry_run: bool,

    /// Print errors only.
    #[arg(short, long, help_heading = "Reports")]
    pub(crate) quiet: bool,
}

fn suffix(value: &str) -> Result<OsString, &'static str> {
    check_suffix(value.as_ref()).map(|()| value.into())
}
