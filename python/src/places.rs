//! The places of the messages of a mailbox. If the place of a message is known, the message can be read again at any time.

use crate::source::Source;
use mailutf::Error;
use mailutf::internal::MessageEnds;
use mailutf::mailbox::WholeFile;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mail::{MailFile, ReadOptions};
use mailutf::mailbox::mbox::{self, Index};
use std::io::{self, Read};
use std::sync::Arc;

/// The places of all messages of a mailbox, in order.
#[derive(Debug)]
pub(crate) struct Places {
    places: Vec<Place>,
    /// The range of an mbox to which the mailbox is limited, if any.
    range: Option<mbox::Range>,
}

#[derive(Debug)]
struct Place {
    file: Arc<MailFile>,
    offset: u64,
    ordinal: u64,
    /// The range that contains only this message, if the message is in an mbox that can be read from any offset.
    range: Option<mbox::Range>,
}

/// A message that the caller wants.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) file: Arc<MailFile>,
    pub(crate) offset: u64,
    pub(crate) found: Found,
}

/// A message that was read from its file.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) ordinal: u64,
    pub(crate) from_line: Box<[u8]>,
    pub(crate) ends: MessageEnds,
    pub(crate) octets: Vec<u8>,
}

impl Places {
    /// Finds the places of all messages that an iteration over `source` would yield. All mail is read, in linear time.
    pub(crate) fn of(source: &Source, range: Option<mbox::Range>, limit: usize) -> Self {
        let options = ReadOptions::default().with_limit(limit).with_range(range);
        let mut places = Vec::new();
        if let Some((range, mail)) = range.zip(source.seekable()) {
            let file = Arc::new(MailFile::named(source.name()));
            let reader = mbox::Reader::range(mail, &range).into_iter();
            for batch in reader.flat_map(|reader| reader.limit(limit).map_while(Result::ok)) {
                add(&mut places, &file, &batch);
            }
            return Self { places, range: Some(range) };
        }
        for opened in source.files(&options).flatten() {
            let file = Arc::clone(opened.file());
            let has_ranges = opened.holds_several() && opened.compression().is_none() && range.is_none();
            let first = places.len();
            for batch in opened.flatten() {
                add(&mut places, &file, &batch);
            }
            if let Some(places) = places.get_mut(first..).filter(|_| has_ranges) {
                // An error is ignored here. If the file cannot be read again, the later reading of a message will fail with
                // the same error.
                let _ = match source.seekable() {
                    Some(mail) => add_ranges(places, mail, limit),
                    None => WholeFile::open(file.path()).and_then(|mail| add_ranges(places, mail, limit)),
                };
            }
        }
        Self { places, range }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Reads the messages with these indices. If the place of a message has a range of its own, only this range is read.
    /// Otherwise the file (or the range of the mailbox) is read from its start up to the message. If the next message comes
    /// later in the same file, the same pass goes on to it.
    pub(crate) fn read(
        &self,
        source: &Source,
        limit: usize,
        wanted: Vec<usize>,
    ) -> Result<Vec<Wanted>, Error> {
        let options = ReadOptions::default().with_limit(limit);
        let mut messages = Vec::new();
        let mut way: Option<Way<'_>> = None;
        for place in wanted.into_iter().filter_map(|index| self.places.get(index)) {
            let goes_on = |way: &Way<'_>| Arc::ptr_eq(&way.file, &place.file) && way.next <= place.ordinal;
            let mut on = match way.take().filter(|way| place.range.is_none() && goes_on(way)) {
                Some(on) => on,
                None => Way::to(source, &place.file, options.with_range(place.range.or(self.range)))?,
            };
            let found = on.message(place.ordinal)?.ok_or_else(|| {
                Error::refused(
                    "read a message of it",
                    place.file.path(),
                    "it has changed since it was counted",
                )
            })?;
            messages.push(Wanted { file: Arc::clone(&place.file), offset: place.offset, found });
            way = Some(on);
        }
        Ok(messages)
    }
}

/// The batches of a file. Errors, messages above the limit, and padding are left out.
type Batches<'s> = Box<dyn Iterator<Item = Batch> + 's>;

/// A pass over a file from its start, or over one message of the file.
struct Way<'s> {
    file: Arc<MailFile>,
    batches: Batches<'s>,
    /// Messages that were read in this pass, but are wanted only later.
    read: Vec<Found>,
    /// The ordinal of the next message. Only messages from this one on can still be found in this pass.
    next: u64,
}

impl<'s> Way<'s> {
    fn to(source: &'s Source, file: &Arc<MailFile>, options: ReadOptions) -> Result<Self, Error> {
        let batches: Batches<'s> = match (options.range, source.seekable()) {
            (Some(range), Some(mail)) => {
                let failed = |error| Error::new("read a message of it", Some(file.path()), error);
                let reader = mbox::Reader::range(mail, &range).map_err(failed)?.limit(options.limit);
                Box::new(reader.map_while(Result::ok))
            }
            (None, _) if source.path().is_none() => Box::new(source.opened(&options)?.flatten()),
            _ => Box::new(file.open(&options)?.flatten()),
        };
        Ok(Self { file: Arc::clone(file), batches, read: Vec::new(), next: 0 })
    }

    fn message(&mut self, ordinal: u64) -> Result<Option<Found>, Error> {
        self.next = ordinal + 1;
        loop {
            self.read.retain(|found| found.ordinal >= ordinal);
            if let Some(at) = self.read.iter().position(|found| found.ordinal == ordinal) {
                return Ok(Some(self.read.swap_remove(at)));
            }
            if !self.read.is_empty() {
                return Ok(None);
            }
            match self.batches.next() {
                Some(batch) => {
                    self.read.extend(batch.entries().filter(|entry| entry.ordinal >= ordinal).map(|entry| {
                        let text = entry.message();
                        Found {
                            ordinal: entry.ordinal,
                            from_line: entry.from_line_octets().into(),
                            ends: MessageEnds::of(&entry, &text),
                            octets: text.into_octets(),
                        }
                    }))
                }
                None => return Ok(None),
            }
        }
    }
}

/// Adds the places of the messages of a batch to `places`.
fn add(places: &mut Vec<Place>, file: &Arc<MailFile>, batch: &Batch) {
    places.extend(batch.entries().map(|entry| Place {
        file: Arc::clone(file),
        offset: entry.offset(),
        ordinal: entry.ordinal,
        range: None,
    }));
}

/// Cuts an mbox into ranges of one message, and sets the range of each place at which such a range starts.
fn add_ranges(places: &mut [Place], mail: impl Read, limit: usize) -> io::Result<()> {
    let mut places = places.iter_mut().peekable();
    for range in Index::of(mail, None)?.limit(limit).ranges(1) {
        let range = range?;
        while places.next_if(|place| place.offset < range.start).is_some() {}
        if let Some(place) = places.next_if(|place| place.offset == range.start) {
            place.range = Some(range);
        }
    }
    Ok(())
}
