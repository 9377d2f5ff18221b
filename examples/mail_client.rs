//! A mail client: sender, date, subject, text and attachments of a message.
//!
//! `cargo run --example mail_client < corpus/structure/attachments.eml`

use mailutf::message::Message;
use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let message = Message::parse(&octets);
    println!("Subject: {}", message.subject().unwrap_or_default());
    message.from().iter().for_each(|from| println!("From: {} <{}>", from.name, from.address));
    message.date().into_iter().for_each(|date| println!("Date: {date}"));
    match message.text_body().map(|part| part.text()) {
        Some(Ok(text)) => println!("\n{}", text.text),
        Some(Err(why)) => println!("\n[cannot be read: {why}]"),
        None => println!("\n[no text]"),
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
