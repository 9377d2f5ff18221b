//! Arguments of `decode` and `encode`, which work on text without mail.

use super::ListArgs;
use super::charset::{Named, completions, named};
use super::completed::completed;
use super::utf7::Utf7Args;
use crate::output::STANDARD_OUTPUT;
use clap::ValueEnum;
use mailutf::Error;
use mailutf::charset::Charset;
use mailutf::charset::utf8::Recovery;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(crate) struct DecodeArgs {
    /// The charset of the input; any label that `mailutf charsets` lists.
    #[arg(short, long, visible_short_alias = 'f', visible_alias = "from", value_name = "LABEL", value_parser = completed(named, completions), hide_possible_values = true)]
    charset: Named,

    #[command(flatten)]
    pub(crate) codec: CodecArgs,

    /// Replace ill-formed sequences by U+FFFD and continue; with --to, characters that the charset lacks by `?`.
    #[arg(long)]
    pub(crate) lossy: bool,

    /// Read the ill-formed octets of UTF-8 in another way, and continue.
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) recover: Option<Recover>,

    /// Write the text in this charset instead of UTF-8.
    #[arg(short, long, value_name = "LABEL", value_parser = completed(named, completions), hide_possible_values = true)]
    to: Option<Named>,
}

impl DecodeArgs {
    /// The charset to read.
    pub(crate) fn charset(&self) -> Charset {
        self.codec.chosen(self.charset)
    }

    /// The charset to write.
    pub(crate) fn target(&self) -> Charset {
        self.to.map_or(Charset::UTF_8, |to| self.codec.chosen(to))
    }
}

/// How ill-formed octets of UTF-8 are read.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Recover {
    /// As U+FFFD, one for each ill-formed sequence.
    Replace,
    /// Each octet in windows-1252, as of lines in two charsets.
    #[value(name = "windows-1252")]
    Windows1252,
    /// Each octet in ISO-8859-1: the character U+0080 to U+00FF of its value.
    Latin1,
}

impl From<Recover> for Recovery {
    fn from(recover: Recover) -> Self {
        match recover {
            Recover::Replace => Self::Replace,
            Recover::Windows1252 => Self::Windows1252,
            Recover::Latin1 => Self::Latin1,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct EncodeArgs {
    /// The charset of the output; any label that `mailutf charsets` lists.
    #[arg(short, long, visible_short_alias = 't', visible_alias = "to", value_name = "LABEL", value_parser = completed(named, completions), hide_possible_values = true)]
    charset: Named,

    #[command(flatten)]
    pub(crate) codec: CodecArgs,

    /// Replace characters that the charset lacks by `?`, and ill-formed UTF-8 by U+FFFD, and continue.
    #[arg(long)]
    pub(crate) lossy: bool,

    #[command(flatten)]
    pub(crate) utf7: Utf7Args,
}

impl EncodeArgs {
    /// The charset to write.
    pub(crate) fn charset(&self) -> Charset {
        self.codec.chosen(self.charset)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct CodecArgs {
    /// Write to this file, which is replaced when all input has been read; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) force: super::ForceArgs,

    /// Take the label literally: `iso-8859-1` does not mean windows-1252.
    #[arg(long, conflicts_with = "lossy")]
    strict: bool,

    /// Files; without any, or for `-`, standard input.
    #[arg(value_name = "FILE", group = "sources")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,
}

impl CodecArgs {
    fn chosen(&self, named: Named) -> Charset {
        if self.strict { named.exact } else { named.usual }
    }

    /// The file to write; `None` for standard output.
    pub(crate) fn output_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new(STANDARD_OUTPUT))
    }

    /// The files in order; `-` is standard input.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>, Error> {
        self.list.or_named(&self.files)
    }
}
