//! `mailutf normalize`.

use super::mail;
use crate::args::NormalizeArgs;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: &NormalizeArgs) -> Result<Exit, Error> {
    mail::run(&args.mail, args.pipeline())
}
