//! `mailutf man`: manual pages made from the texts of `--help`.

use crate::args::{Args, ManArgs};
use crate::exit::Exit;
use crate::output::Output;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use mailutf::Error;
use std::fs;
use std::io::{self, Write};

pub(crate) fn run(args: &ManArgs) -> Result<Exit, Error> {
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    if let Some(directory) = &args.output {
        fs::create_dir_all(directory).map_err(|error| Error::new("create", Some(directory), error))?;
        for command in program.get_subcommands().chain([&program]) {
            let path = directory.join(format!("{}.1", title(command)));
            let mut output = Output::create(&path)?;
            let written = page(command).and_then(|page| output.write_all(&page));
            written.map_err(|error| Error::new("write", Some(&path), error))?;
            output.finish()?;
        }
        return Ok(Exit::Done);
    }
    let named = args.command.as_deref().and_then(|name| program.find_subcommand(name));
    let mut output = io::stdout().lock();
    let written = page(named.unwrap_or(&program)).and_then(|page| output.write_all(&page));
    written.and_then(|()| output.flush()).map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The manual page in roff.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let source = concat!("mailutf ", env!("CARGO_PKG_VERSION"));
    let examples = command.get_after_help().map(|help| help.to_string());
    let command = command.clone().after_help(None::<&str>);
    let mut page = Vec::new();
    Man::new(command).source(source).render(&mut page)?;
    if let Some(examples) = examples {
        writeln!(page, ".SH EXAMPLES\n.nf")?;
        for line in examples.lines().skip(1) {
            writeln!(page, "{}", line.trim_start().replace('\\', r"\e").replace('-', r"\-"))?;
        }
        writeln!(page, ".fi")?;
    }
    Ok(page)
}
