//! `mailutf encode`: converts UTF-8 text to any charset, block by block.

use super::codec::{Target, blocks, unfinished};
use crate::args::{EncodeArgs, Utf7Args};
use crate::exit::Exit;
use crate::input::warn;
use mailutf::Error;
use mailutf::charset::{Charset, Encoder};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

pub(crate) fn run(args: &EncodeArgs) -> Result<Exit, Error> {
    let mut output = args.codec.output()?;
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
            return unfinished(output);
        }
    }
    output.finish()?;
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
