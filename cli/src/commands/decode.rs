//! `mailutf decode`: converts text from any charset to UTF-8, or with `--to` to another one, block by block.

use super::codec::{Source, convert, each_file};
use crate::args::DecodeArgs;
use crate::exit::Exit;
use mailutf::Error;
use mailutf::charset::Charset;
use std::io::{self, ErrorKind};

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    let charset = args.charset();
    if args.recover.is_some() && charset != Charset::UTF_8 {
        let why = io::Error::new(ErrorKind::InvalidInput, format!("it applies to UTF-8, not to {charset}"));
        return Err(Error::new("use --recover", None, why));
    }
    each_file(&args.codec, |path, output| {
        let source = match args.recover {
            Some(recover) => {
                Source { charset, decoder: Charset::utf8_decoder(recover.into()), recovers: true }
            }
            None => Source::new(charset, args.lossy),
        };
        convert(path, source, args.target().encoder(), args.lossy, output)
    })
}
