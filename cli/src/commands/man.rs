//! `mailutf man`: manual pages made from the texts of `--help`.

mod page;
mod see_also;
mod title;

use crate::args::{Args, ManArgs};
use crate::exit::Exit;
use crate::output::Output;
use clap::CommandFactory;
use mailutf::Error;
use page::page;
use std::fs;
use std::io::{self, Write};
use title::title;

pub(crate) fn run(args: &ManArgs) -> Result<Exit, Error> {
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    if let Some(directory) = &args.output {
        // Before a temporary file exists.
        #[cfg(unix)]
        crate::output::temporary::remove_on_signals(false)?;
        fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
        for command in program.get_subcommands().chain([&program]) {
            let path = directory.join(format!("{}.1", title(command)));
            let mut output = Output::create(&path)?;
            let written = output.write_all(page(command).as_bytes());
            written.map_err(|error| Error::new("write", Some(&path), error))?;
            output.finish()?;
        }
        return Ok(Exit::Done);
    }
    let named = args.command.as_deref().and_then(|name| program.find_subcommand(name));
    let mut output = io::stdout().lock();
    let written = output.write_all(page(named.unwrap_or(&program)).as_bytes());
    written.and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}
