//! What a stream of octets holds: an mbox or one message.

use super::batch::Batch;
use super::emlx::{self, Emlx};
use super::mbox::separator::{Start, start};
use super::mbox::{self, Variant};
use super::unsupported::UnsupportedFormat;
use crate::limits::Limits;
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
    Message(Alone<R>),
    /// The octets that were read to know it, what it is, and how many octets were handed out.
    Unsupported(R, Vec<u8>, UnsupportedFormat, u64),
}

/// A stream of one message.
#[derive(Debug)]
struct Alone<R> {
    /// What is not read yet; `None` at the end.
    input: Option<R>,
    /// The octets that were read to know what it is.
    read: Vec<u8>,
    /// What it was said to be.
    format: Format,
    /// Octets beyond which it is not held in memory.
    limit: usize,
    /// Octets handed on of a message beyond the limit.
    passed: u64,
}

/// Octets that are looked at to know what a stream holds.
const START: usize = 4 << 10;

/// Octets that are looked at where these end within blank lines, NULs, a `From ` line or the first field below it.
const LONGEST_START: usize = 1 << 20;

/// Octets of a piece of a file that is not held in memory: one in a format that is not read, or a message beyond the
/// limit.
const PIECE: u64 = 256 << 10;

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
            _ => Kind::Message(Alone { input: Some(input), read, format, limit: Limits::MESSAGE, passed: 0 }),
        }))
    }

    /// The same, where a message of more than so many octets, or a little more, is not held in memory but handed on
    /// as a [`TooLarge`](super::batch::TooLarge) one. Without this, of more than [`Limits::MESSAGE`].
    #[must_use]
    pub fn limit(mut self, octets: usize) -> Self {
        match &mut self.0 {
            Kind::Mbox(reader) => reader.limit = octets,
            Kind::Message(alone) => alone.limit = octets,
            Kind::Unsupported(..) => {}
        }
        self
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
            Kind::Message(alone) => alone.next().transpose(),
            Kind::Unsupported(input, read, format, offset) => {
                let mut octets = std::mem::take(read);
                match input.by_ref().take(PIECE).read_to_end(&mut octets) {
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

impl<R: Read> Alone<R> {
    /// The message; where it is too large, its start, and then piece after piece.
    fn next(&mut self) -> io::Result<Option<Batch>> {
        let Some(mut input) = self.input.take() else { return Ok(None) };
        let mut octets = std::mem::take(&mut self.read);
        let most = if self.passed > 0 { PIECE } else { (self.limit as u64).saturating_add(1) };
        input.by_ref().take(most.saturating_sub(octets.len() as u64)).read_to_end(&mut octets)?;
        let (at, length) = (self.passed, octets.len());
        if at == 0 && length <= self.limit {
            return message(octets, self.format).map(Some);
        }
        if length == 0 {
            return Ok(None);
        }
        (self.input, self.passed) = (Some(input), at + length as u64);
        Ok(Some(match at {
            0 => Batch::of_large_message(octets, self.limit),
            _ => Batch::of_no_message(octets, at),
        }))
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
