//! The program, as a person or a script uses it.

#[path = "cli/census.rs"]
mod census;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/codec.rs"]
mod codec;
#[cfg(unix)]
#[path = "cli/collisions.rs"]
mod collisions;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/filter.rs"]
mod filter;
#[cfg(target_os = "linux")]
#[path = "cli/full_disk.rs"]
mod full_disk;
#[path = "cli/help.rs"]
mod help;
#[cfg(unix)]
#[path = "cli/in_place.rs"]
mod in_place;
#[path = "cli/input.rs"]
mod input;
#[path = "cli/inspect.rs"]
mod inspect;
#[cfg(unix)]
#[path = "cli/large_message.rs"]
mod large_message;
#[cfg(target_os = "linux")]
#[path = "cli/memory.rs"]
mod memory;
#[path = "cli/normalize.rs"]
mod normalize;
#[cfg(unix)]
#[path = "cli/output.rs"]
mod output;
#[path = "cli/program.rs"]
mod program;
#[cfg(unix)]
#[path = "cli/progress.rs"]
mod progress;
#[cfg(unix)]
#[path = "cli/pty.rs"]
mod pty;
#[cfg(unix)]
#[path = "cli/schema.rs"]
mod schema;
#[path = "cli/seals.rs"]
mod seals;
#[cfg(unix)]
#[path = "cli/stopped.rs"]
mod stopped;
#[cfg(unix)]
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/text.rs"]
mod text;
#[path = "cli/to_utf7.rs"]
mod to_utf7;
#[path = "cli/unsupported.rs"]
mod unsupported;

/// What becomes of `mailutf` with `arguments` whose output nobody reads.
fn closed_pipe(arguments: &[&str]) -> std::process::Output {
    use std::process::Stdio;
    let mut child =
        program::command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}
