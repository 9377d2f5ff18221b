//! An indexer: the words of a mailbox, subjects and texts, each with the messages that have it.
//!
//! `cargo run --example word_index < corpus/mbox/mboxrd.mbox`

use mailutf::mailbox::{Format, Source};
use mailutf::structure::PartKind;
use mailutf::text::MessageTexts;
use mailutf::{Policy, header};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

fn main() -> io::Result<()> {
    let policy = Policy::default();
    let mut index: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for batch in Source::new(io::stdin(), Format::Any)? {
        let batch = batch?;
        for entry in batch.entries() {
            let octets = entry.message();
            let message = MessageTexts::parse(octets.octets(), &policy);
            let mut add = |text: &str| {
                for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    index.entry(word.to_lowercase()).or_default().insert(entry.ordinal + 1);
                }
            };
            if let Some(subject) = message.parts()[0].header.field(message.input(), "Subject") {
                add(&header::decode(subject.body.slice(message.input())));
            }
            for (number, part) in message.parts().iter().enumerate() {
                if part.kind != PartKind::Text || part.attachment {
                    continue;
                }
                match message.text(number) {
                    Ok(text) => add(&text.text),
                    Err(why) => eprintln!("message {}, part {number}: {why}", entry.ordinal + 1),
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
