//! `mailutf normalize`.

use super::{ChangingArgs, MailArgs};
use clap::ValueEnum;
use mailutf::Normalizer;
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::policy::{BodyForm, HeaderForm, Policy};

#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub(crate) mail: MailArgs,

    /// Show what would change, as a diff with transfer encodings undone; write nothing.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["output", "in_place"], help_heading = "Where it goes"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with = "output", help_heading = "Where it goes"))]
    diff: bool,

    /// For delivery agents: one message from standard input to standard output, exit status 0 or 75.
    ///
    /// The exit status is 0 whenever the output is whole: what cannot be read without loss is in it as it was. Where it
    /// is doubtful that the input is one message, or the message is larger than --limit-message, the input is copied. Status 75
    /// (EX_TEMPFAIL) means that reading or writing failed; the agent keeps the message as it was, or tries again. A
    /// `From ` line at the start stays. Nothing but such a failure is said on standard error, unless --verbose asks.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["sources", "output", "in_place", "dry_run", "diff", "report", "mbox_variant"], help_heading = "Where it goes"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with_all = ["sources", "output", "dry_run", "diff", "report", "mbox_variant"], help_heading = "Where it goes"))]
    pub(crate) filter: bool,

    /// Have mail-parser read each changed message, and leave one that it disagrees on [default with --in-place and
    /// --filter].
    #[arg(long, help_heading = "What is changed")]
    verify: bool,

    /// Do not verify, not even with --in-place or --filter.
    #[arg(long, conflicts_with = "verify", help_heading = "What is changed")]
    no_verify: bool,

    /// How header text is written.
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "What is changed")]
    headers: Headers,

    /// How the bodies of changed text parts are written.
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "What is changed")]
    bodies: Bodies,

    /// Also undo quoted-printable and base64 of text that is UTF-8 already.
    #[arg(long, help_heading = "What is changed")]
    decode_all: bool,

    #[command(flatten)]
    changing: ChangingArgs,
}

impl NormalizeArgs {
    /// The pipeline that these arguments describe.
    pub(crate) fn pipeline(&self) -> Pipeline {
        let mut pipeline = self.mail.pipeline(Normalizer::new(self.policy()));
        // Whoever replaces mail, or delivers it, keeps no other form of it.
        let replaces = self.mail.is_in_place() || self.filter;
        pipeline.verify = self.verify || (replaces && !self.no_verify);
        if self.diff {
            pipeline.reports = Reports::Changes;
        }
        pipeline
    }

    /// What was said that cannot be meant together.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let kept = match self.bodies {
            Bodies::Auto | Bodies::EightBit => None,
            Bodies::QuotedPrintable => Some("qp"),
            Bodies::Base64 => Some("base64"),
            Bodies::Keep => Some("keep"),
        };
        let kept = kept.filter(|_| self.decode_all).map(|form| {
            format!("--decode-all undoes transfer encodings, and --bodies {form} has them written or kept")
        });
        kept.or_else(|| self.mail.contradiction(self.diff)).or_else(|| self.changing.contradiction())
    }

    /// Which mail, and where it goes: nowhere where only a diff is wanted.
    pub(crate) fn into_mail(mut self) -> MailArgs {
        self.mail.dry_run |= self.diff;
        self.mail.diff = self.diff;
        self.mail
    }

    fn policy(&self) -> Policy {
        Policy {
            headers: match self.headers {
                Headers::Utf8 => HeaderForm::Utf8,
                Headers::Encoded => HeaderForm::Encoded,
                Headers::Keep => HeaderForm::Keep,
            },
            bodies: match self.bodies {
                Bodies::Auto => BodyForm::Auto,
                Bodies::EightBit => BodyForm::EightBit,
                Bodies::QuotedPrintable => BodyForm::QuotedPrintable,
                Bodies::Base64 => BodyForm::Base64,
                Bodies::Keep => BodyForm::Keep,
            },
            decode_all: self.decode_all,
            ..self.changing.policy()
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Headers {
    /// Raw UTF-8 (RFC 6532).
    #[default]
    Utf8,
    /// UTF-8 encoded words (RFC 2047): 7-bit headers.
    Encoded,
    /// As they are.
    Keep,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Bodies {
    /// 8bit where it can carry the text, else the smaller of quoted-printable and base64.
    #[default]
    Auto,
    /// 8bit wherever it can carry the text.
    #[value(name = "8bit")]
    EightBit,
    /// Quoted-printable.
    #[value(name = "qp")]
    QuotedPrintable,
    /// Base64.
    Base64,
    /// As they are.
    Keep,
}
