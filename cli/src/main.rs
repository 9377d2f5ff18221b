//! The program `mailutf`.
//!
//! - `command_line.rs` has the table of commands. A new command is a file in `commands` and a line in this table.
//! - `commands` has a file for each command. The file holds a struct whose fields are the options (clap derive) and
//!   whose documentation is the help. It also holds the examples, and an `impl Run` with the contradictions that
//!   clap cannot express (`contradiction`) and the work (`run`). An option of a single command is a field of this
//!   struct, with its test in `cli/tests/program`.
//! - `options` has the options that several commands share. Each of these options is defined once, in a struct that
//!   the commands flatten, with its meaning for the library and its contradictions.
//! - Options that exclude or need each other are declared by `conflicts_with` and `requires`. `contradiction`
//!   compares the values of options.
//! - `rewriting` converts mail for `normalize` and `to-utf7`. `report` prints and records what a run finds in
//!   messages. `inspection` shows how a single message is read. `input` reads, and `output` writes, streams, files
//!   and directories. `terminal` formats text for people.
//!
//! Only the command that is used is described to clap, because describing all commands takes longer than converting
//! a message. `tests/library/architecture.rs` lists which of these modules may import which others.

mod command_line;
mod commands;
mod exit;
mod input;
mod inspection;
mod options;
mod output;
mod progress;
mod report;
mod rewriting;
mod search;
#[cfg(unix)]
mod startup;
mod terminal;

use exit::Exit;
use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(unix)]
    startup::refuse_closed_output();
    let (program, command) = command_line::read();
    program.color.apply();
    program.progress.apply();
    #[cfg(unix)]
    {
        startup::report_file_size_limit();
        startup::allow_many_open_files();
    }
    let exit = command.run().unwrap_or_else(|error| Exit::of(&error));
    options::rules::say_unused();
    exit.into()
}
