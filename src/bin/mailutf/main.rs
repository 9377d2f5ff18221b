//! The program `mailutf`.

mod args;
mod commands;
mod exit;

use args::{Args, Command};
use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let exit = match Args::parse().command {
        Command::Normalize(args) => commands::normalize::run(&args),
    };
    exit.unwrap_or_else(|error| {
        exit::say(&error);
        Exit::of(&error)
    })
    .into()
}
