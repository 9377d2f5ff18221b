//! `mailutf decode`: converts text from any charset to UTF-8, or with `--to` to another one, block by block.

use super::codec::{Target, blocks, each_file};
use crate::args::DecodeArgs;
use crate::exit::Exit;
use mailutf::Error;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    each_file(&args.codec, |path, output| decode(path, args, output))
}

fn decode(path: &Path, args: &DecodeArgs, output: &mut impl Write) -> Result<Exit, Error> {
    let charset = args.charset();
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
    let errors = decoder.finish(&mut text);
    target.finish(path, charset, errors, &text, output)
}
