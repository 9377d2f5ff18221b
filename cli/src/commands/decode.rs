//! `mailutf decode`: converts text from any charset to UTF-8, or with `--to` to another one, block by block.

use super::codec::{Target, blocks, unfinished};
use crate::args::DecodeArgs;
use crate::exit::Exit;
use crate::input::warn;
use mailutf::Error;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    let mut output = args.codec.output()?;
    #[cfg(unix)]
    if output.is_pending() {
        crate::temp_output::remove_on_signals(false)?;
    }
    for path in args.codec.files()? {
        if decode(&path, args, &mut output)? == Exit::Unresolved {
            return unfinished(output);
        }
    }
    output.finish()?;
    Ok(Exit::Done)
}

fn decode(path: &Path, args: &DecodeArgs, output: &mut impl Write) -> Result<Exit, Error> {
    let charset = args.codec.charset();
    let (mut decoder, mut text) = (charset.decoder(), String::new());
    let mut target = Target::new(args.target().encoder(), args.lossy);
    let mut octets = Vec::new();
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
    let (errors, first) = decoder.finish(&mut text);
    let all = |count| if args.lossy { format!(", the first of {count}") } else { String::new() };
    if let Some(malformed) = first {
        warn(path, &format!("ill-formed {charset}: {malformed}{}", all(errors)));
        if !args.lossy {
            return Ok(Exit::Unresolved);
        }
    }
    let done = target.push(&text, &mut octets);
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
