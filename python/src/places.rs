//! Where the messages of a mailbox are, so that any of them can be read.

use crate::source::Source;
use mailutf::Error;
use mailutf::mailbox::WholeFile;
use mailutf::mailbox::batch::Batch;
use mailutf::mailbox::mail::{MailFile, ReadOptions};
use mailutf::mailbox::mbox::{self, Index};
use std::io::{self, Read};
use std::sync::Arc;

/// Where each message is, in order.
#[derive(Debug)]
pub(crate) struct Places(Vec<Place>);

#[derive(Debug)]
struct Place {
    file: Arc<MailFile>,
    offset: u64,
    ordinal: u64,
    /// The message alone, in an mbox that can be read from anywhere.
    range: Option<mbox::Range>,
}

/// A message that was asked for.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) file: Arc<MailFile>,
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    pub(crate) octets: Vec<u8>,
}

impl Places {
    /// The places that an iteration over `source` would yield. Reads all of it; linear time.
    pub(crate) fn of(source: &Source, range: Option<mbox::Range>, limit: usize) -> Self {
        let options = ReadOptions::default().with_limit(limit).with_range(range);
        let mut places = Vec::new();
        for opened in source.files(&options).flatten() {
            let file = Arc::clone(opened.file());
            let has_ranges = opened.holds_several() && opened.compression().is_none();
            let first = places.len();
            for batch in opened.flatten() {
                places.extend(batch.entries().map(|entry| Place {
                    file: Arc::clone(&file),
                    offset: entry.offset(),
                    ordinal: entry.ordinal,
                    range: None,
                }));
            }
            if let Some(places) = places.get_mut(first..).filter(|_| has_ranges) {
                // If the file cannot be read again, reading a message will say so.
                let _ = match source.seekable() {
                    Some(mail) => add_ranges(places, mail, limit),
                    None => WholeFile::open(file.path()).and_then(|mail| add_ranges(places, mail, limit)),
                };
            }
        }
        Self(places)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The messages with these indices. A message without a range is reached by reading its file up to it; those after it are
    /// found on the way.
    pub(crate) fn read(
        &self,
        source: &Source,
        limit: usize,
        wanted: Vec<usize>,
    ) -> Result<Vec<Wanted>, Error> {
        let options = ReadOptions::default().with_limit(limit);
        let mut messages = Vec::new();
        let mut way: Option<Way<'_>> = None;
        for place in wanted.into_iter().filter_map(|index| self.0.get(index)) {
            let goes_on = |way: &Way<'_>| Arc::ptr_eq(&way.file, &place.file) && way.next <= place.ordinal;
            let mut on = match way.take().filter(|way| place.range.is_none() && goes_on(way)) {
                Some(on) => on,
                None => Way::to(source, &place.file, options.with_range(place.range))?,
            };
            let octets = on.message(place.ordinal)?.ok_or_else(|| {
                Error::refused(
                    "read a message of it",
                    place.file.path(),
                    "it has changed since it was counted",
                )
            })?;
            let (file, offset, ordinal) = (Arc::clone(&place.file), place.offset, place.ordinal);
            messages.push(Wanted { file, offset, ordinal, octets });
            way = Some(on);
        }
        Ok(messages)
    }
}

/// What is read, without what is wrong: a message above the limit, or padding.
type Batches<'s> = Box<dyn Iterator<Item = Batch> + 's>;

/// A file that is read from its start, or one message of it.
struct Way<'s> {
    file: Arc<MailFile>,
    batches: Batches<'s>,
    /// The messages that were read, with their ordinals, and are not asked for yet.
    read: Vec<(u64, Vec<u8>)>,
    /// The first ordinal that can still be found.
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

    fn message(&mut self, ordinal: u64) -> Result<Option<Vec<u8>>, Error> {
        self.next = ordinal + 1;
        loop {
            self.read.retain(|(found, _)| *found >= ordinal);
            if let Some(at) = self.read.iter().position(|(found, _)| *found == ordinal) {
                return Ok(Some(self.read.swap_remove(at).1));
            }
            if !self.read.is_empty() {
                return Ok(None);
            }
            match self.batches.next() {
                Some(batch) => self.read.extend(
                    batch
                        .entries()
                        .filter(|entry| entry.ordinal >= ordinal)
                        .map(|entry| (entry.ordinal, entry.message().into_octets())),
                ),
                None => return Ok(None),
            }
        }
    }
}

/// Finds the messages that have ranges.
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
