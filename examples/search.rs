//! A search: this example finds the messages of files and directories that have a phrase in their subject or in a
//! text, in any charset.
//!
//! `cargo run --features files --example search Grüße corpus/mbox`

use mailutf::mailbox::mail::Origin;
use mailutf::message::{Mail, Message};
use std::path::PathBuf;

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let phrase = arguments.next().unwrap_or_default();
    search(&phrase.to_string_lossy(), arguments.map(PathBuf::from), |origin, message| {
        let subject = message.subject().unwrap_or_default().replace(char::is_control, " ");
        println!("{}: message {}: {subject}", origin.file.path().display(), origin.ordinal + 1);
    });
}

/// Calls `found` for each message that has the phrase, whether in upper or lower case.
pub(crate) fn search(
    phrase: &str,
    paths: impl Iterator<Item = PathBuf>,
    mut found: impl FnMut(&Origin, &Message<'_>),
) {
    let phrase = phrase.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&phrase);
    for mail in Mail::of(paths) {
        match mail {
            Ok((origin, message)) => {
                let message = message.message();
                let mut texts = message.parts().filter_map(|part| part.text().ok());
                if holds(&message.subject().unwrap_or_default()) || texts.any(|text| holds(&text.text)) {
                    found(&origin, &message);
                }
            }
            Err(skipped) if skipped.why.misses_mail() => eprintln!("{skipped}"),
            Err(_) => {}
        }
    }
}
