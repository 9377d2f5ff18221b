//! The forms of text in converted messages.

use clap::ValueEnum;
use mailutf::policy::{BodyForm, HeaderForm, Policy};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Conversion")]
pub(crate) struct FormArgs {
    /// Form of text in headers.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    headers: Headers,

    /// Transfer encoding of changed text bodies.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    bodies: Bodies,

    /// Also decode quoted-printable and base64 in text that is already UTF-8.
    #[arg(long)]
    decode_all: bool,
}

impl FormArgs {
    /// `policy` with these forms.
    pub(crate) fn applied_to(&self, policy: Policy) -> Policy {
        policy
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

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let kept = match self.bodies {
            Bodies::Auto | Bodies::EightBit => None,
            Bodies::QuotedPrintable => Some("qp"),
            Bodies::Base64 => Some("base64"),
            Bodies::Keep => Some("keep"),
        };
        kept.filter(|_| self.decode_all).map(|form| {
            format!("--decode-all contradicts --bodies {form}: the one decodes transfer encodings, the other writes or keeps them")
        })
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
