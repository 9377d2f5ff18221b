//! `mailutf normalize`.

use super::mail;
use crate::args::NormalizeArgs;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: NormalizeArgs) -> Result<Exit, Error> {
    let pipeline = args.pipeline();
    mail::run(&args.into_mail(), pipeline)
}
