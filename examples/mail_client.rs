//! A mail client: this example shows the sender, the date, the subject, the bodies and the attachments of a
//! message.
//!
//! `cargo run --example mail_client < corpus/structure/attachments.eml`

use mailutf::message::Message;
use mailutf::text::Unreadable;
use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let message = Message::parse(&octets);
    println!("Subject: {}", message.subject().unwrap_or_default());
    message.from().iter().for_each(|from| println!("From: {} <{}>", from.name, from.address));
    message.date().into_iter().for_each(|date| println!("Date: {date}"));
    for part in message.text_bodies() {
        match part.text() {
            Ok(text) => println!("\n{}", text.text),
            Err(Unreadable::NotText(media_type)) => println!("\n[{media_type}]"),
            Err(why) => println!("\n[cannot be read: {why}]"),
        }
    }
    for part in message.attachments() {
        println!(
            "[{}: {}, {} bytes]",
            part.file_name().unwrap_or_default(),
            part.media_type(),
            part.octets().len()
        );
    }
    Ok(())
}
