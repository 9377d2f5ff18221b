//! `mailutf decode`: converts text from any charset to UTF-8, or with `--to` to another one, block by block.

use super::codec::{convert, each_file};
use crate::args::DecodeArgs;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: &DecodeArgs) -> Result<Exit, Error> {
    each_file(&args.codec, |path, output| {
        convert(path, args.charset(), args.target().encoder(), args.lossy, output)
    })
}
