//! `mailutf man`.

use super::Args;
use super::nearest::nearest;
use crate::output::STANDARD_OUTPUT;
use clap::CommandFactory;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Print the page of this command.
    #[arg(value_parser = known, conflicts_with = "output")]
    pub(crate) command: Option<String>,

    /// Write the pages of all commands into this directory.
    #[arg(short, long, value_name = "DIRECTORY", value_parser = directory)]
    pub(crate) output: Option<PathBuf>,
}

fn directory(name: &str) -> Result<PathBuf, &'static str> {
    let why = "name a directory for the pages of all commands; `mailutf man COMMAND` prints one page";
    if name == STANDARD_OUTPUT { Err(why) } else { Ok(name.into()) }
}

fn known(name: &str) -> Result<String, String> {
    let program = Args::command();
    if program.find_subcommand(name).is_some() {
        return Ok(name.to_owned());
    }
    let names = program.get_subcommands().map(|command| command.get_name());
    let advice = "`mailutf --help` lists all";
    Err(match nearest(name, names) {
        Some(nearest) => format!("unknown command; did you mean `{nearest}`? ({advice})"),
        None => format!("unknown command ({advice})"),
    })
}
