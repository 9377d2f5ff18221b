//! Splits a stream into batches of whole messages. Linear time. Memory: the largest message, up to the limit. A
//! message above the limit is returned in pieces.

#[cfg(feature = "files")]
pub(super) mod sections;
mod too_large;

use super::Variant;
use super::content_length::content_length;
use super::range::{Interpretation, Place, Range};
use super::separator::{self, More, Separators, Start};
use crate::limits::Limits;
use crate::mailbox::batch::{Batch, Slot};
use crate::mailbox::buffer::{Buffer, Pool};
use crate::mailbox::until_error::{CUT, UntilError};
use crate::span::Span;
use crate::syntax::from_line::BOM;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::mem;

/// The number of octets in one read, and in a batch of small messages.
const CHUNK: usize = 256 << 10;
/// The maximum distance, in octets, between the apparent end of a message and the place to which its
/// Content-Length points. The apparent end is the next separator. If the caller gave no variant, a
/// Content-Length that points further is ignored. So the reader can hold this many octets in memory in
/// addition to the largest message.
const LONGEST_REACH: usize = 16 << 20;
/// The number of octets before a `From ` line that show whether the line follows a blank line.
const BEFORE: usize = 8;

/// Reads an mbox in batches. The reader does not check whether the input is an mbox: an input without a
/// separator line has no messages. [`Source`](crate::mailbox::Source) recognises the format first.
///
/// If the input fails, the messages before the error come first. The last of them may be incomplete. This last
/// message is in a batch of its own, and the pipeline leaves it unchanged.
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
    input: UntilError<R>,
    pub(super) reading: Interpretation,
    /// The octets that were read but are not yet in a batch. They start at a message or at the start of the
    /// file.
    buffer: Buffer,
    pool: Pool,
    /// The offset in `buffer` up to which the end of the first message was searched for, but not found.
    scanned: usize,
    ended: bool,
    started: bool,
    /// Whether text before the first message was already returned.
    passed_text: bool,
    offset: u64,
    ordinal: u64,
    /// A message is read only if it starts before this offset; `u64::MAX` for a whole file.
    end: u64,
    /// Whether it is an error if no message ends at `end`.
    exact: bool,
    separators: Separators,
    /// The size of the largest message that is held in memory, in octets.
    limit: usize,
    /// The way in which the end of a message above the limit is found, while that message is being returned in
    /// pieces.
    passing: Option<Passing>,
}

/// The way in which the end of a message that is not held in memory is found.
#[derive(Clone, Copy, Debug)]
enum Passing {
    /// By Content-Length: the message ends after this many more octets, if another message starts there.
    /// Otherwise the message ends at the next separator after that place.
    Counted(usize),
    /// By separator: the message ends at the next separator. But if Content-Length points to the start of a
    /// message near that separator, the message ends at that start. The value is the number of octets up to
    /// the place to which Content-Length points.
    Separated(Option<usize>),
}

impl<R: Read> Reader<R> {
    /// Starts to read `input`. If the caller gives no variant, the variant is recognised.
    ///
    /// The file is first read as mboxcl2 (see [`Variant`]), as Dovecot writes and reads it: Content-Length is
    /// trusted until a message has no Content-Length or a wrong Content-Length. From that message on, the
    /// file is read as mboxrd, with one exception: if the Content-Length of an earlier message pointed past a
    /// `From ` line, this shows that the file is mboxcl2, and the file is still read as mboxcl2.
    pub fn new(input: R, variant: Option<Variant>) -> Self {
        Self::resume(input, Vec::new(), variant)
    }

    /// Starts to read `input`. The octets in `read` were already read from `input`.
    pub fn resume(input: R, read: Vec<u8>, variant: Option<Variant>) -> Self {
        Self::resume_until_error(UntilError::new(input), read, variant)
    }

    /// Does the same as [`resume`](Self::resume) for an `input` that may already have failed.
    pub(in crate::mailbox) fn resume_until_error(
        input: UntilError<R>,
        read: Vec<u8>,
        variant: Option<Variant>,
    ) -> Self {
        let mut reader = Self::with_buffers(input, Pool::default(), variant);
        reader.buffer.extend(&read);
        reader
    }

    /// Starts to read `input` into buffers of `pool`.
    fn with_buffers(input: UntilError<R>, pool: Pool, variant: Option<Variant>) -> Self {
        Self {
            input,
            reading: Interpretation::new(variant),
            buffer: pool.buffer(),
            pool,
            scanned: 0,
            ended: false,
            started: false,
            passed_text: false,
            offset: 0,
            ordinal: 0,
            end: u64::MAX,
            exact: false,
            separators: Separators { mmdf: variant == Some(Variant::Mmdf), ..Separators::default() },
            limit: Limits::MESSAGE,
            passing: None,
        }
    }

