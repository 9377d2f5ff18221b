//! Reading: a stream cut into batches of whole messages. Linear time; memory for the largest message.

use super::Variant;
use super::content_length::content_length;
use super::separator::{self, More, Separators, Start};
use crate::mailbox::batch::{Batch, Slot};
use crate::span::Span;
use std::io::{self, Read};
use std::mem;

/// Octets that are read at once, and that a batch of small messages has.
const CHUNK: usize = 256 << 10;
/// How many octets beyond what looks like the end of a message its Content-Length is followed, unless the
/// variant was told: so much more than the largest message may be held in memory.
const LONGEST_REACH: usize = 16 << 20;

/// Reads an mbox in batches.
///
/// ```
/// use mailutf::mailbox::mbox::Reader;
/// let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: 1\n\n>From me\n\n\
///              From c@d.org Mon Jan  1 00:00:00 2024\nSubject: 2\n\n";
/// let batch = Reader::new(&mbox[..], None).next().unwrap()?;
/// let messages: Vec<_> = batch.entries().map(|entry| entry.message().octets().to_vec()).collect();
/// assert_eq!(messages, [&b"Subject: 1\n\nFrom me\n"[..], b"Subject: 2\n"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    told: Option<Variant>,
    variant: Variant,
    /// Whether Content-Length is believed.
    counts: bool,
    /// What is read and not yet in a batch; starts at a message or at the start of the file.
    buffer: Vec<u8>,
    /// Up to where `buffer` holds no end of its first unfinished message.
    scanned: usize,
    ended: bool,
    started: bool,
    offset: u64,
    ordinal: u64,
    separators: Separators,
}

impl<R: Read> Reader<R> {
    /// Reads `input`. Without a variant, the file is read as mboxrd (see [`Variant`]) until a Content-Length
    /// that leads over a `From ` line proves it to be mboxcl2; and Content-Length is believed as long as each
    /// message had a right one.
    pub fn new(input: R, variant: Option<Variant>) -> Self {
        Self::resume(input, Vec::new(), variant)
    }

    /// The same, where the first octets were read already.
    pub fn resume(input: R, read: Vec<u8>, variant: Option<Variant>) -> Self {
        Self {
            input,
            told: variant,
            variant: variant.unwrap_or_default(),
            counts: variant.is_none_or(Variant::counts),
            buffer: read,
            scanned: 0,
            ended: false,
            started: false,
            offset: 0,
            ordinal: 0,
            separators: Separators::default(),
        }
    }

    /// Whether all of the input is in batches.
    pub(in crate::mailbox) fn is_at_end(&self) -> bool {
        self.ended && self.buffer.is_empty()
    }

    fn batch(&mut self) -> io::Result<Option<Batch>> {
        let mut batch = Batch { offset: self.offset, ordinal: self.ordinal, ..Batch::default() };
        let mut done = 0;
        if !self.started {
            done = self.first_message()?;
            (self.started, self.scanned) = (true, done);
            batch.prelude = Span::new(0, done);
        }
        while done < self.buffer.len() || !self.ended {
            match self.message(done) {
                Ok(slot) => {
                    done = slot.trailer.end;
                    self.scanned = done;
                    batch.slots.push(slot);
                }
                Err(More(scanned)) => {
                    self.scanned = scanned;
                    if done > 0 {
                        break;
                    }
                    self.fill()?;
                }
            }
        }
        self.scanned -= done;
        let mut rest = Vec::with_capacity(2 * CHUNK);
        rest.extend_from_slice(Span::new(done, self.buffer.len()).slice(&self.buffer));
        batch.octets = mem::replace(&mut self.buffer, rest);
        batch.octets.truncate(done);
        self.offset += done as u64;
        self.ordinal += batch.slots.len() as u64;
        Ok((done > 0).then_some(batch))
    }

