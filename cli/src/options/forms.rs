//! The forms of text in converted messages.

use super::names::{Choice, OneOf};
use mailutf::policy::{BodyForm, HeaderForm, Policy};

const HEADERS: &[Choice<HeaderForm>] = &[
    ("utf8", "Raw UTF-8 (RFC 6532)", HeaderForm::Utf8),
    ("encoded", "UTF-8 encoded words (RFC 2047): 7-bit headers", HeaderForm::Encoded),
    ("keep", "Unchanged", HeaderForm::Keep),
];

const BODIES: &[Choice<BodyForm>] = &[
    (
        "auto",
        "8bit if it can carry the text, otherwise the smaller of quoted-printable and base64",
        BodyForm::Auto,
    ),
    ("8bit", "8bit if it can carry the text", BodyForm::EightBit),
    ("qp", "Quoted-printable", BodyForm::QuotedPrintable),
    ("base64", "Base64", BodyForm::Base64),
    ("keep", "Unchanged", BodyForm::Keep),
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Conversion")]
pub(crate) struct FormArgs {
    /// Form of text in headers.
    #[arg(long, value_parser = OneOf(HEADERS), default_value = "utf8", value_name = "FORM")]
    headers: HeaderForm,

    /// Transfer encoding of changed text bodies.
    #[arg(long, value_parser = OneOf(BODIES), default_value = "auto", value_name = "FORM")]
    bodies: BodyForm,

    /// Also decode quoted-printable and base64 in text that is already UTF-8.
    #[arg(long)]
    decode_all: bool,
}

impl FormArgs {
    /// `policy` with these forms.
    pub(crate) fn applied_to(&self, policy: Policy) -> Policy {
        policy.with_headers(self.headers).with_bodies(self.bodies).with_decode_all(self.decode_all)
    }

    /// The first contradiction between options, if any.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let decodes = matches!(self.bodies, BodyForm::Auto | BodyForm::EightBit);
        let (form, ..) =
            BODIES.iter().find(|(.., form)| *form == self.bodies && !decodes && self.decode_all)?;
        Some(format!(
            "--decode-all contradicts --bodies {form}: the one decodes transfer encodings, the other writes or keeps them"
        ))
    }
}
