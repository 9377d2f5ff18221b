//! An indexer: the words of a mailbox, in subjects and texts, each with the messages that contain it.
//!
//! `cargo run --example word_index < corpus/mbox/mboxrd.mbox`

use mailutf::mailbox::{Format, Source};
use mailutf::message::Message;
use mailutf::text::Unreadable;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

fn main() -> io::Result<()> {
    let mut index: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for batch in Source::new(io::stdin(), Format::Any)? {
        let batch = batch?;
        for entry in batch.entries() {
            let octets = entry.message();
            let message = Message::parse(octets.octets());
            let mut add = |text: &str| {
                for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    index.entry(word.to_lowercase()).or_default().insert(entry.ordinal + 1);
                }
            };
            add(&message.subject().unwrap_or_default());
            for part in message.parts().filter(|part| !part.is_attachment()) {
                match part.text() {
                    Ok(text) => add(&text.text),
                    Err(Unreadable::NotText(_)) => {}
                    Err(why) => eprintln!("message {}, part {}: {why}", entry.ordinal + 1, part.section()),
                }
            }
        }
    }
    for (word, messages) in index {
        let messages: Vec<String> = messages.iter().map(u64::to_string).collect();
        println!("{word}\t{}", messages.join(" "));
    }
    Ok(())
}
