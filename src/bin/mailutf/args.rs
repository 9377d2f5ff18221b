//! What may stand on the command line.

mod charset;
mod check;
mod codec;
mod explain;
mod inspect;
mod mail;
mod nearest;
mod normalize;
mod reading;
mod text;
mod utf7;

use clap::{Parser, Subcommand};

pub(crate) use check::CheckArgs;
pub(crate) use codec::{CodecArgs, DecodeArgs, EncodeArgs};
pub(crate) use explain::ExplainArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use mail::MailArgs;
pub(crate) use normalize::NormalizeArgs;
pub(crate) use reading::ReadingArgs;
pub(crate) use text::TextArgs;
pub(crate) use utf7::{ToUtf7Args, Utf7Args};

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

    /// Rewrite mail as 7-bit mail whose text is UTF-7.
    ///
    /// Exit status: 0 done, 1 done but something could not be read without loss, or octets above 127 are left
    /// where nothing must be changed, 2 wrong use or input/output failure.
    ToUtf7(ToUtf7Args),

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

    /// Say what a finding means, how it comes about, and what to do.
    Explain(ExplainArgs),

    /// Show what messages are made of: parts, charsets and how they are known, findings, header text before and
    /// after.
    Inspect(InspectArgs),

    /// Write the text of messages as one stream of UTF-8, for grep, indexers and language models.
    ///
    /// Transfer encodings and charsets are undone, HTML is as it is, line ends are LF, attachments are left out. After each message stands
    /// a line of a form feed (octet 12) alone. Exit status: 0 done, 1 something could not be read, 2 wrong use or
    /// input/output failure.
    Text(TextArgs),

    /// Say whether mail is normal already, and list what is not.
    ///
    /// Exit status: 0 all is normal, 1 something would change or cannot be read without loss, 2 wrong use or
    /// input/output failure.
    Check(CheckArgs),
}
