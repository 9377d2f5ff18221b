//! The program `mailutf`.

mod alternatives;
mod args;
mod commands;
mod diff;
mod escape;
mod exit;
mod file_id;
mod file_name;
#[cfg(unix)]
mod file_size_limit;
mod finding_printer;
mod html;
mod input;
mod input_name;
mod input_size;
mod inspection;
mod learning;
mod manifest;
mod mbox_range;
#[cfg(unix)]
mod no_mail;
mod output;
mod output_check;
mod progress;
mod report;
mod run_reporter;
mod say;
#[cfg(unix)]
mod stopped;
mod style;
mod summary;
#[cfg(unix)]
mod temp_output;
mod wanted_message;
mod wrap;

use args::{Args, Command};
use exit::Exit;
use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = Args::read();
    args.color.apply();
    #[cfg(unix)]
    file_size_limit::report_as_error();
    progress::choose(args.progress.choice());
    let exit = match args.command {
        Command::Normalize(args) => commands::normalize::run(&args.0),
        Command::ToUtf7(args) => commands::to_utf7::run(&args.0),
        Command::Decode(args) => commands::decode::run(&args.0),
        Command::Encode(args) => commands::encode::run(&args.0),
        Command::Files(files) => commands::overview::run(&files),
        Command::Header(args) => commands::header::run(&args.0),
        Command::Attachments(args) => commands::attachments::run(&args.0),
        Command::Charsets(args) => commands::charsets::run(&args.0),
        Command::Completions(args) => commands::completions::run(&args.0),
        Command::Man(args) => commands::man::run(&args.0),
        Command::Explain(args) => commands::explain::run(&args.0),
        Command::Inspect(args) => commands::inspect::run(&args.0),
        Command::Detect(args) => commands::detect::run(&args.0),
        #[cfg(unix)]
        Command::Undo(args) => commands::undo::run(&args.0),
        Command::Text(args) => commands::text::run(&args.0),
        Command::Split(args) => commands::split::run(&args.0),
        Command::VerifyManifest(args) => commands::verify_manifest::run(&args.0),
        Command::Check(args) => commands::check::run(&args.0),
        Command::Census(args) => commands::census::run(&args.0),
    };
    exit.unwrap_or_else(|error| Exit::of(&error)).into()
}
