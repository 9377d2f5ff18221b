//! `mailutf completions`: prints a completion script for a shell.

use super::AboutProgram;
use crate::exit::Exit;
use crate::output::print;
use clap::Command;
use clap_complete::Shell;
use mailutf::Error;

const EXAMPLES: &str = "\
Examples:
  mailutf completions bash > ~/.local/share/bash-completion/completions/mailutf
  mailutf completions zsh > ~/.zfunc/_mailutf
  mailutf completions fish > ~/.config/fish/completions/mailutf.fish";

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

impl AboutProgram for CompletionsArgs {
    fn run(&self, mut program: Command) -> Result<Exit, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "mailutf", &mut script);
        if self.shell == Shell::Fish {
            script.extend(fish_arguments(&program).into_bytes());
        }
        print(|output| output.write_all(&script))?;
        Ok(Exit::Done)
    }
}

/// Returns completions for the values of positional arguments. clap_complete omits these values for fish.
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
