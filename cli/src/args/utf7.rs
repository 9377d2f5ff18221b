//! UTF-7, and `mailutf to-utf7`.

use super::{ChangingArgs, MailArgs};
use clap::ValueEnum;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use mailutf::pipeline::Pipeline;
use mailutf::policy::HeaderForm;
use mailutf::{Error, ToUtf7, Utf7Options, Wrap};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct ToUtf7Args {
    #[command(flatten)]
    pub(crate) mail: MailArgs,

    #[command(flatten)]
    form: Utf7Args,

    /// How to break longer lines.
    #[arg(long, value_enum, default_value_t, value_name = "HOW", help_heading = "UTF-7")]
    wrap: Wrapping,

    #[command(flatten)]
    changing: ChangingArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "UTF-7")]
pub(crate) struct Utf7Args {
    /// Maximum columns of a line, from 20 to 998 [default for mail: 76].
    #[arg(long, value_name = "N", value_parser = super::counted::columns)]
    pub(crate) columns: Option<usize>,

    /// Characters written directly in bodies.
    #[arg(long, value_enum, value_name = "SET")]
    direct: Option<Direct>,

    /// End every shifted sequence with `-`, even before Set O characters, line ends and the end of the text, as the
    /// examples in RFC 2152 do.
    #[arg(long)]
    explicit_ends: bool,

    /// Write line and paragraph separators (U+2028, U+2029) in plain text as line ends.
    #[arg(long)]
    pub(crate) separators_as_line_ends: bool,
}

impl Utf7Args {
    /// Whether any of these options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.columns.is_some() || self.direct.is_some() || self.explicit_ends || self.separators_as_line_ends
    }

    pub(crate) fn encoder(&self) -> EncodeOptions {
        let encoder = match self.direct {
            None | Some(Direct::D) => EncodeOptions::new(),
            Some(Direct::O) => EncodeOptions::new().with_set_o(SetO::DirectInBodies),
        };
        if self.explicit_ends { encoder.with_explicit_ends() } else { encoder }
    }
}

impl ToUtf7Args {
    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.mail.contradiction(false).or_else(|| self.changing.contradiction())
    }

    /// The pipeline for these arguments.
    ///
    /// # Errors
    /// As for [`ChangingArgs::learned`].
    pub(crate) fn pipeline(&self, paths: &[PathBuf]) -> Result<Pipeline, Error> {
        let policy =
            self.changing.learned(self.changing.policy(), paths, self.mail.jobs, self.mail.format())?;
        let options = Utf7Options::default()
            .with_columns(self.form.columns.unwrap_or(Utf7Options::default().columns))
            .with_wrap(match self.wrap {
                Wrapping::Flowed => Wrap::Flowed,
                Wrapping::Hard => Wrap::Hard,
                Wrapping::QuotedPrintable => Wrap::QuotedPrintable,
                Wrapping::None => Wrap::None,
            })
            .with_separators_as_line_ends(self.form.separators_as_line_ends)
            .with_encoder(self.form.encoder())
            .with_policy(policy.with_headers(HeaderForm::Utf7));
        Ok(self.mail.pipeline(ToUtf7::new(options)))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Direct {
    /// Set D: letters, digits, '(),-./:? and blanks; safe everywhere [default].
    D,
    /// Also Set O: punctuation that most gateways keep.
    O,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Wrapping {
    /// Plain text as format=flowed, so that readers can restore paragraphs; HTML at insignificant spaces; all else as
    /// qp.
    #[default]
    Flowed,
    /// Plain text with fixed line breaks; all else as flowed.
    Hard,
    /// Break no lines: quoted-printable over UTF-7.
    #[value(name = "qp")]
    QuotedPrintable,
    /// Break no lines; text with a line of more than 998 octets as qp.
    None,
}
