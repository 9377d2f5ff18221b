//! `mailutf decode`: text in any charset to UTF-8, block by block.

use super::codec::{open, warn};
use crate::args::DecodeArgs;
use crate::exit::Exit;
use mailutf::Error;
use std::io::{self, Write};
use std::path::Path;

/// Octets that are read at once.
const BLOCK: usize = 64 << 10;

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    let mut output = io::stdout().lock();
    for path in args.codec.files() {
        if decode(path, args, &mut output)? == Exit::Unresolved {
            return Ok(Exit::Unresolved);
        }
    }
    output.flush().map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn decode(path: &Path, args: &DecodeArgs, output: &mut impl Write) -> Result<Exit, Error> {
    let (mut input, charset) = (open(path)?, args.codec.charset());
    let mut decoder = charset.decoder();
    let (mut block, mut text) = (vec![0; BLOCK], String::new());
    let write_error = |error| Error::new("write", None, error);
    loop {
        let read = match input.read(&mut block) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(|error| Error::new("read", Some(path), error))?,
        };
        decoder.push(block.get(..read).unwrap_or_default(), &mut text);
        if read == 0 || decoder.first_error().is_some() && !args.lossy {
            break;
        }
        output.write_all(text.as_bytes()).map_err(write_error)?;
        text.clear();
    }
    let (errors, first) = decoder.finish(&mut text);
    if let Some(malformed) = first {
        let all = if args.lossy { format!(", the first of {errors}") } else { String::new() };
        warn(path, &format!("ill-formed {charset}: {malformed}{all}"));
        if !args.lossy {
            return Ok(Exit::Unresolved);
        }
    }
    output.write_all(text.as_bytes()).map_err(write_error)?;
    Ok(Exit::Done)
}
