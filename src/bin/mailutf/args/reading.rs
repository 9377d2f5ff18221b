//! How text is read, and which text may be changed.

use super::charset;
use super::limits::LimitArgs;
use clap::ValueEnum;
use mailutf::charset::Charset;
use mailutf::policy::Policy;

/// The choices of [`Policy`] that matter where nothing is written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "How text is read")]
pub(crate) struct ReadingArgs {
    /// Follow labels to the letter: guess nothing.
    #[arg(long)]
    strict: bool,

    /// The charset of text for which nothing else speaks.
    #[arg(long, value_name = "CHARSET", value_parser = fallback)]
    fallback_charset: Option<Charset>,

    /// Read what is ill-formed as U+FFFD, instead of leaving such text as it was.
    #[arg(long)]
    lossy: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The choices of [`Policy`] but for the forms that are written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is changed")]
pub(crate) struct ChangingArgs {
    /// What happens to text attachments.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    attachments: Attachments,

    /// Leave messages with a DKIM signature or an ARC seal as they are.
    #[arg(long)]
    keep_dkim: bool,

    /// Change signed parts too, which breaks their signatures.
    #[arg(long)]
    break_signatures: bool,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl ReadingArgs {
    pub(crate) fn policy(&self) -> Policy {
        Policy {
            strict: self.strict,
            fallback: self.fallback_charset,
            lossy: self.lossy,
            limits: self.limits.limits(),
            ..Policy::default()
        }
    }
}

impl ChangingArgs {
    pub(crate) fn policy(&self) -> Policy {
        Policy {
            attachments: matches!(self.attachments, Attachments::Convert),
            keep_dkim: self.keep_dkim,
            break_signatures: self.break_signatures,
            ..self.reading.policy()
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Attachments {
    /// By their label, never by a guess.
    #[default]
    Convert,
    /// As they are.
    Keep,
}

fn fallback(name: &str) -> Result<Charset, String> {
    charset::named(name).map(|named| named.usual)
}
