//! The program `mailutf`.

mod args;
mod commands;
mod exit;
mod input;
mod inspection;
mod output;
mod progress;
mod report;
mod search;
mod terminal;

use args::{Args, Command};
use exit::Exit;
use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(unix)]
    output::closed::make_writes_fail();
    let args = Args::read();
    args.color.apply();
    #[cfg(unix)]
    {
        output::file_size_limit::report_as_error();
        input::open_files::allow_many();
    }
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
        Command::Grep(args) => commands::grep::run(&args.0),
        Command::Text(args) => commands::text::run(&args.0),
        Command::Split(args) => commands::split::run(&args.0),
        Command::VerifyManifest(args) => commands::verify_manifest::run(&args.0),
        Command::Check(args) => commands::check::run(&args.0),
        Command::Census(args) => commands::census::run(&args.0),
    };
    exit.unwrap_or_else(|error| Exit::of(&error)).into()
}
