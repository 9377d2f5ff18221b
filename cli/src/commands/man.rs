//! `mailutf man`: manual pages made from the texts of `--help`.

mod install;
mod page;
mod see_also;
mod show;
mod title;

use crate::args::{Args, ManArgs};
use crate::exit::Exit;
use crate::output::Output;
use clap::{Command, CommandFactory};
use mailutf::Error;
use page::page;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use title::title;

pub(crate) fn run(args: &ManArgs) -> Result<Exit, Error> {
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    if args.install {
        let directory = install::directory()?;
        write_all(&program, &directory)?;
        crate::terminal::say::say(&format!("manual pages written to {}", directory.display()));
        return Ok(Exit::Done);
    }
    if let Some(directory) = &args.output {
        write_all(&program, directory)?;
        return Ok(Exit::Done);
    }
    let named = args.command.as_deref().and_then(|name| program.find_subcommand(name)).unwrap_or(&program);
    let page = page(named);
    if io::stdout().is_terminal() && show::show(title(named), &page)? {
        return Ok(Exit::Done);
    }
    let mut output = io::stdout().lock();
    let written = output.write_all(page.as_bytes());
    written.and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

/// Writes the pages of the program and of all its commands into `directory`.
fn write_all(program: &Command, directory: &Path) -> Result<(), Error> {
    // Before a temporary file exists.
    #[cfg(unix)]
    crate::output::temporary::remove_on_signals(false)?;
    fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
    for command in program.get_subcommands().chain([program]) {
        let path = directory.join(format!("{}.1", title(command)));
        let mut output = Output::create(&path)?;
        let written = output.write_all(page(command).as_bytes());
        written.map_err(|error| Error::new("write", Some(&path), error))?;
        output.finish()?;
    }
    Ok(())
}
