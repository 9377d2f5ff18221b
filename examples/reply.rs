//! A reply to a message: this example writes its recipients, the fields for its thread, and the quoted text.
//!
//! `cargo run --example reply < corpus/structure/attachments.eml`

use mailutf::encode::{self, Form};
use mailutf::flowed;
use mailutf::message::Message;
use mailutf::plain::{PassageKind, passages};
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut octets = Vec::new();
    io::stdin().read_to_end(&mut octets)?;
    let message = Message::parse(&octets);
    let mut reply = Vec::new();
    let to = Some(message.reply_to()).filter(|to| !to.is_empty()).unwrap_or_else(|| message.from());
    let to = encode::addresses(&to, Form::Encoded).map_err(io::Error::other)?;
    write!(reply, "To: {to}\r\n")?;
    let subject = message.subject().unwrap_or_default();
    let re = if subject.to_lowercase().starts_with("re:") { "" } else { "Re: " };
    write!(reply, "Subject: {}\r\n", encode::text(&format!("{re}{subject}"), Form::Encoded))?;
    if let Some(id) = message.message_id() {
        let mut thread = message.references();
        // If a message has no References, its thread begins with the message that In-Reply-To names (RFC
        // 5322 section 3.6.4).
        if thread.is_empty() && message.in_reply_to().len() == 1 {
            thread = message.in_reply_to();
        }
        write!(reply, "In-Reply-To: <{id}>\r\nReferences:")?;
        thread.iter().try_for_each(|before| write!(reply, " <{before}>\r\n"))?;
        write!(reply, " <{id}>\r\n")?;
    }
    write!(reply, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n")?;
    write!(reply, "Content-Transfer-Encoding: 8bit\r\n\r\n")?;
    let texts = message.text_bodies().filter_map(|part| part.text().ok());
    for text in texts {
        let passages = passages(&text.text).filter(|passage| passage.kind != PassageKind::Signature);
        let lines = passages.flat_map(|passage| passage.text.lines());
        let quoted: String =
            lines.map(|line| format!(">{}{line}\n", if line.starts_with('>') { "" } else { " " })).collect();
        reply.extend_from_slice(flowed::write(&quoted, 76, "\r\n").as_bytes());
    }
    io::stdout().write_all(&reply)
}
