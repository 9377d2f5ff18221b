//! Code shared by `decode` and `encode`.

use crate::exit::{Exit, write_error};
use crate::input::{self, open, warn};
use crate::options::names::NamedCharset;
use crate::options::{ForceArgs, ListArgs, output_check};
use crate::output::{Output, is_standard_output};
use mailutf::Error;
use mailutf::charset::{Charset, Decoder, Encoder, Unencodable};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The options that `decode` and `encode` share.
#[derive(Debug, clap::Args)]
pub(super) struct CodecArgs {
    /// Write to this file, which is replaced once all input has been read; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArgs,

    /// Take the charset name literally: `iso-8859-1` means ISO-8859-1, not windows-1252.
    #[arg(long, conflicts_with = "lossy")]
    strict: bool,

    /// Input files; without a file, or for `-`, standard input is read.
    #[arg(value_name = "FILE", group = "sources")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    list: ListArgs,
}

impl CodecArgs {
    /// Returns the charset that the user means: with `--strict`, the charset that the name means in the standards, and
    /// otherwise the charset that the name means in mail.
    pub(super) fn chosen(&self, named: NamedCharset) -> Charset {
        if self.strict { named.exact } else { named.usual }
    }

    /// Returns the path of the file to write, or `None` if the output goes to standard output.
    fn output_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_standard_output(path))
    }

    /// Returns the input files in order; `-` is standard input.
    fn files(&self) -> Result<Vec<PathBuf>, Error> {
        self.list.or_named(&self.files)
    }
}

/// The number of octets that are read at once.
const BLOCK: usize = 64 << 10;

/// Converts the files, one after the other, and writes them to one output. Stops when text cannot be converted. In
/// that case, an output file is not replaced, but text that was already written to standard output stays.
pub(super) fn each_file(
    args: &CodecArgs,
    mut convert: impl FnMut(&Path, &mut Output) -> Result<Exit, Error>,
) -> Result<Exit, Error> {
    let (file, paths) = (args.output_file(), args.files()?);
    if let Some(file) = file {
        output_check::check_file(file, args.force, &paths)?;
    }
    let mut output = Output::alone(file)?;
    for path in paths {
        if convert(&path, &mut output)? == Exit::Unresolved {
            output.flush().map_err(|error| output.error(error))?;
            return Ok(Exit::Unresolved);
        }
    }
    output.finish()?;
    Ok(Exit::Done)
}

/// The charset of a text, its decoder, and whether the decoder can continue after an ill-formed sequence.
pub(super) struct Source {
    pub(super) charset: Charset,
    pub(super) decoder: Decoder,
    pub(super) recovers: bool,
}

impl Source {
    pub(super) fn new(charset: Charset, lossy: bool) -> Self {
        Self { charset, decoder: charset.decoder(), recovers: lossy }
    }
}

/// Converts the text of `path` from the charset of `source`, and writes it with `encoder`. Stops at the first
/// character that cannot be encoded, unless `lossy` is set.
pub(super) fn convert(
    path: &Path,
    source: Source,
    encoder: Encoder,
    lossy: bool,
    output: &mut Output,
) -> Result<Exit, Error> {
    let (Source { charset, mut decoder, recovers }, mut text) = (source, String::new());
    let (mut target, mut octets) = (Target::new(encoder, lossy), Vec::new());
    let replaces = output.replaces_content();
    let (mut source, mut block, mut is_empty) = (open(path)?, vec![0; BLOCK], true);
    loop {
        let read = match source.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| input::error("read", path, error))?,
        };
        if read == 0 {
            input::refuse_empty_pipe(path, is_empty && replaces)?;
            break;
        }
        is_empty = false;
        decoder.push(block.get(..read).unwrap_or_default(), &mut text);
        if decoder.first_error().is_some() && !recovers || !target.push(&text, &mut octets) {
            break;
        }
        output.write_all(&octets).map_err(write_error)?;
        text.clear();
        octets.clear();
    }
    let (errors, malformed) = decoder.finish(&mut text);
    if let Some(malformed) = malformed {
        warn(path, &format!("ill-formed {charset}: {malformed}{}", first_of(errors, recovers)));
    }
    target.finish(path, malformed.is_none() || recovers, &text, output)
}

/// Returns the end of an error message that names only the first of `count` errors, such as ", the first of 3".
/// Returns an empty text if the conversion stops at the first error, so that `count` is not the number of all
/// errors.
fn first_of(count: usize, goes_on: bool) -> String {
    if goes_on { format!(", the first of {count}") } else { String::new() }
}

/// An encoder that replaces the characters that its charset lacks, or stops at the first of them.
struct Target {
    encoder: Encoder,
    lossy: bool,
    /// The number of octets of text that have been encoded.
    at: usize,
    /// The first character that the charset lacks.
    first: Option<Unencodable>,
    lacking: usize,
}

impl Target {
    fn new(encoder: Encoder, lossy: bool) -> Self {
        Self { encoder, lossy, at: 0, first: None, lacking: 0 }
    }

    /// Encodes `text`, with `?` for each character that the charset lacks. Unless `lossy` is set, stops at the first
    /// such character. Returns whether all of the text was encoded.
    fn push(&mut self, text: &str, octets: &mut Vec<u8>) -> bool {
        let mut rest = text;
        loop {
            if self.first.is_some() && !self.lossy {
                return false;
            }
            let start = self.at;
            let Err(lacking) = self.encoder.push(rest, octets) else {
                self.at += rest.len();
                return true;
            };
            self.at = lacking.offset + lacking.character.len_utf8();
            rest = rest.get(self.at - start..).unwrap_or_default();
            self.first.get_or_insert(lacking);
            self.lacking += 1;
            // If the charset lacks even the question mark, nothing is written for the character.
            let _ = self.encoder.push("?", octets);
            self.at += "?".len();
        }
    }

    /// Encodes `text`, which is the last part of the text in the file `path`, and ends the output. `is_decoded` tells
    /// whether all of the input could be decoded.
    fn finish(
        mut self,
        path: &Path,
        is_decoded: bool,
        text: &str,
        output: &mut impl Write,
    ) -> Result<Exit, Error> {
        let mut octets = Vec::new();
        let done = is_decoded && self.push(text, &mut octets);
        if let Some(lacking) = self.first {
            warn(path, &format!("{lacking}{}", first_of(self.lacking, self.lossy)));
        }
        if !done {
            return Ok(Exit::Unresolved);
        }
        self.encoder.finish(&mut octets);
        output.write_all(&octets).map_err(write_error)?;
        Ok(Exit::Done)
    }
}
