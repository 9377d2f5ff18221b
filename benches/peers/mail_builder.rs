//! A program that `tools/speed.py` compares with mailutf. `mail-parser` reads the messages of an mbox, and
//! `mail-builder` writes their parts to standard output, with all text in UTF-8. Header fields that do not belong
//! to MIME are written as they were read.

use mail_builder::headers::content_type::ContentType;
use mail_builder::mime::{BodyPart, MimePart};
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use memchr::memmem;
use std::io::{self, BufWriter, Write};
use std::{env, fs};

const SEPARATOR: &[u8] = b"\nFrom ";

fn main() -> io::Result<()> {
    let path = env::args_os().nth(1).ok_or(io::ErrorKind::InvalidInput)?;
    let mailbox = fs::read(path)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let starts: Vec<usize> =
        [0].into_iter().chain(memmem::find_iter(&mailbox, SEPARATOR).map(|at| at + 1)).collect();
    let ends = starts.iter().skip(1).copied().chain([mailbox.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let octets = &mailbox[start..end];
        let line = memchr::memchr(b'\n', octets).map_or(octets.len(), |at| at + 1);
        let (separator, octets) = octets.split_at(line);
        output.write_all(separator)?;
        match MessageParser::default().parse(octets) {
            Some(message) => write(&message, &mut output)?,
            None => output.write_all(octets)?,
        }
        output.write_all(b"\n")?;
    }
    output.flush()
}

fn write(message: &Message<'_>, output: &mut impl Write) -> io::Result<()> {
    for header in message.root_part().headers.iter().filter(|header| !header.name.is_mime_header()) {
        let field = header.offset_field() as usize..header.offset_end() as usize;
        output.write_all(message.raw_message.get(field).unwrap_or_default())?;
    }
    part(message, 0, 0).write_part(output)?;
    Ok(())
}

/// The greatest depth of a part. Parts that are nested more deeply are left out.
const DEEPEST: usize = 50;

fn part<'m>(message: &'m Message<'_>, id: usize, depth: usize) -> MimePart<'m> {
    let part = &message.parts[id];
    let media_type = part.content_type().map_or("text/plain".to_owned(), |found| {
        format!("{}/{}", found.ctype(), found.subtype().unwrap_or("plain"))
    });
    let body = match &part.body {
        PartType::Text(text) | PartType::Html(text) => BodyPart::Text(text.as_ref().into()),
        PartType::Binary(octets) | PartType::InlineBinary(octets) => BodyPart::Binary(octets.as_ref().into()),
        PartType::Message(inner) => BodyPart::Binary(inner.raw_message.as_ref().into()),
        PartType::Multipart(ids) if depth < DEEPEST => {
            BodyPart::Multipart(ids.iter().map(|&id| self::part(message, id as usize, depth + 1)).collect())
        }
        PartType::Multipart(_) => BodyPart::Multipart(Vec::new()),
    };
    MimePart::new(ContentType::new(media_type), body)
}
