//! `mailutf grep`.

use crate::search::{Pattern, PatternOptions, Scope};
use mailutf::selection;
use std::num::NonZeroUsize;

#[derive(Debug, clap::Args)]
pub(crate) struct GrepArgs {
    /// The regular expression.
    #[arg(value_name = "PATTERN")]
    pattern: String,

    #[command(flatten)]
    pub(crate) paths: super::PathArgs,

    /// Ignore the case of letters.
    #[arg(long, help_heading = "Matching")]
    ignore_case: bool,

    /// Take PATTERN as it stands, not as a regular expression.
    #[arg(short = 'F', long, help_heading = "Matching")]
    fixed_strings: bool,

    /// Compare in the normalization form NFKC of Unicode: letters of half and full width (`ﾃｽﾄ` and `テスト`), ligatures, and
    /// letters with separate accents are the same as the usual ones.
    #[arg(long, help_heading = "Matching")]
    nfkc: bool,

    /// Search only the header fields with this name, `filename` for the file names of parts; `*` stands for any characters. May be
    /// repeated.
    #[arg(long, value_name = "NAME", help_heading = "Matching")]
    field: Vec<String>,

    /// Select the messages without a match; their subjects are printed.
    #[arg(long, conflicts_with = "context", help_heading = "Matching")]
    pub(crate) invert_match: bool,

    /// Stop after this number of messages.
    #[arg(long, value_name = "N", value_parser = super::counted::ordinal, help_heading = "Matching")]
    pub(crate) max_count: Option<u64>,

    /// Print the number of messages in each file; 0 only for a file that you name.
    #[arg(short, long, help_heading = "Reports")]
    count: bool,

    /// List only the names of files, each once.
    #[arg(short = 'l', long, conflicts_with = "count", help_heading = "Reports")]
    files: bool,

    /// Print this number of lines before and after each line, too.
    #[arg(short = 'C', long, value_name = "N", default_value_t = 0, conflicts_with_all = ["count", "files"], help_heading = "Reports")]
    pub(crate) context: usize,

    /// Print one JSON object per line of text that matches (docs/grep.schema.json).
    #[arg(long, conflicts_with_all = ["count", "files", "context"], help_heading = "Reports")]
    json: bool,

    /// Print the messages as an mbox. The octets of each stay as they are, except that lines that start with `From ` get a `>`.
    #[arg(long, conflicts_with_all = ["count", "files", "context", "json"], help_heading = "Reports")]
    mbox: bool,

    /// Print nothing; only set the exit status.
    #[arg(short, long, conflicts_with_all = ["count", "files", "context", "json", "mbox"], help_heading = "Reports")]
    quiet: bool,

    /// Number of messages processed in parallel [default: one per core].
    #[arg(short, long, value_name = "N", value_parser = super::counted::count, help_heading = None::<&str>)]
    pub(crate) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) conditions: super::ConditionArgs,

    #[command(flatten)]
    pub(crate) reading: super::ReadingArgs,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrepOutput {
    Lines,
    Json,
    Count,
    Files,
    Mbox,
    Nothing,
}

impl GrepArgs {
    /// # Errors
    /// The pattern is wrong; the text says why.
    pub(crate) fn pattern(&self) -> Result<Pattern, String> {
        let Self { ignore_case, fixed_strings: fixed, nfkc, .. } = *self;
        Pattern::new(&self.pattern, PatternOptions { ignore_case, fixed, nfkc })
    }

    pub(crate) fn scope(&self) -> Scope {
        Scope::of_fields(self.field.iter().map(|name| selection::Pattern::new(name)).collect())
    }

    pub(crate) fn output(&self) -> GrepOutput {
        let given = [
            (self.json, GrepOutput::Json),
            (self.count, GrepOutput::Count),
            (self.files, GrepOutput::Files),
            (self.mbox, GrepOutput::Mbox),
            (self.quiet, GrepOutput::Nothing),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map_or(GrepOutput::Lines, |(_, output)| output)
    }

    /// The first contradiction between options, or what is wrong with the pattern.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let options = self.reading.contradiction().or_else(|| self.conditions.contradiction());
        options.or_else(|| self.pattern().err())
    }
}
