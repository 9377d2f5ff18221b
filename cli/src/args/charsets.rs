//! `mailutf charsets`.

#[derive(Debug, clap::Args)]
pub(crate) struct CharsetsArgs {
    /// Print one JSON object per charset and line (docs/charsets.schema.json).
    #[arg(long, help_heading = "Reports")]
    pub(crate) json: bool,
}
