//! Tests of the program as people and scripts use it.

mod attachments;
mod census;
mod check;
mod codec;
mod damaged_archives;
mod dependencies;
mod detect;
mod diff;
#[cfg(unix)]
mod dovecot;
mod dry_run;
mod explain;
mod fail_on;
mod filter;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(target_os = "linux")]
mod g12_memory;
#[cfg(unix)]
mod g20_maildir;
mod g22_terminal;
mod g24_determinism;
#[cfg(unix)]
mod g28_outputs;
mod g30_one_reader;
#[cfg(target_os = "linux")]
mod g31_durability;
#[cfg(target_os = "linux")]
mod g31_undo;
mod grep;
mod header;
mod help;
#[cfg(unix)]
mod in_place;
mod input;
mod inspect;
#[cfg(unix)]
mod large_message;
mod learn;
#[cfg(unix)]
mod manifest;
#[cfg(unix)]
mod moved;
#[cfg(target_os = "linux")]
mod no_threads;
mod normalize;
#[cfg(unix)]
mod output;
mod overview;
#[cfg(unix)]
mod picture;
mod program;
#[cfg(unix)]
mod progress;
#[cfg(unix)]
mod pty;
mod readme;
#[path = "../../../tests/real_mail/mod.rs"]
mod real_mail;
#[cfg(unix)]
mod recipes;
mod review;
mod rules;
#[cfg(unix)]
#[path = "../../../tests/sample/mod.rs"]
mod sample;
#[cfg(unix)]
mod schema;
mod seals;
mod selection;
#[cfg(unix)]
mod served;
#[cfg(unix)]
mod slips;
#[cfg(unix)]
mod split;
#[cfg(unix)]
mod stopped;
#[cfg(unix)]
mod terminal;
mod text;
mod to_utf7;
#[cfg(unix)]
mod undo;
mod unknown_parts;
mod unsupported;

/// Runs `mailutf` with `arguments`, and closes the pipe from its standard output.
fn closed_pipe(arguments: &[&str]) -> std::process::Output {
    use std::process::Stdio;
    let mut child =
        program::command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}
