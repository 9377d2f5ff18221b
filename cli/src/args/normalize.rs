//! `mailutf normalize`.

use super::{ChangingArgs, MailArgs};
use clap::ValueEnum;
use mailutf::pipeline::{Pipeline, Reports};
use mailutf::policy::{BodyForm, HeaderForm, Policy};
use mailutf::{Error, Normalizer};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub(crate) mail: MailArgs,

    /// Print the changes as a diff, with transfer encodings decoded; write nothing.
    ///
    /// If more than 1 MiB of a message changes, the diff says only that.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["output", "in_place"], help_heading = "Output"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with = "output", help_heading = "Output"))]
    diff: bool,

    /// For delivery agents: convert one message from standard input to standard output; the exit status is 0 or 75.
    ///
    /// Status 0 means that the output is complete; text that cannot be converted without loss is in it unchanged. If
    /// the input may not be a single message, or exceeds --limit-message, it is copied unchanged. Status 75
    /// (EX_TEMPFAIL) means that reading or writing failed, or that standard output is closed or /dev/null: the agent
    /// keeps the original or tries again. A `From ` line at the start is kept. Only such failures are printed, unless
    /// --verbose is given.
    #[cfg_attr(unix, arg(long, conflicts_with_all = ["sources", "output", "in_place", "dry_run", "diff", "report", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    #[cfg_attr(not(unix), arg(long, conflicts_with_all = ["sources", "output", "dry_run", "diff", "report", "mbox_variant", "range", "learn"], help_heading = "Output"))]
    pub(crate) filter: bool,

    /// Check each changed message with mail-parser; if it reads the message differently, leave the message unchanged
    /// [default with --in-place and --filter].
    #[arg(long, help_heading = "Conversion")]
    verify: bool,

    /// Do not verify, even with --in-place or --filter.
    #[arg(long, conflicts_with = "verify", help_heading = "Conversion")]
    no_verify: bool,

    /// Form of text in headers.
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Conversion")]
    headers: Headers,

    /// Transfer encoding of changed text bodies.
    #[arg(long, value_enum, default_value_t, value_name = "FORM", help_heading = "Conversion")]
    bodies: Bodies,

    /// Also decode quoted-printable and base64 in text that is already UTF-8.
    #[arg(long, help_heading = "Conversion")]
    decode_all: bool,

    #[command(flatten)]
    changing: ChangingArgs,
}

impl NormalizeArgs {
    /// The pipeline for these arguments.
    ///
    /// # Errors
    /// As for [`ChangingArgs::learned`].
    pub(crate) fn pipeline(&self, paths: &[PathBuf]) -> Result<Pipeline, Error> {
        let policy = self.changing.learned(self.policy(), paths, self.mail.jobs)?;
        let mut pipeline = self.mail.pipeline(Normalizer::new(policy));
        // The converted form replaces the only copy of the mail.
        let replaces = self.mail.is_in_place() || self.filter;
        pipeline.verify = self.verify || (replaces && !self.no_verify);
        if self.diff {
            pipeline.reports = Reports::Changes;
        }
        Ok(pipeline)
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let kept = match self.bodies {
            Bodies::Auto | Bodies::EightBit => None,
            Bodies::QuotedPrintable => Some("qp"),
            Bodies::Base64 => Some("base64"),
            Bodies::Keep => Some("keep"),
        };
        let kept = kept.filter(|_| self.decode_all).map(|form| {
            format!("--decode-all contradicts --bodies {form}: the one decodes transfer encodings, the other writes or keeps them")
        });
        kept.or_else(|| self.mail.contradiction(self.diff)).or_else(|| self.changing.contradiction())
    }

    /// The arguments for the run; with --diff nothing is written.
    pub(crate) fn mail(&self) -> MailArgs {
        let mut mail = self.mail.clone();
        mail.dry_run |= self.diff;
        mail.diff = self.diff;
        mail
    }

    fn policy(&self) -> Policy {
        self.changing
            .policy()
            .with_headers(match self.headers {
                Headers::Utf8 => HeaderForm::Utf8,
                Headers::Encoded => HeaderForm::Encoded,
                Headers::Keep => HeaderForm::Keep,
            })
            .with_bodies(match self.bodies {
                Bodies::Auto => BodyForm::Auto,
                Bodies::EightBit => BodyForm::EightBit,
                Bodies::QuotedPrintable => BodyForm::QuotedPrintable,
                Bodies::Base64 => BodyForm::Base64,
                Bodies::Keep => BodyForm::Keep,
            })
            .with_decode_all(self.decode_all)
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Headers {
    /// Raw UTF-8 (RFC 6532).
    #[default]
    Utf8,
    /// UTF-8 encoded words (RFC 2047): 7-bit headers.
    Encoded,
    /// Unchanged.
    Keep,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Bodies {
    /// 8bit if it can carry the text, otherwise the smaller of quoted-printable and base64.
    #[default]
    Auto,
    /// 8bit if it can carry the text.
    #[value(name = "8bit")]
    EightBit,
    /// Quoted-printable.
    #[value(name = "qp")]
    QuotedPrintable,
    /// Base64.
    Base64,
    /// Unchanged.
    Keep,
}
