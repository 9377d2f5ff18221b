//! `mailutf encode`: converts UTF-8 text to any charset, block by block.

use super::codec::{Source, convert, each_file};
use crate::args::{EncodeArgs, Utf7Args};
use crate::exit::Exit;
use mailutf::Error;
use mailutf::charset::{Charset, Encoder};
use std::io::{self, ErrorKind};

pub(crate) fn run(args: &EncodeArgs) -> Result<Exit, Error> {
    let charset = args.charset();
    if args.utf7.is_given() && charset != Charset::UTF_7 {
        let why = io::Error::new(
            ErrorKind::InvalidInput,
            format!("these options apply to UTF-7, not to {charset}"),
        );
        return Err(Error::new(
            "use --columns, --direct, --explicit-ends or --separators-as-line-ends",
            None,
            why,
        ));
    }
    each_file(&args.codec, |path, output| {
        convert(
            path,
            Source::new(Charset::UTF_8, args.lossy),
            encoder(charset, &args.utf7),
            args.lossy,
            output,
        )
    })
}

fn encoder(charset: Charset, args: &Utf7Args) -> Encoder {
    let mut form = args.encoder();
    if args.separators_as_line_ends {
        form = form.with_separators_as_line_ends();
    }
    match args.columns {
        Some(columns) => form.wrapping(columns),
        None if args.is_given() => form.streaming(),
        None => charset.encoder(),
    }
}
