//! What may stand on the command line.

mod charset;
mod codec;

use crate::doubts::Volume;
use clap::{Parser, Subcommand, ValueEnum};
use mailutf::charset::Charset;
use mailutf::mailbox::Format;
use mailutf::mailbox::mbox::Variant;
use mailutf::policy::{BodyForm, HeaderForm, Policy};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) use codec::{CodecArgs, DecodeArgs, EncodeArgs};

/// Mail in any charset to UTF-8, without losing a byte that matters.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rewrite mail so that all its text is UTF-8.
    ///
    /// Exit status: 0 done, 1 done but something could not be read without loss and was left as it was,
    /// 2 wrong use or input/output failure.
    Normalize(NormalizeArgs),

    /// Decode text in some charset to UTF-8, on standard output.
    ///
    /// Exit status: 0 done, 1 an octet sequence is ill-formed in that charset, 2 wrong use or input/output
    /// failure.
    Decode(DecodeArgs),

    /// Encode UTF-8 text in some charset, on standard output.
    ///
    /// Exit status: 0 done, 1 the charset lacks a character or the input is no UTF-8, 2 wrong use or
    /// input/output failure.
    Encode(EncodeArgs),

    /// List the charsets, each with its aliases.
    Charsets,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    /// Messages and mbox files; standard input where none is named, or for `-`.
    pub(crate) paths: Vec<PathBuf>,

    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; only say and report what would be done.
    #[arg(short = 'n', long, conflicts_with = "output")]
    pub(crate) dry_run: bool,

    /// Write what was done to each message, and what was odd about it, to this file as JSON lines.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// The variant of mbox files [default: as mboxrd, until Content-Length proves mboxcl2].
    #[arg(long, value_enum, value_name = "VARIANT")]
    mbox_variant: Option<MboxVariant>,

    /// Have mail-parser read each changed message; one that it finds other than it was is not changed.
    #[arg(long)]
    pub(crate) verify: bool,

    /// How many messages are worked on at the same time [default: one for each core].
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Say nothing on standard error but what stopped the work.
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Say every finding on standard error, and what was done altogether.
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
}

impl NormalizeArgs {
    pub(crate) fn format(&self) -> Format {
        match self.mbox_variant {
            None => Format::Any,
            Some(MboxVariant::Mboxo) => Format::Mbox(Variant::Mboxo),
            Some(MboxVariant::Mboxrd) => Format::Mbox(Variant::Mboxrd),
            Some(MboxVariant::Mboxcl) => Format::Mbox(Variant::Mboxcl),
            Some(MboxVariant::Mboxcl2) => Format::Mbox(Variant::Mboxcl2),
        }
    }

    pub(crate) fn volume(&self) -> Volume {
        match (self.quiet, self.verbose) {
            (true, _) => Volume::Quiet,
            (_, true) => Volume::Verbose,
            _ => Volume::Normal,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MboxVariant {
    /// `From ` is quoted as `>From `; the oldest, and not reversible.
    Mboxo,
    /// `From ` after any number of `>` gets one more.
    Mboxrd,
    /// As mboxo, with Content-Length.
    Mboxcl,
    /// Nothing is quoted; Content-Length tells where a message ends.
    Mboxcl2,
}

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