    /// Reads on: a chunk, or as much again as there is.
    fn fill(&mut self) -> io::Result<()> {
        let more = CHUNK.max(self.buffer.len());
        self.buffer.reserve(more);
        let read = self.input.by_ref().take(more as u64).read_to_end(&mut self.buffer)?;
        self.ended = read < more;
        Ok(())
    }

    /// Where the first message starts; the end of a file that has none.
    fn first_message(&mut self) -> io::Result<usize> {
        loop {
            let found = match separator::start(&self.buffer, self.ended) {
                Some(Start::Mmdf(start)) if self.told.is_none() => {
                    (self.separators.mmdf, self.variant, self.counts) = (true, Variant::Mmdf, false);
                    Ok(start)
                }
                Some(Start::Mbox(start)) => Ok(start),
                Some(_) => self.separator(0),
                None => Err(More(0)),
            };
            match found {
                Ok(start) => return Ok(start),
                Err(More(scanned)) => self.scanned = scanned,
            }
            self.fill()?;
        }
    }

    /// The message whose separator starts at `start`.
    fn message(&mut self, start: usize) -> Result<Slot, More> {
        let mut end = self.separator(start)?;
        let content = self.separators.behind_head(&self.buffer, start, end);
        let (head, variant) = (Span::new(start, content), Some(self.variant));
        if self.separators.mmdf {
            let closed = self.separators.behind_closing_mark(&self.buffer, end, self.ended);
            let trailer = Span::new(end, closed.ok_or(More(end - 1))?);
            return Ok(Slot { head, content: Span::new(content, end), trailer, variant, counted: false });
        }
        let mut counted = false;
        if self.counts {
            match self.counted_end(content, end)? {
                Some(leads_to) => {
                    if leads_to > end && self.told.is_none() {
                        self.variant = Variant::Mboxcl2;
                    }
                    (end, counted) = (leads_to, true);
                }
                None => self.counts = self.told.is_some(),
            }
        }
        let blank_line = match Span::new(content, end).slice(&self.buffer) {
            b"\n" | [.., b'\n', b'\n'] => 1,
            b"\r\n" | [.., b'\n', b'\r', b'\n'] => 2,
            b"\r\r\n" | [.., b'\n', b'\r', b'\r', b'\n'] => 3,
            _ => 0,
        };
        Ok(Slot {
            head,
            content: Span::new(content, end - blank_line),
            trailer: Span::new(end - blank_line, end),
            variant: Some(self.variant),
            counted,
        })
    }

    /// Where the message at `start` ends: at the next separator that is not scanned yet, or at the end of the file.
    fn separator(&self, start: usize) -> Result<usize, More> {
        let found = self.separators.next(&self.buffer, start, self.scanned, self.ended)?;
        Ok(found.unwrap_or(self.buffer.len()))
    }

    /// Where the Content-Length of the message at `content` leads to, if that is a separator or the end of the
    /// file; `end` is where the message seems to end.
    fn counted_end(&self, content: usize, end: usize) -> Result<Option<usize>, More> {
        let Some(field) = content_length(&self.buffer, Span::new(content, end)) else { return Ok(None) };
        let Some(mut at) = field.body.checked_add(field.length) else { return Ok(None) };
        if at > end + LONGEST_REACH && self.told.is_none() {
            return Ok(None);
        }
        let more = More(end - 1);
        let starts_line = |at: usize| at == field.body || self.buffer.get(at - 1) == Some(&b'\n');
        // The last line end of the message and the blank line behind it may or may not be counted.
        for _ in 0..3 {
            if at == self.buffer.len() && self.ended {
                return Ok(Some(at));
            }
            // First, for it asks for more octets where there are too few.
            let separates = self.separators.is_at(&self.buffer, at, self.ended).ok_or(More(more.0))?;
            if separates && starts_line(at) {
                return Ok(Some(at));
            }
            at += match Span::new(at, at + 2).slice(&self.buffer) {
                [b'\n', ..] => 1,
                b"\r\n" => 2,
                _ => break,
            };
        }
        Ok(None)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}
