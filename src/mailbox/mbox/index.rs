//! Cuts an mbox into [`Range`]s that can be read independently, on any number of machines. The file is read
//! once. Memory: the largest message.

use super::range::{Place, Range};
use super::{Reader, Variant};
use crate::mailbox::source::{beginning, is_cut_mbox, is_mbox};
use crate::mailbox::unsupported::UnsupportedFormat;
use std::io::{self, ErrorKind, Read};
use std::vec;

/// An mbox that is to be cut into ranges.
///
/// If each range is converted independently, the concatenated outputs equal the output of the whole file. For
/// this, all conversions must have the same [limit](Index::limit) on messages. There is one exception: a
/// wrong Content-Length can point into another range, and the program that converts the other range does not
/// know of it.
///
/// ```
/// use mailutf::mailbox::mbox::{Index, Reader};
/// use std::io::Cursor;
/// let mbox = b"From a@b.org Mon Jan  1 00:00:00 2024\nSubject: 1\n\n1\n\n\
///              From c@d.org Mon Jan  1 00:00:00 2024\nSubject: 2\n\n2\n";
/// let ranges: Vec<_> = Index::of(&mbox[..], None)?.ranges(60).collect::<Result<_, _>>()?;
/// assert_eq!((ranges[0].start, ranges[0].end, ranges[1].end), (0, 53, 105));
/// let batch = Reader::range(Cursor::new(mbox), &ranges[1])?.next().unwrap()?;
/// let entry = batch.entries().next().unwrap();
/// assert_eq!((entry.offset(), entry.ordinal), (53, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Index<R>(Reader<R>);

/// The [ranges](Index::ranges) of an mbox, in order. Together they cover the whole file.
#[derive(Debug)]
pub struct Ranges<R> {
    reader: Reader<R>,
    /// The starts of those messages of the current batch that were not returned yet.
    batch: vec::IntoIter<Place>,
    octets: u64,
    /// The start of the unfinished range. The next field, `last`, is the start of the last message in that
    /// range.
    open: Place,
    last: Place,
}

impl<R: Read> Index<R> {
    /// Starts to read the mbox in `input`. [`Reader::new`] explains how the variant is recognised if
    /// `variant` is `None`.
    ///
    /// # Errors
    /// Fails if `input` fails. Fails with [`ErrorKind::InvalidInput`] if the file is compressed or has an
    /// unsupported format. Without a variant, also fails with [`ErrorKind::InvalidInput`] if
    /// [`Format::Any`](crate::mailbox::Format::Any) would read the file as one message.
    pub fn of(input: R, variant: Option<Variant>) -> io::Result<Self> {
        let (mut start, mut input) = beginning(input)?;
        if let Some(format) = UnsupportedFormat::of(&start) {
            return Err(refused(format!("it is {format}; only an uncompressed mbox has ranges")));
        }
        let is_other = variant.is_none() && !start.is_empty() && !is_mbox(&start);
        if is_other && !is_cut_mbox(&mut start, &mut input)? {
            return Err(refused(
                "only an mbox has ranges, and this file is not an mbox: its first line does not start a message",
            ));
        }
        Ok(Self(Reader::resume_until_error(input, start, variant)))
    }

    /// Sets the size of the largest message that is held in memory, in octets; see [`Reader::limit`].
    #[must_use]
    pub fn limit(self, octets: usize) -> Self {
        Self(self.0.limit(octets))
    }

    /// Cuts the mbox into ranges of at most `octets` octets. A message that is larger than `octets` is a range
    /// of its own. If `octets` is 1, each message is a range.
    ///
    /// # Errors
    /// A range is an error if `input` fails. It is an error of [`ErrorKind::InvalidInput`] if the file holds no
    /// message.
    pub fn ranges(self, octets: u64) -> Ranges<R> {
        let start = self.0.place();
        Ranges { reader: self.0, batch: Vec::new().into_iter(), octets, open: start, last: start }
    }

    /// Returns the range from offset `start` to offset `end`. Reads the file up to `end`.
    ///
    /// # Errors
    /// Fails if `input` fails. Fails with [`ErrorKind::InvalidInput`] if no message starts at `start`, or if no
    /// message ends at `end`.
    pub fn range(self, start: u64, end: u64) -> io::Result<Range> {
        if start >= end {
            return Err(refused("the end of the range must come after its start"));
        }
        let (mut found, mut size): (Option<Range>, u64) = (None, 0);
        for message in self.ranges(1) {
            let message = message?;
            size = message.end;
            if message.start == start {
                found = Some(message);
            }
            let wanted = if found.is_some() { end } else { start };
            if message.start < wanted && wanted < message.end {
                let Range { start, end, ordinal, .. } = message;
                let why = format!("octet {wanted} is inside message {}, from {start} to {end}", ordinal + 1);
                return Err(refused(why));
            }
            if let Some(range) = found.filter(|_| message.end >= end) {
                return Ok(Range { end, ..range });
            }
        }
        Err(refused(format!("the file ends at octet {size}, before the end of the range")))
    }
}

impl<R: Read> Ranges<R> {
    /// Returns the start of the next message, but never the start of the first message of the file: the first range
    /// starts at the start of the file, so that it also contains any text before the first message.
    fn next_message(&mut self) -> io::Result<Option<Place>> {
        loop {
            if let Some(place) = self.batch.find(|place| place.ordinal > 0) {
                return Ok(Some(place));
            }
            let mut reading = self.reader.reading;
            let Some(batch) = self.reader.next().transpose()? else { return Ok(None) };
            let entries = batch.entries().map(|entry| {
                let place = Place { offset: entry.offset(), ordinal: entry.ordinal, reading };
                reading = reading.after(&entry);
                place
            });
            let mut places: Vec<_> = entries.collect();
            let large = batch.too_large().map(|large| (large.offset, large.ordinal));
            places.extend(large.map(|(offset, ordinal)| Place { offset, ordinal, reading }));
            self.batch = places.into_iter();
        }
    }

    /// Ends the unfinished range at `end`, where the next range starts.
    fn cut(&mut self, end: Place) -> Range {
        let Place { offset: start, ordinal, reading } = self.open;
        self.open = end;
        Range { start, end: end.offset, ordinal, reading }
    }

    fn range(&mut self) -> io::Result<Option<Range>> {
        loop {
            let next = self.next_message()?;
            let end = self.reader.place();
            let last = std::mem::replace(&mut self.last, next.unwrap_or(end));
            // The local variable `last` is the start of a message, and `self.last` is its end. The range is
            // full if this message would make it larger than `octets`.
            let is_full = self.last.offset - self.open.offset > self.octets && last.offset > self.open.offset;
            if is_full {
                return Ok(Some(self.cut(last)));
            }
            if next.is_none() && end.ordinal == 0 && self.open.offset < end.offset {
                self.open = end;
                return Err(refused("the file has no `From ` line that starts a message"));
            }
            if next.is_none() {
                return Ok((self.open.offset < end.offset).then(|| self.cut(end)));
            }
        }
    }
}

impl<R: Read> Iterator for Ranges<R> {
    type Item = io::Result<Range>;

    fn next(&mut self) -> Option<Self::Item> {
        self.range().transpose()
    }
}

fn refused(why: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why.into())
}
