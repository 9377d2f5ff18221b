//! A mail client or an indexer: the subject, the names, the tree, and the text of each body with how sure it is.
//!
//! `cargo run --example mail_client < corpus/structure/attachments.eml`

use mailutf::structure::PartKind;
use mailutf::text::MessageTexts;
use mailutf::{Policy, header};
use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let policy = Policy::default();
    let message = MessageTexts::parse(&octets, &policy);
    // The charset of the bodies is evidence for raw octets in the header.
    let context = message.context();
    let header = &message.parts()[0].header;
    let value = |name| header.field(&octets, name).map(|field| field.body.slice(&octets));
    if let Some(subject) = value("Subject") {
        println!("Subject: {}", header::decode_in(subject, &context));
    }
    for mailbox in header::mailboxes_in(value("From").unwrap_or_default(), &context) {
        println!("From: {} ({})", mailbox.name, mailbox.address);
    }
    for (number, part) in message.parts().iter().enumerate() {
        println!("{}[{}] {}", "  ".repeat(part.depth), message.structure().path(number), part.media_type);
        if part.kind != PartKind::Text {
            continue;
        }
        match message.text(number) {
            Ok(text) => println!("-- {} ({:?})\n{}", text.charset, text.confidence, text.text),
            Err(why) => println!("-- cannot be read without loss: {why}"),
        }
    }
    Ok(())
}
