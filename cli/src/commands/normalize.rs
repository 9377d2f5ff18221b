//! `mailutf normalize`.

use super::{filter, mail};
use crate::args::NormalizeArgs;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    if args.filter {
        return Ok(filter::run(&args.mail, args.pipeline(&[])?));
    }
    mail::run(&args.mail(), |paths| args.pipeline(paths))
}