    /// Starts to read a range of the file `input`. The messages, their offsets and their ordinals are the same
    /// as when the whole file is read. Octets after the range may be read, too, to find the end of the last
    /// message.
    ///
    /// # Errors
    /// Fails if `input` fails. Fails with [`ErrorKind::InvalidData`] if no message starts at the start of the
    /// range.
    ///
    /// A batch is an error if the file has changed since it was indexed: [`ErrorKind::InvalidData`] if no
    /// message ends at the end of the range, and [`ErrorKind::UnexpectedEof`] if the file ends before the end
    /// of the range.
    pub fn range(mut input: R, range: &Range) -> io::Result<Self>
    where
        R: Seek,
    {
        input.seek(SeekFrom::Start(range.start))?;
        let Range { start, end, ordinal, reading } = *range;
        let mut reader = match start {
            0 => Self::new(input, reading.given),
            _ => Self::at(input, Pool::default(), Place { offset: start, ordinal, reading }),
        };
        (reader.end, reader.exact) = (end, end < u64::MAX);
        if start == 0 {
            return Ok(reader);
        }
        loop {
            match reader.separators.is_at(&reader.buffer, 0, reader.ended) {
                Some(true) => return Ok(reader),
                Some(false) => {
                    if let Some(error) = reader.input.take_error() {
                        return Err(error);
                    }
                    let why = format!("no message starts at octet {}, where the range starts", range.start);
                    return Err(io::Error::new(ErrorKind::InvalidData, why));
                }
                None => reader.fill()?,
            }
        }
    }

    /// Starts to read `input`, whose first octet is at `place` of the file.
    fn at(input: R, pool: Pool, place: Place) -> Self {
        let Place { offset, ordinal, reading } = place;
        let separators = Separators { mmdf: reading.variant == Variant::Mmdf, ..Separators::default() };
        Self {
            reading,
            offset,
            ordinal,
            separators,
            started: true,
            ..Self::with_buffers(UntilError::new(input), pool, reading.given)
        }
    }

    /// The position of the reader, which is after all octets that were returned in batches.
    pub(super) fn place(&self) -> Place {
        Place { offset: self.offset, ordinal: self.ordinal, reading: self.reading }
    }

    /// Sets the size of the largest message that is held in memory, in octets. The default is
    /// [`Limits::MESSAGE`]. A larger message is returned in pieces, as
    /// [`TooLarge`](crate::mailbox::batch::TooLarge). A message that is slightly smaller can be returned in
    /// pieces, too.
    #[must_use]
    pub fn limit(self, octets: usize) -> Self {
        Self { limit: octets, ..self }
    }

    /// Whether all input has been returned in batches.
    fn is_at_end(&self) -> bool {
        self.ended && self.buffer.is_empty()
    }

    /// Whether `batch`, which was returned last, is all of the input, has text but no message, and is not larger
    /// than the limit.
    pub(in crate::mailbox) fn is_without_messages(&self, batch: &Batch) -> bool {
        let length = batch.octets.len();
        self.is_at_end() && length <= self.limit && batch.text_before_messages == Some(length as u64)
    }

