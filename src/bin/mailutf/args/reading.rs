//! How text is read, and what of it may be changed.

use super::charset;
use clap::ValueEnum;
use mailutf::charset::Charset;
use mailutf::policy::Policy;

/// The choices of [`Policy`] but for the forms that are written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is changed")]
pub(crate) struct ReadingArgs {
    /// What happens to text attachments.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    attachments: Attachments,

    /// Write U+FFFD for what cannot be decoded, instead of leaving the text as it was.
    #[arg(long)]
    lossy: bool,

    /// Follow labels to the letter: guess nothing.
    #[arg(long)]
    strict: bool,

    /// Leave messages with a DKIM signature or an ARC seal as they are.
    #[arg(long)]
    keep_dkim: bool,

    /// Change signed parts too, which breaks their signatures.
    #[arg(long)]
    break_signatures: bool,

    /// The charset of text for which nothing else speaks.
    #[arg(long, value_name = "CHARSET", value_parser = fallback)]
    fallback_charset: Option<Charset>,
}

impl ReadingArgs {
    pub(crate) fn policy(&self) -> Policy {
        Policy {
            attachments: matches!(self.attachments, Attachments::Convert),
            lossy: self.lossy,
            strict: self.strict,
            keep_dkim: self.keep_dkim,
            break_signatures: self.break_signatures,
            fallback: self.fallback_charset,
            ..Policy::default()
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
