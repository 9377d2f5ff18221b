//! How UTF-7 is written, and `mailutf to-utf7`.

use super::{ChangingArgs, MailArgs};
use clap::ValueEnum;
use mailutf::charset::utf7::{EncodeOptions, SetO};
use mailutf::pipeline::Pipeline;
use mailutf::policy::{HeaderForm, Policy};
use mailutf::{ToUtf7, Utf7Options, Wrap};

#[derive(Debug, clap::Args)]
pub(crate) struct ToUtf7Args {
    #[command(flatten)]
    pub(crate) mail: MailArgs,

    #[command(flatten)]
    form: Utf7Args,

    /// What happens to longer lines.
    #[arg(long, value_enum, default_value_t, value_name = "HOW", help_heading = "How UTF-7 is written")]
    wrap: Wrapping,

    #[command(flatten)]
    changing: ChangingArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How UTF-7 is written")]
pub(crate) struct Utf7Args {
    /// Columns of a line, from 20 to 998 [mail: 76].
    #[arg(long, value_name = "N", value_parser = super::counted::columns)]
    pub(crate) columns: Option<usize>,

    /// Which characters stand as they are in bodies.
    #[arg(long, value_enum, value_name = "SET")]
    direct: Option<Direct>,

    /// End shifted sequences with `-` where they need not be, too: before Set O, line ends and the end of the text,
    /// as the examples of RFC 2152 do.
    #[arg(long)]
    explicit_ends: bool,
}

impl Utf7Args {
    /// Whether anything was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.columns.is_some() || self.direct.is_some() || self.explicit_ends
    }

    pub(crate) fn encoder(&self) -> EncodeOptions {
        let encoder = match self.direct {
            None | Some(Direct::D) => EncodeOptions::new(),
            Some(Direct::O) => EncodeOptions::new().set_o(SetO::DirectInBodies),
        };
        if self.explicit_ends { encoder.explicit_ends() } else { encoder }
    }
}

impl ToUtf7Args {
    /// What was said that cannot be meant together.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.mail.contradiction(false).or_else(|| self.changing.contradiction())
    }

    /// The pipeline that these arguments describe.
    pub(crate) fn pipeline(&self) -> Pipeline {
        let options = Utf7Options {
            columns: self.form.columns.unwrap_or(Utf7Options::default().columns),
            wrap: match self.wrap {
                Wrapping::Flowed => Wrap::Flowed,
                Wrapping::Hard => Wrap::Hard,
                Wrapping::QuotedPrintable => Wrap::QuotedPrintable,
                Wrapping::None => Wrap::None,
            },
            encoder: self.form.encoder(),
            policy: Policy { headers: HeaderForm::Utf7, ..self.changing.policy() },
        };
        self.mail.pipeline(ToUtf7::new(options))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Direct {
    /// Letters, digits, '(),-./:? and blanks (Set D), which pass everywhere [default].
    D,
    /// These and !"#$%&*;<=>@[]^_`{|} (Set O), which pass most gateways.
    O,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Wrapping {
    /// Plain text as format=flowed, from which readers have its paragraphs back; HTML at spaces that do not
    /// count; all else as qp.
    #[default]
    Flowed,
    /// Plain text for good; all else as flowed.
    Hard,
    /// No line is broken: quoted-printable over UTF-7.
    #[value(name = "qp")]
    QuotedPrintable,
    /// No line is broken but beyond 998 octets, as qp.
    None,
}
