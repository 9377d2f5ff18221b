//! `mailutf decode`: converts text from any charset to UTF-8, block by block.

use super::codec::blocks;
use crate::args::DecodeArgs;
use crate::exit::Exit;
use crate::input::warn;
use mailutf::Error;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    let mut output = io::stdout().lock();
    for path in args.codec.files()? {
        if decode(&path, args, &mut output)? == Exit::Unresolved {
            return Ok(Exit::Unresolved);
        }
    }
    output.flush().map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn decode(path: &Path, args: &DecodeArgs, output: &mut impl Write) -> Result<Exit, Error> {
    let charset = args.codec.charset();
    let (mut decoder, mut text) = (charset.decoder(), String::new());
    blocks(path, |block| {
        decoder.push(block, &mut text);
        if decoder.first_error().is_some() && !args.lossy {
            return Ok(false);
        }
        output.write_all(text.as_bytes())?;
        text.clear();
        Ok(true)
    })?;
    let (errors, first) = decoder.finish(&mut text);
    if let Some(malformed) = first {
        let all = if args.lossy { format!(", the first of {errors}") } else { String::new() };
        warn(path, &format!("ill-formed {charset}: {malformed}{all}"));
        if !args.lossy {
            return Ok(Exit::Unresolved);
        }
    }
    output.write_all(text.as_bytes()).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}
