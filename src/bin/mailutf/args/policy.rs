//! What is changed, and how it is written.

use super::charset;
use clap::ValueEnum;
use mailutf::charset::Charset;
use mailutf::policy::{BodyForm, HeaderForm, Policy};

/// The choices of [`Policy`].
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is changed")]
pub(crate) struct PolicyArgs {
    /// How header text is written.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    headers: Headers,

    /// How the bodies of changed text parts are written.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    bodies: Bodies,

    /// What happens to text attachments.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    attachments: Attachments,

    /// Also undo quoted-printable and base64 of text that is UTF-8 already.
    #[arg(long)]
    decode_all: bool,

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

impl PolicyArgs {
    pub(crate) fn policy(&self) -> Policy {
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
            attachments: matches!(self.attachments, Attachments::Convert),
            decode_all: self.decode_all,
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

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Attachments {
    /// To UTF-8 by their label, never by a guess.
    #[default]
    Convert,
    /// As they are.
    Keep,
}

fn fallback(name: &str) -> Result<Charset, String> {
    charset::named(name).map(|named| named.usual)
}
