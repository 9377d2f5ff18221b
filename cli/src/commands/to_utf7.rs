//! `mailutf to-utf7`: converts messages to 7-bit mail with text in UTF-7.

use super::Run;
use crate::exit::Exit;
use crate::options::names::{Choice, OneOf};
use crate::options::{ChangingArgs, RewriteArgs, Utf7Args};
use crate::rewriting::stream;
use mailutf::pipeline::Pipeline;
use mailutf::policy::HeaderForm;
use mailutf::{Error, ToUtf7, Utf7Options, Wrap};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mailutf to-utf7 letter.eml > utf7.eml              One message
  mailutf to-utf7 --wrap hard --columns 60 letter.eml";

const WRAPS: &[Choice<Wrap>] = &[
    (
        "flowed",
        "Break lines of plain text as format=flowed, so that readers can restore the paragraphs, and lines of HTML \
         at spaces that do not matter; write all other text as `qp` does",
        Wrap::Flowed,
    ),
    (
        "hard",
        "Break long lines of plain text with ordinary line ends; write all other text as `flowed` does",
        Wrap::Hard,
    ),
    ("qp", "Break no lines; encode the UTF-7 text as quoted-printable", Wrap::QuotedPrintable),
    ("none", "Break no lines; if a line has more than 998 octets, write the text as `qp` does", Wrap::None),
];

/// Convert messages to 7-bit mail with text in UTF-7.
///
/// Exit status: 0 success; 1 some text was left unchanged because it is doubtful or cannot be converted without loss,
/// octets above 127 remain where nothing may be changed, or some mail was skipped; 2 wrong use, or reading or writing
/// failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ToUtf7Args {
    #[command(flatten)]
    mail: RewriteArgs,

    #[command(flatten)]
    form: Utf7Args,

    /// What becomes of lines that are longer than --columns.
    #[arg(long, value_parser = OneOf(WRAPS), default_value = "flowed", value_name = "HOW", help_heading = "UTF-7")]
    wrap: Wrap,

    #[command(flatten)]
    changing: ChangingArgs,
}

impl Run for ToUtf7Args {
    fn contradiction(&self) -> Option<String> {
        self.mail.contradiction(false).or_else(|| self.changing.reading.contradiction())
    }

    fn run(&self) -> Result<Exit, Error> {
        stream::run("to-utf7", &self.mail, |paths| self.pipeline(paths))
    }
}

impl ToUtf7Args {
    /// Returns the pipeline for these arguments.
    ///
    /// # Errors
    /// Fails if [`ReadingArgs::learned`](crate::options::reading::ReadingArgs::learned) fails.
    fn pipeline(&self, paths: &[PathBuf]) -> Result<Pipeline, Error> {
        let (policy, jobs) = (self.changing.policy(), self.mail.jobs.jobs);
        let policy = self.changing.reading.learned(policy, paths, jobs, self.mail.format())?;
        let options = Utf7Options::default()
            .with_columns(self.form.columns.unwrap_or(Utf7Options::default().columns))
            .with_wrap(self.wrap)
            .with_separators_as_line_ends(self.form.separators_as_line_ends)
            .with_encoder(self.form.encoder())
            .with_policy(policy.with_headers(HeaderForm::Utf7));
        Ok(self.mail.pipeline(ToUtf7::new(options)))
    }
}
