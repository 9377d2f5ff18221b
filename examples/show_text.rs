//! A mail client or an indexer: the tree of a message, and the text of each body with how sure it is.
//!
//! `cargo run --example show_text < corpus/structure/attachments.eml`

use mailutf::message::{Message, PartKind};
use mailutf::{Limits, Policy, body};
use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let message = Message::parse(&octets, &Limits::default());
    for (number, part) in message.parts.iter().enumerate() {
        println!("{}[{}] {}", "  ".repeat(part.depth), message.path(number), part.media_type);
        if part.kind != PartKind::Text {
            continue;
        }
        match body::text(&message, number, &Policy::default()) {
            Ok(text) => println!("-- {} ({:?})\n{}", text.charset, text.confidence, text.text),
            Err(why) => println!("-- cannot be read without loss: {why:?}"),
        }
    }
    Ok(())
}
