//! What a stream of octets holds: an mbox or one message.

use super::batch::Batch;
use super::emlx::{self, Emlx};
use super::mbox::separator::{Start, start};
use super::mbox::{self, Variant};
use super::unsupported::UnsupportedFormat;
use std::io::{self, ErrorKind, Read};

/// What a stream holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// An mbox where the first line that is not blank is a `From ` line (one whose date is not known, above a field
    /// that headers hold), an MMDF file where it is a line of four octets 01, else one message.
    #[default]
    Any,
    /// One message; also as Apple Mail has it (`.emlx`), which is recognised by its first line, and by its end where
    /// the first line is wrong: then nothing in it is changed.
    Message,
    /// One message as Apple Mail has it; one that is not so is an error.
    Emlx,
    /// An mbox of that variant; one message where no line separates messages.
    Mbox(Variant),
}

/// The messages of a stream, in batches.
#[derive(Debug)]
pub struct Source<R>(Kind<R>);

#[derive(Debug)]
enum Kind<R> {
    Mbox(Box<mbox::Reader<R>>),
    /// The octets that were read to know it, and what it was said to be.
    Message(Option<R>, Vec<u8>, Format),
    /// The octets that were read to know it, what it is, and how many octets were handed out.
    Unsupported(R, Vec<u8>, UnsupportedFormat, u64),
}

/// A byte order mark in UTF-8, which editors put at the start of a file. It is kept, and looked behind.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Octets that are looked at to know what a stream holds.
const START: usize = 4 << 10;

/// Octets that are looked at where these end within blank lines, NULs, a `From ` line or the first field below it.
const LONGEST_START: usize = 1 << 20;

/// Octets of a file in a format that is not read that go together.
const CHUNK: u64 = 256 << 10;

impl<R: Read> Source<R> {
    /// The messages of `input`.
    ///
    /// # Errors
    /// What `input` says.
    pub fn new(mut input: R, format: Format) -> io::Result<Self> {
        let read = beginning(&mut input)?;
        if let Some(unsupported) = UnsupportedFormat::of(&read) {
            return Ok(Self(Kind::Unsupported(input, read, unsupported, 0)));
        }
        Ok(Self(match format {
            Format::Mbox(variant) => Kind::Mbox(Box::new(mbox::Reader::resume(input, read, Some(variant)))),
            Format::Any if is_mbox(&read) => Kind::Mbox(Box::new(mbox::Reader::resume(input, read, None))),
            _ => Kind::Message(Some(input), read, format),
        }))
    }

    /// Whether the stream is an mbox.
    pub fn is_mbox(&self) -> bool {
        matches!(self.0, Kind::Mbox(_))
    }
}

impl<R: Read> Iterator for Source<R> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Kind::Mbox(reader) => match reader.next()? {
                Ok(batch) if batch.is_without_messages() && reader.is_at_end() => {
                    Some(message(batch.octets, Format::Any))
                }
                batch => Some(batch),
            },
            Kind::Message(input, read, format) => {
                let mut octets = std::mem::take(read);
                let read = input.take()?.read_to_end(&mut octets);
                Some(read.and_then(|_| message(octets, *format)))
            }
            Kind::Unsupported(input, read, format, offset) => {
                let mut octets = std::mem::take(read);
                match input.by_ref().take(CHUNK).read_to_end(&mut octets) {
                    Ok(_) if octets.is_empty() => None,
                    Ok(_) => {
                        let start = *offset;
                        *offset += octets.len() as u64;
                        Some(Ok(Batch { offset: start, ..Batch::of_unsupported(octets, *format) }))
                    }
                    Err(error) => Some(Err(error)),
                }
            }
        }
    }
}

fn message(octets: Vec<u8>, format: Format) -> io::Result<Batch> {
    const WHY: &str = "its first line is not the length of a message that ends at a property list";
    match Emlx::of(&octets) {
        Some(emlx) => Ok(Batch::of_emlx(octets, emlx)),
        None if format == Format::Emlx => Err(io::Error::new(ErrorKind::InvalidData, WHY)),
        None if emlx::is_damaged(&octets) => Ok(Batch { damaged: Some(WHY), ..Batch::of_message(octets) }),
        None => Ok(Batch { guessed: format == Format::Any, ..Batch::of_message(octets) }),
    }
}

/// As much of `input` as tells what it holds. Linear time.
pub(super) fn beginning(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    loop {
        let wanted = START.max(read.len());
        let more = input.by_ref().take(wanted as u64).read_to_end(&mut read)?;
        if more < wanted || read.len() >= LONGEST_START || start(&read, false).is_some() {
            return Ok(read);
        }
    }
}

/// Whether a file that starts with `octets` is an mbox or an MMDF file.
pub(super) fn is_mbox(octets: &[u8]) -> bool {
    matches!(start(octets, true), Some(Start::Mbox(_) | Start::Mmdf(_)))
}
