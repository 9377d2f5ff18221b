//! `mailutf to-utf7`.

use super::mail;
use crate::args::ToUtf7Args;
use crate::exit::Exit;
use mailutf::Error;

pub(crate) fn run(args: &ToUtf7Args) -> Result<Exit, Error> {
    mail::run(&args.mail, |paths| args.pipeline(paths))
}
