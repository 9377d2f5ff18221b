//! `--progress`.

use clap::ValueEnum;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowProgress {
    /// On a terminal.
    #[default]
    Auto,
    /// Always; where standard error is not a terminal, as a line from time to time and at the end.
    Always,
    /// Never.
    Never,
}

impl ShowProgress {
    /// Whether progress is shown; `None` if the terminal decides.
    pub(crate) fn choice(self) -> Option<bool> {
        match self {
            Self::Auto => None,
            Self::Always => Some(true),
            Self::Never => Some(false),
        }
    }
}