    fn batch(&mut self) -> io::Result<Option<Batch>> {
        while let Some(passing) = self.passing.filter(|_| !self.exact || self.offset <= self.end) {
            if let Some(batch) = self.pass(passing)? {
                return Ok(Some(batch));
            }
        }
        if self.offset >= self.end {
            return self.ended_at(self.offset).map(|()| None);
        }
        let mut batch = Batch { offset: self.offset, ordinal: self.ordinal, ..Batch::default() };
        let mut done = 0;
        if !self.started {
            match self.first_message()? {
                Ok(start) => (self.started, done) = (true, start),
                Err(More(scanned)) => {
                    let length = scanned.saturating_sub(BEFORE);
                    self.passed_text |= self.has_text_before(length);
                    return Ok(Some(Batch::of_no_message(self.take(length), batch.offset)));
                }
            }
            self.scanned = done;
            if self.passed_text || self.has_text_before(done) {
                let (damaged, text) = (self.is_cut(done).then_some(CUT), Some(self.offset + done as u64));
                let octets = Batch::of_no_message(self.take(done), batch.offset);
                return Ok(Some(Batch { damaged, text_before_messages: text, ..octets }));
            }
            batch.prelude = Span::new(0, done);
        }
        while self.offset + (done as u64) < self.end && (done < self.buffer.len() || !self.ended) {
            let reading = self.reading;
            match self.message(done) {
                Ok(slot) if slot.content.len() > self.limit => {
                    // The interpretation (what the messages so far have shown about the variant) is
                    // restored, because the result must not depend on whether the end of the message happens
                    // to be in the buffer.
                    self.reading = reading;
                    if done == 0 {
                        return Ok(Some(self.too_large(slot.trailer.end)));
                    }
                    break;
                }
                // A message that is cut off by an error of the input gets a batch of its own, because
                // `Batch::damaged` applies to all messages of a batch.
                Ok(slot) if !batch.slots.is_empty() && self.is_cut(slot.trailer.end) => {
                    self.reading = reading;
                    break;
                }
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
                    // A message within the limit can need more octets than the limit, for two reasons. Octets
                    // after the message may be needed to find its end. Octets at the place to which its
                    // Content-Length points are needed to check the Content-Length.
                    let most = self.limit.saturating_add(CHUNK);
                    let reach = if self.reading.given.is_none() { LONGEST_REACH } else { 0 };
                    if self.scanned > most || self.buffer.len() > most.saturating_add(reach) {
                        return Ok(Some(self.begin_passing()));
                    }
                    self.fill()?;
                }
            }
        }
        self.ended_at(self.offset + done as u64)?;
        batch.damaged = self.is_cut(done).then_some(CUT);
        batch.octets = self.take(done);
        self.ordinal += batch.slots.len() as u64;
        Ok((done > 0).then_some(batch))
    }

    /// Whether the first `length` octets of the buffer, which precede the first message, have text in them.
    fn has_text_before(&self, length: usize) -> bool {
        let start = Span::new(0, length).slice(&self.buffer);
        let start = if self.offset == 0 { start.strip_prefix(BOM).unwrap_or(start) } else { start };
        start.iter().any(|octet| *octet != 0 && !octet.is_ascii_whitespace())
    }

    /// Whether the message that ends at this offset of the buffer ends there only because the input failed.
    fn is_cut(&self, end: usize) -> bool {
        self.input.has_failed() && end == self.buffer.len()
    }

    /// Compares the end of a message, or the end of the file, with the end of the range.
    ///
    /// # Errors
    /// Fails if the range ends inside the message or after the end of the file. After an error, nothing more is
    /// read.
    fn ended_at(&mut self, offset: u64) -> io::Result<()> {
        let end = self.end;
        let is_eof =
            self.ended && !self.input.has_failed() && offset == self.offset + self.buffer.len() as u64;
        let (kind, why) = match offset {
            _ if !self.exact => return Ok(()),
            _ if offset > end && end > 0 => {
                let why = format!(
                    "no message ends at octet {end}, where the range ends; a message ends at octet {offset} \
                     instead"
                );
                (ErrorKind::InvalidData, why)
            }
            _ if offset < end && is_eof => {
                let why =
                    format!("the file ends at octet {offset}, before octet {end}, where the range ends");
                (ErrorKind::UnexpectedEof, why)
            }
            _ => return Ok(()),
        };
        self.end = 0;
        Err(io::Error::new(kind, why))
    }

    /// Removes the first `length` octets from the buffer, and returns them.
    fn take(&mut self, length: usize) -> Buffer {
        let mut rest = self.pool.buffer();
        rest.extend(Span::new(length, self.buffer.len()).slice(&self.buffer));
        let mut octets = mem::replace(&mut self.buffer, rest);
        octets.truncate(length);
        self.offset += length as u64;
        self.scanned = self.scanned.saturating_sub(length);
        octets
    }

    /// Appends the next octets of the input to the buffer: as many as an eighth of the octets in the buffer, but
    /// not more than are needed to exceed the limit, and at least [`CHUNK`]. An eighth is little, so that few octets
    /// after the end of a large message are held in memory.
    fn fill(&mut self) -> io::Result<()> {
        let room = self.limit.saturating_sub(self.buffer.len()).saturating_add(1);
        let more = CHUNK.max((self.buffer.len() / 8).min(room));
        self.ended = self.buffer.read(&mut self.input, more)? < more;
        Ok(())
    }

    /// Returns the start of the first message, or the end of a file without messages. Returns `More` if no
    /// message starts in the first `limit` octets.
    fn first_message(&mut self) -> io::Result<Result<usize, More>> {
        loop {
            let found = match separator::start(&self.buffer, self.ended) {
                // The start of the file has already been returned, so only a separator can start a message.
                _ if self.offset > 0 => self.separator(0),
                Some(Start::Mmdf(start)) if self.reading.given.is_none_or(|given| given == Variant::Mmdf) => {
                    self.separators.mmdf = true;
                    self.reading = Interpretation { counts: false, ..self.reading.in_variant(Variant::Mmdf) };
                    Ok(start)
                }
                Some(Start::Mbox(start)) if !self.separators.mmdf => Ok(start),
                None if self.buffer.len() <= self.limit => Err(More(0)),
                _ => self.separator(0),
            };
            match found {
                Ok(start) => return Ok(Ok(start)),
                Err(More(scanned)) => self.scanned = scanned,
            }
            if self.scanned > BEFORE && self.buffer.len() > self.limit {
                return Ok(Err(More(self.scanned)));
            }
            self.fill()?;
        }
    }

    /// Parses the message whose separator is at `start`.
    fn message(&mut self, start: usize) -> Result<Slot, More> {
        let mut end = self.separator(start)?;
        let content = self.separators.after_head(&self.buffer, start, end);
        let (head, variant) = (Span::new(start, content), Some(self.reading.variant));
        if self.separators.mmdf {
            let closed = self.separators.after_closing_mark(&self.buffer, end, self.ended);
            let trailer = Span::new(end, closed.ok_or(More(end - 1))?);
            let content = Span::new(content, end);
            return Ok(Slot { head, content, trailer, variant, has_candidate: true, ..Slot::default() });
        }
        let (mut counted, mut leads_past, mut has_candidate) = (false, false, self.separators.passed);
        if self.reading.counts {
            match self.counted_end(content, end)? {
                Some(leads_to) => {
                    leads_past = leads_to > end;
                    if leads_past && self.reading.given.is_none() {
                        self.reading.variant = Variant::Mboxcl2;
                    }
                    has_candidate |= leads_past;
                    (end, counted) = (leads_to, true);
                }
                None => self.reading.counts = self.reading.given.is_some(),
            }
        }
        let blank_line = match Span::new(content, end).slice(&self.buffer) {
            b"\n" | [.., b'\n', b'\n'] => 1,
            b"\r\n" | [.., b'\n', b'\r', b'\n'] => 2,
            b"\r\r\n" | [.., b'\n', b'\r', b'\r', b'\n'] => 3,
            _ => 0,
        };
        self.separators.passed = false;
        // Dovecot writes a Content-Length into each message, and neither adds nor removes a `>`. So a message
        // whose end was found by its Content-Length is read as mboxcl2, unless the caller gave a variant.
        let variant =
            if counted { self.reading.given.unwrap_or(Variant::Mboxcl2) } else { self.reading.variant };
        Ok(Slot {
            head,
            content: Span::new(content, end - blank_line),
            trailer: Span::new(end - blank_line, end),
            variant: Some(variant),
            counted,
            leads_past,
            has_candidate,
            ..Slot::default()
        })
    }

    /// Returns the end of the message at `start`: the first separator after the octets that were already
    /// scanned, or the end of the file.
    fn separator(&mut self, start: usize) -> Result<usize, More> {
        let found = self.separators.next(&self.buffer, start, self.scanned, self.ended)?;
        Ok(found.unwrap_or(self.buffer.len()))
    }

    /// Returns the end of the message at `content`, as given by its Content-Length, if a separator or the end
    /// of the file is at or near the place to which the Content-Length points. `end` is the end of the
    /// message without regard to its Content-Length.
    fn counted_end(&self, content: usize, end: usize) -> Result<Option<usize>, More> {
        let Some(field) = content_length(&self.buffer, Span::new(content, end)) else { return Ok(None) };
        let Some(at) = field.body.checked_add(field.length) else { return Ok(None) };
        self.end_near(at, end, at == field.body)
    }

    /// Returns the end of a message whose Content-Length points to `at`, if a possible end of the message is at
    /// or near `at`. `end` is the end of the message without regard to its Content-Length. `starts_line` tells
    /// whether a line is known to start at `at`.
    fn end_near(&self, mut at: usize, end: usize, mut starts_line: bool) -> Result<Option<usize>, More> {
        if at > end + LONGEST_REACH && self.reading.given.is_none() {
            return Ok(None);
        }
        let more = More(end - 1);
        // `at` can be one or two line ends before the end of the message, because some programs do not count
        // the last line end of the message, or the blank line after it.
        for _ in 0..3 {
            if at == self.buffer.len() && self.ended {
                return Ok(Some(at));
            }
            // This call comes before the test of `starts_line`, because the call reports when more octets are
            // needed.
            let separates = self.separators.is_at(&self.buffer, at, self.ended).ok_or(More(more.0))?;
            starts_line |= at.checked_sub(1).and_then(|before| self.buffer.get(before)) == Some(&b'\n');
            if separates && starts_line {
                return Ok(Some(at));
            }
            starts_line = false;
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
        let batch = self.batch().transpose();
        if batch.is_none() && self.is_at_end() && self.offset < self.end {
            return self.input.take_error().map(Err);
        }
        batch
    }
}
