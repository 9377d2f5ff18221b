//! The program `mailutf`.
//!
//! - `command_line.rs` has the table of commands. A new command is a file in `commands` and a line in this table.
//! - `commands` has a file for each command: a struct whose fields are its options (clap derive), whose documentation is
//!   its help, with its examples, and an `impl Run` with what clap cannot say (`contradiction`) and what it does (`run`).
//!   An option of one command is a field of this struct, with its test in `cli/tests/program`.
//! - `options` has the options that several commands share, each defined once as a struct that commands flatten, with
//!   what it means for the library and what contradicts it.
//! - Two options that exclude or need each other say so by `conflicts_with` and `requires`; `contradiction` compares values.
//! - `rewriting` converts mail for `normalize` and `to-utf7`; `report` is what a run says of messages, `inspection` how one
//!   message is read; `input` and `output` are streams, files and trees; `terminal` is text for a person.
//!
//! Only the command that is used is described to clap: all of them would take longer than to convert a message.
//! `tests/library/architecture.rs` says which of these may import which.

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
