//! `mailutf encode`: converts UTF-8 text to any charset, block by block.

use super::codec::blocks;
use crate::args::{EncodeArgs, Utf7Args};
use crate::exit::Exit;
use crate::input::warn;
use mailutf::Error;
use mailutf::charset::{Charset, Encoder, Unencodable};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

pub(crate) fn run(args: &EncodeArgs) -> Result<Exit, Error> {
    let mut output = io::stdout().lock();
    let charset = args.codec.charset();
    if args.utf7.is_given() && charset != Charset::UTF_7 {
        let why = io::Error::new(
            ErrorKind::InvalidInput,
            format!("these options apply to UTF-7, not to {charset}"),
        );
        return Err(Error::new("use --columns, --direct or --explicit-ends", None, why));
    }
    for path in args.codec.files()? {
        if encode(&path, args, &mut output)? == Exit::Unresolved {
            return Ok(Exit::Unresolved);
        }
    }
    output.flush().map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn encode(path: &Path, args: &EncodeArgs, output: &mut impl Write) -> Result<Exit, Error> {
    let charset = args.codec.charset();
    let mut decoder = Charset::UTF_8.decoder();
    let mut target = Target::new(encoder(charset, &args.utf7), args.lossy);
    let (mut text, mut octets) = (String::new(), Vec::new());
    blocks(path, |block| {
        decoder.push(block, &mut text);
        if decoder.first_error().is_some() && !args.lossy || !target.push(&text, &mut octets) {
            return Ok(false);
        }
        output.write_all(&octets)?;
        text.clear();
        octets.clear();
        Ok(true)
    })?;
    let (errors, malformed) = decoder.finish(&mut text);
    let done = (malformed.is_none() || args.lossy) && target.push(&text, &mut octets);
    let all = |count| if args.lossy { format!(", the first of {count}") } else { String::new() };
    if let Some(malformed) = malformed {
        warn(path, &format!("ill-formed UTF-8: {malformed}{}", all(errors)));
    }
    if let Some(lacking) = target.first {
        warn(path, &format!("{lacking}{}", all(target.lacking)));
    }
    if !done {
        return Ok(Exit::Unresolved);
    }
    target.encoder.finish(&mut octets);
    output.write_all(&octets).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn encoder(charset: Charset, args: &Utf7Args) -> Encoder {
    match args.columns {
        Some(columns) => args.encoder().with_separators_as_line_ends().wrapping(columns),
        None if args.is_given() => args.encoder().streaming(),
        None => charset.encoder(),
    }
}

/// An encoder that replaces or reports the characters that its charset lacks.
struct Target {
    encoder: Encoder,
    lossy: bool,
    /// Octets of text encoded so far.
    at: usize,
    /// The first character that the charset lacks, and the number of such characters.
    first: Option<Unencodable>,
    lacking: usize,
}

impl Target {
    fn new(encoder: Encoder, lossy: bool) -> Self {
        Self { encoder, lossy, at: 0, first: None, lacking: 0 }
    }

    /// Encodes `text`, with `?` for each character that the charset lacks; unless `lossy`, stops at the
    /// first. Returns whether all is encoded.
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
            // If the charset lacks the question mark too, nothing is written.
            let _ = self.encoder.push("?", octets);
            self.at += "?".len();
        }
    }
}
