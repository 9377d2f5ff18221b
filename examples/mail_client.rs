//! A mail client or an indexer: the subject, the names, the tree, and the text of each body with how sure it is.
//!
//! `cargo run --example mail_client < corpus/structure/attachments.eml`

use mailutf::structure::{Message, PartKind};
use mailutf::{Limits, Policy, body, header};
use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let (message, policy) = (Message::parse(&octets, &Limits::default()), Policy::default());
    // What the bodies are in tells of raw octets in the header, too.
    let context = body::context(&message, &policy);
    let value = |name| message.parts[0].header.field(&octets, name).map(|field| field.body.slice(&octets));
    if let Some(subject) = value("Subject") {
        println!("Subject: {}", header::decode_in(subject, &context));
    }
    for mailbox in header::mailboxes_in(value("From").unwrap_or_default(), &context) {
        println!("From: {} ({})", mailbox.name, mailbox.address);
    }
    for (number, part) in message.parts.iter().enumerate() {
        println!("{}[{}] {}", "  ".repeat(part.depth), message.path(number), part.media_type);
        if part.kind != PartKind::Text {
            continue;
        }
        match body::text_in(&message, number, &context) {
            Ok(text) => println!("-- {} ({:?})\n{}", text.charset, text.confidence, text.text),
            Err(why) => println!("-- cannot be read without loss: {why}"),
        }
    }
    Ok(())
}
