//! `mailutf completions`: prints a completion script for a shell.

use crate::args::{Args, CompletionsArgs};
use crate::exit::Exit;
use clap::CommandFactory;
use mailutf::Error;
use std::io::{self, Write};

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "mailutf", &mut script);
    let mut output = io::stdout().lock();
    let written = output.write_all(&script).and_then(|()| output.flush());
    written.map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}
