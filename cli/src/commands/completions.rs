//! `mailutf completions`: prints a completion script for a shell.

use crate::args::{Args, CompletionsArgs};
use crate::exit::Exit;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use mailutf::Error;
use std::io::{self, Write};

pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit, Error> {
    let mut script = Vec::new();
    let mut program = Args::command();
    clap_complete::generate(args.shell, &mut program, "mailutf", &mut script);
    if args.shell == Shell::Fish {
        script.extend(fish_arguments(&program).into_bytes());
    }
    let mut output = io::stdout().lock();
    let written = output.write_all(&script).and_then(|()| output.flush());
    written.map_err(|error| Error::new("write", None, error))?;
    Ok(Exit::Done)
}

/// The values of arguments without an option, which clap_complete omits for fish.
fn fish_arguments(program: &Command) -> String {
    let mut lines = String::new();
    for command in program.get_subcommands() {
        let values = command.get_positionals().flat_map(clap::Arg::get_possible_values);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            let (command, names) = (command.get_name(), names.join(" "));
            lines += &format!(
                "complete -c mailutf -n \"__fish_mailutf_using_subcommand {command}\" -f -a '{names}'\n"
            );
        }
    }
    lines
}
