//! An indexer: this example prints the words in the subjects and texts of mail, each with the messages that contain
//! the word. It uses all cores: a thread finds the files, and other threads open and read them.
//!
//! `cargo run --features files --example word_index corpus/mbox`

use mailutf::mailbox::mail::{Files, MailFile, ReadOptions, Skipped};
use mailutf::message::Message;
use mailutf::pipeline::{Workers, in_order};
use mailutf::text::Unreadable;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::PathBuf;

/// The words. For each word, the paths of files, with the offsets of the messages in them that contain the word.
pub(crate) type Index = BTreeMap<String, BTreeSet<(PathBuf, u64)>>;

fn main() {
    for (word, messages) in index(std::env::args_os().skip(1).map(PathBuf::from)) {
        let messages = messages.iter().map(|(path, offset)| format!("{}:{offset}", path.display()));
        println!("{word}\t{}", messages.collect::<Vec<_>>().join(" "));
    }
}

/// Indexes all mail at `paths`.
pub(crate) fn index(paths: impl Iterator<Item = PathBuf>) -> Index {
    let files = Files::of(paths).map(|file| {
        let octets = file.as_ref().map_or(0, MailFile::size);
        Ok::<_, Infallible>((file, usize::try_from(octets).unwrap_or(usize::MAX)))
    });
    let mut index = Index::new();
    let Ok(()) = in_order(Workers::default(), files, of_file, |(words, skipped)| {
        for (word, messages) in words {
            index.entry(word).or_default().extend(messages);
        }
        skipped.iter().filter(|skipped| skipped.why.misses_mail()).for_each(|skipped| eprintln!("{skipped}"));
        Ok(())
    });
    index
}

/// Returns the words of a file, and an error for each piece of mail that could not be read.
fn of_file(file: Result<MailFile, Skipped>) -> (Index, Vec<Skipped>) {
    let (mut index, mut missing) = (Index::new(), Vec::new());
    let opened = match file.and_then(|file| file.open(&ReadOptions::default())) {
        Ok(opened) => opened,
        Err(skipped) => return (index, vec![skipped]),
    };
    let path = opened.file().path().to_path_buf();
    for batch in opened {
        let batch = match batch {
            Ok(batch) => batch,
            Err(skipped) => {
                missing.push(skipped);
                continue;
            }
        };
        for entry in batch.entries() {
            let octets = entry.message();
            let message = Message::parse(octets.octets());
            let mut add = |text: &str| {
                for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                    index.entry(word.to_lowercase()).or_default().insert((path.clone(), entry.offset()));
                }
            };
            add(&message.subject().unwrap_or_default());
            for part in message.parts().filter(|part| !part.is_attachment()) {
                match part.text() {
                    Ok(text) => add(&text.text),
                    Err(Unreadable::NotText(_)) => {}
                    Err(why) => eprintln!("message at {}, part {}: {why}", entry.offset(), part.section()),
                }
            }
        }
    }
    (index, missing)
}
