//! A list of the messages of files and directories: this example prints the date, the sender and the subject of
//! each message.
//!
//! `cargo run --features files --example subjects corpus/mbox`

use mailutf::mailbox::mail::Skipped;
use mailutf::message::Mail;
use std::io::{self, Write};
use std::path::PathBuf;

fn main() -> io::Result<()> {
    list(std::env::args_os().skip(1).map(PathBuf::from), &mut io::stdout().lock(), |skipped| {
        eprintln!("{skipped}");
    })
}

/// Writes a line for each message. Calls `missing` for all mail that cannot be read.
pub(crate) fn list(
    paths: impl Iterator<Item = PathBuf>,
    output: &mut impl Write,
    mut missing: impl FnMut(&Skipped),
) -> io::Result<()> {
    for found in Mail::of(paths) {
        let message = match found {
            Ok((_, message)) => message,
            Err(skipped) => {
                if skipped.why.misses_mail() {
                    missing(&skipped);
                }
                continue;
            }
        };
        let message = message.message();
        let date = message.date().map_or(String::new(), |date| date.to_string());
        let from = message.from().first().map_or(String::new(), |from| from.address.clone());
        let line = [date, from, message.subject().unwrap_or_default().into()].join("\t");
        // Control characters in a message could be commands to the terminal.
        writeln!(output, "{}", line.replace(|c: char| c.is_control() && c != '\t', " "))?;
    }
    Ok(())
}
