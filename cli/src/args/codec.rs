//! Arguments of `decode` and `encode`, which work on text without mail.

use super::ListArgs;
use super::charset::{Named, completions, named};
use super::completed::completed;
use super::utf7::Utf7Args;
use mailutf::Error;
use mailutf::charset::Charset;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct DecodeArgs {
    #[command(flatten)]
    pub(crate) codec: CodecArgs,

    /// Replace ill-formed sequences by U+FFFD and continue.
    #[arg(long)]
    pub(crate) lossy: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EncodeArgs {
    #[command(flatten)]
    pub(crate) codec: CodecArgs,

    /// Replace characters that the charset lacks by `?`, and ill-formed UTF-8 by U+FFFD, and continue.
    #[arg(long)]
    pub(crate) lossy: bool,

    #[command(flatten)]
    pub(crate) utf7: Utf7Args,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CodecArgs {
    /// The charset; any label that `mailutf charsets` lists.
    #[arg(short, long, value_name = "LABEL", value_parser = completed(named, completions), hide_possible_values = true)]
    charset: Named,

    /// Take the label literally: do not read `iso-8859-1` as windows-1252.
    #[arg(long, conflicts_with = "lossy")]
    strict: bool,

    /// Files; without any, or for `-`, standard input.
    #[arg(value_name = "FILE", group = "sources")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,
}

impl CodecArgs {
    pub(crate) fn charset(&self) -> Charset {
        if self.strict { self.charset.exact } else { self.charset.usual }
    }

    /// The files in order; `-` is standard input.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Error> {
        self.list.or_named(&self.files)
    }
}
