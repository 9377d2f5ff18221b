//! `mailutf decode`: converts text from any charset to UTF-8, or to another charset with `--to`. The text is read
//! and written block by block.

use super::Run;
use super::codec::{CodecArgs, Source, convert, each_file};
use crate::exit::Exit;
use crate::options::names::{Choice, Completed, NamedCharset, OneOf, charset, charsets};
use mailutf::Error;
use mailutf::charset::Charset;
use mailutf::charset::utf8::Recovery;

const EXAMPLES: &str = "\
Examples:
  mailutf decode --charset utf-7 < text.utf7
  mailutf decode --charset shift_jis --lossy old.txt -o new.txt
  mailutf decode --from koi8-r --to windows-1251 < old.txt";

const RECOVERIES: &[Choice<Recovery>] = &[
    ("replace", "Write U+FFFD for each ill-formed sequence", Recovery::Replace),
    (
        "windows-1252",
        "Read each ill-formed octet as windows-1252, for text in which some lines are UTF-8 and some windows-1252",
        Recovery::Windows1252,
    ),
    (
        "latin1",
        "Read each ill-formed octet as ISO-8859-1: octets 0x80 to 0xFF become U+0080 to U+00FF",
        Recovery::Latin1,
    ),
];

/// Decode text from a charset to UTF-8 on standard output.
///
/// Exit status: 0 success; 1 the input is ill-formed in that charset; 2 wrong use, or reading or writing failed.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DecodeArgs {
    /// The charset of the input; any label that `mailutf charsets` lists.
    #[arg(short, long, visible_short_alias = 'f', visible_alias = "from", value_name = "LABEL", value_parser = Completed(charset, charsets), hide_possible_values = true)]
    charset: NamedCharset,

    #[command(flatten)]
    codec: CodecArgs,

    /// Replace ill-formed sequences by U+FFFD and continue. With --to, also replace characters that the output charset
    /// lacks by `?`.
    #[arg(long)]
    lossy: bool,

    /// What to do with octets that are ill-formed in UTF-8, instead of stopping there.
    #[arg(long, value_parser = OneOf(RECOVERIES), value_name = "HOW")]
    recover: Option<Recovery>,

    /// Write the text in this charset instead of UTF-8.
    #[arg(short, long, value_name = "LABEL", value_parser = Completed(charset, charsets), hide_possible_values = true)]
    to: Option<NamedCharset>,
}

impl Run for DecodeArgs {
    fn contradiction(&self) -> Option<String> {
        let charset = self.charset();
        let wrong = self.recover.is_some() && charset != Charset::UTF_8;
        wrong.then(|| format!("--recover applies to UTF-8, not to {charset}"))
    }

    fn run(&self) -> Result<Exit, Error> {
        let charset = self.charset();
        each_file(&self.codec, |path, output| {
            let source = match self.recover {
                Some(recover) => Source { charset, decoder: Charset::utf8_decoder(recover), recovers: true },
                None => Source::new(charset, self.lossy),
            };
            convert(path, source, self.target().encoder(), self.lossy, output)
        })
    }
}

impl DecodeArgs {
    /// Returns the charset of the input.
    fn charset(&self) -> Charset {
        self.codec.chosen(self.charset)
    }

    /// Returns the charset of the output.
    fn target(&self) -> Charset {
        self.to.map_or(Charset::UTF_8, |to| self.codec.chosen(to))
    }
}
