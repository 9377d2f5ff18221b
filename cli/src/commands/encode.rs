//! `mailutf encode`: converts UTF-8 text to any charset. The text is read and written block by block.

use super::Run;
use super::codec::{CodecArgs, Source, convert, each_file};
use crate::exit::Exit;
use crate::options::Utf7Args;
use crate::options::names::{Completed, NamedCharset, charset, charsets};
use mailutf::Error;
use mailutf::charset::{Charset, Encoder};

const EXAMPLES: &str = "\
Examples:
  mailutf encode --charset koi8-r text.txt > old.txt
  mailutf encode --to utf-7 --columns 72 < text.txt";

/// Encode UTF-8 text in a charset on standard output.
///
/// Exit status: 0 success; 1 the charset lacks a character, or the input is not UTF-8; 2 wrong use, or reading or
/// writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct EncodeArgs {
    /// The charset of the output; any label that `mailutf charsets` lists.
    #[arg(short, long, visible_short_alias = 't', visible_alias = "to", value_name = "LABEL", value_parser = Completed(charset, charsets), hide_possible_values = true)]
    charset: NamedCharset,

    #[command(flatten)]
    codec: CodecArgs,

    /// Replace characters that the charset lacks by `?`, and ill-formed UTF-8 by U+FFFD, and continue.
    #[arg(long)]
    lossy: bool,

    #[command(flatten)]
    utf7: Utf7Args,
}

impl Run for EncodeArgs {
    fn contradiction(&self) -> Option<String> {
        let charset = self.charset();
        let option = self.utf7.first_given().filter(|_| charset != Charset::UTF_7)?;
        Some(format!("{option} applies to UTF-7, not to {charset}"))
    }

    fn run(&self) -> Result<Exit, Error> {
        let charset = self.charset();
        each_file(&self.codec, |path, output| {
            convert(
                path,
                Source::new(Charset::UTF_8, self.lossy),
                encoder(charset, &self.utf7),
                self.lossy,
                output,
            )
        })
    }
}

impl EncodeArgs {
    /// Returns the charset of the output.
    fn charset(&self) -> Charset {
        self.codec.chosen(self.charset)
    }
}

fn encoder(charset: Charset, args: &Utf7Args) -> Encoder {
    let mut form = args.encoder();
    if args.separators_as_line_ends {
        form = form.with_separators_as_line_ends();
    }
    match args.columns {
        Some(columns) => form.wrapping(columns),
        None if args.first_given().is_some() => form.streaming(),
        None => charset.encoder(),
    }
}
