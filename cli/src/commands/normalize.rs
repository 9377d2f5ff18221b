//! `mailutf normalize`.

use super::{filter, mail};
use crate::args::NormalizeArgs;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: NormalizeArgs) -> Result<Exit, Error> {
    let pipeline = args.pipeline();
    if args.filter {
        return Ok(filter::run(&args.mail, pipeline));
    }
    mail::run(&args.into_mail(), pipeline)
}
