//! Reads an mbox in sections, so that several threads share the work of reading and splitting.
//!
//! A section is a range of octets of the file. The messages of a section are the messages that start in these
//! octets. Whether a line starts a message can depend on everything before that line. So one reader of the file
//! is passed from section to section. The thread that has this reader knows where the messages before its
//! section end, and how they are read.
//!
//! A thread that does not have the reader yet reads its section ahead. For this, it makes two assumptions.
//! First, the first line that looks like a separator is a separator. Second, the file is read with the
//! interpretation (its variant, and whether Content-Length is trusted) that was known when the thread began
//! the section. If an assumption turns out to be wrong when the thread gets the reader, the thread reads the
//! section again.
//!
//! Linear time. If a message extends beyond its section, its octets in the next section are read twice, to find
//! the start of the next message. Octets for which an assumption was wrong are read once more.
//!
//! Memory for each section: the octets of the section, and one message of at most [`REACH`] times the size of
//! the section. If a section has a larger message, nothing after the section is read until the section is done.

use super::{BEFORE, Passing, Reader};
use crate::mailbox::batch::Batch;
use crate::mailbox::buffer::Pool;
use crate::mailbox::mbox::Variant;
use crate::mailbox::mbox::range::{Interpretation, Place};
use crate::mailbox::mbox::separator::{self, Start};
use crate::mailbox::until_error::UntilError;
use crate::mailbox::whole_file::{FromOffset, SharedFile};
use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum size of a message that is read ahead, as a multiple of the size of a section.
const REACH: usize = 8;

/// An mbox that is read in sections.
#[derive(Debug)]
pub(crate) struct SharedMbox {
    file: SharedFile,
    given: Option<Variant>,
    /// The size of the largest message that is held in memory, in octets.
    limit: usize,
    /// The size of the largest message that is read ahead, in octets.
    reach: usize,
    pool: Pool,
    /// The interpretation for reading the next sections ahead: the assumed variant, and whether
    /// Content-Length is trusted.
    assumed: Mutex<Interpretation>,
}

/// The reader of the file, at the next message to be read. Only the thread that has this reader can read on.
/// The turn of a section is the time when its thread has the reader.
type Turn = Reader<FromOffset>;

/// The sections of an mbox, in order. Each section waits for the section before it.
#[derive(Debug)]
pub(crate) struct Sections {
    mbox: Arc<SharedMbox>,
    /// The number of octets of each section.
    octets: usize,
    /// The offset at which the next section starts.
    start: u64,
    /// Receives the reader for the next section.
    turn: Receiver<Turn>,
}

/// A section of an mbox, which any thread can read.
#[derive(Debug)]
pub(crate) struct Section {
    mbox: Arc<SharedMbox>,
    octets: Range<u64>,
    turn: Receiver<Turn>,
    /// Sends the reader to the next section.
    next: SyncSender<Turn>,
}

/// The part of a section that was read.
#[derive(Debug)]
pub(crate) struct ReadSection {
    /// The offset at which the first message of the section starts.
    pub(crate) start: u64,
    pub(crate) batches: Vec<io::Result<Batch>>,
    pub(crate) rest: Rest,
}

/// The messages of a section that were not read yet. There are such messages only if the section holds more than
/// `SharedMbox::reach` octets. The next section can be read only after these messages have been read.
#[derive(Debug)]
pub(crate) struct Rest {
    mbox: Arc<SharedMbox>,
    turn: Option<(Turn, SyncSender<Turn>)>,
}

/// The messages of a section that was read ahead.
struct Ahead {
    /// The start of the first of these messages. The message is numbered as if it were the first message of the
    /// file.
    start: Place,
    batches: Vec<Batch>,
    /// The reader, after these messages.
    reader: Turn,
}

impl<R: Read> Reader<R> {
    /// Returns the mbox in `file` in a form that several threads can read. This reader must have just begun to read
    /// the same file. The reader itself does not change.
    ///
    /// # Errors
    /// Returns the file if it cannot be read in sections because it is compressed, is MMDF, or does not start
    /// with a `From ` line.
    pub(in crate::mailbox) fn share(&self, file: SharedFile) -> Result<SharedMbox, SharedFile> {
        let Interpretation { given, .. } = self.reading;
        let starts_mbox = matches!(separator::start(&self.buffer, true), Some(Start::Mbox(0)));
        if given == Some(Variant::Mmdf) || !starts_mbox || !file.starts_with(&self.buffer) {
            return Err(file);
        }
        let assumed = Mutex::new(self.reading);
        Ok(SharedMbox { file, given, limit: self.limit, reach: self.limit, pool: Pool::default(), assumed })
    }
}

impl SharedMbox {
    /// The size of the file in octets.
    pub(crate) fn size(&self) -> u64 {
        self.file.size()
    }

    /// Divides the file into sections of this many octets.
    pub(crate) fn sections(self, octets: usize) -> Sections {
        let octets = octets.max(1);
        // The file may be standard input. A program that reads standard input afterwards must find it at its
        // end, as if one thread had read the whole file.
        let _ = self.file.pass();
        let mbox = Self { reach: octets.saturating_mul(REACH), ..self };
        if mbox.size() > octets as u64 {
            // The first message shows how the next messages should probably be read.
            let mut first = Turn { end: 1, ..mbox.reader_at_start().limit(mbox.reach.min(mbox.limit)) };
            if let Some(Ok(_)) = first.next() {
                mbox.assume(&first);
            }
        }
        let (next, turn) = sync_channel(1);
        // The send does not wait, because the channel has room for the reader.
        let _ = next.send(mbox.reader_at_start());
        Sections { mbox: Arc::new(mbox), octets, start: 0, turn }
    }

    fn reader_at_start(&self) -> Turn {
        Reader::with_buffers(UntilError::new(self.file.from(0)), self.pool.clone(), self.given)
            .limit(self.limit)
    }

    fn reader_at(&self, place: Place) -> Turn {
        Reader::at(self.file.from(place.offset), self.pool.clone(), place).limit(self.limit)
    }

    /// Reads ahead: reads the section `octets` while earlier sections are still being read. Stops before a message
    /// that is too large to be read ahead. Returns `None` if no message starts in the section.
    fn read_ahead(&self, octets: &Range<u64>) -> io::Result<Option<Ahead>> {
        let offset = octets.start.saturating_sub(BEFORE as u64);
        let reading = *self.assumed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut reader =
            self.reader_at(Place { offset, ordinal: 0, reading }).limit(self.limit.min(self.reach));
        if !reader.skip_to_message(octets)? {
            return Ok(None);
        }
        reader.end = octets.end;
        let (start, mut end, mut batches) = (reader.place(), reader.place(), Vec::new());
        while let Some(batch) = reader.next().transpose()? {
            if batch.too_large().is_some() {
                reader = self.reader_at(end);
                break;
            }
            batches.push(batch);
            end = reader.place();
        }
        Ok(Some(Ahead { start, batches, reader: reader.limit(self.limit) }))
    }

    /// Stores the interpretation of `reader`. Later sections are read ahead with this interpretation.
    fn assume(&self, reader: &Turn) {
        *self.assumed.lock().unwrap_or_else(PoisonError::into_inner) = reader.reading;
    }
}

impl Iterator for Sections {
    type Item = Section;

    fn next(&mut self) -> Option<Section> {
        let size = self.mbox.size();
        if self.start >= size {
            return None;
        }
        let start = self.start;
        self.start = start.saturating_add(self.octets as u64);
        // The last section has no fixed end: if the file grows while it is read, the added octets are read, too.
        let end = if self.start < size { self.start } else { u64::MAX };
        let (next, turn) = sync_channel(1);
        let turn = mem::replace(&mut self.turn, turn);
        Some(Section { mbox: Arc::clone(&self.mbox), octets: start..end, turn, next })
    }
}

impl Section {
    /// The number of octets of the section, up to the end that the file had when it was opened.
    pub(crate) fn octets(&self) -> usize {
        let end = self.octets.end.min(self.mbox.size());
        usize::try_from(end.saturating_sub(self.octets.start)).unwrap_or(usize::MAX)
    }

    /// Reads the section, when all sections before it have been read. The result is empty if one of those
    /// sections could not be read or was dropped.
    pub(crate) fn read(self) -> ReadSection {
        let (ahead, reader) = match self.turn.try_recv() {
            // If a section cannot be read ahead, it is read again at its turn, so that the error is returned in
            // the right place.
            Err(TryRecvError::Empty) => {
                (self.mbox.read_ahead(&self.octets).ok().flatten(), self.turn.recv().ok())
            }
            reader => (None, reader.ok()),
        };
        match reader {
            Some(reader) => self.in_turn(ahead, reader),
            None => ReadSection {
                start: self.octets.start,
                batches: Vec::new(),
                rest: Rest { mbox: self.mbox, turn: None },
            },
        }
    }

    /// Reads the section from the position of `reader` on. Uses the messages that were read ahead, if they start at
    /// that position and were read with the interpretation of `reader`.
    fn in_turn(self, ahead: Option<Ahead>, mut reader: Turn) -> ReadSection {
        let (start, mut batches) = (reader.offset, Vec::new());
        if let Some(ahead) = ahead.filter(|ahead| ahead.follows(&reader)) {
            let before = reader.ordinal;
            reader = ahead.reader;
            reader.ordinal += before;
            let batch = |batch: Batch| Ok(Batch { ordinal: batch.ordinal + before, ..batch });
            batches.extend(ahead.batches.into_iter().map(batch));
        }
        reader.end = self.octets.end;
        let length = |batch: &io::Result<Batch>| batch.as_ref().map_or(0, |batch| batch.octets().len());
        let mut held: usize = batches.iter().map(length).sum();
        let mut rest = Rest { turn: Some((reader, self.next)), mbox: self.mbox };
        while held <= rest.mbox.reach
            && let Some(batch) = rest.next()
        {
            held += length(&batch);
            batches.push(batch);
        }
        ReadSection { start, batches, rest }
    }
}

impl Ahead {
    /// Whether the messages that were read ahead start at the position of `reader`, and were read with the
    /// interpretation of `reader`.
    fn follows(&self, reader: &Turn) -> bool {
        (self.start.offset, self.start.reading) == (reader.offset, reader.reading)
    }
}

impl Iterator for Rest {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<io::Result<Batch>> {
        let (mut reader, next) = self.turn.take()?;
        let batch = reader.next();
        match &batch {
            Some(Ok(_)) => self.turn = Some((reader, next)),
            // The reader is dropped, because nothing is read after an error.
            Some(Err(_)) => {}
            None => {
                self.mbox.assume(&reader);
                // After the last section, no thread receives the reader, so an error of `send` is ignored.
                let _ = next.send(reader);
            }
        }
        batch
    }
}

impl Turn {
    /// Skips to the first message that starts in `octets`. Returns whether such a message exists.
    fn skip_to_message(&mut self, octets: &Range<u64>) -> io::Result<bool> {
        while self.offset < octets.start {
            self.passing = Some(Passing::Separated(None));
            while let Some(passing) = self.passing {
                if self.offset >= octets.end || self.is_at_end() {
                    return Ok(false);
                }
                self.pass(passing)?;
            }
        }
        self.separators.passed = false;
        Ok(self.offset < octets.end && !self.is_at_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mailbox::mbox::Variant;
    use crate::mailbox::whole_file::WholeFile;
    use std::fs::{self, File};
    use std::sync::Arc;

    const FROM_LINE: &str = "From alice@example.org Tue Jan  2 03:04:05 2024\n";

    fn message(n: usize, counted: bool) -> String {
        let body = format!("{}\n", "some text\n".repeat(n % 7));
        let length = if counted { format!("Content-Length: {}\n", body.len()) } else { String::new() };
        format!("{FROM_LINE}From: a@b.org\nSubject: {n}\n{length}\n{body}\n")
    }

    /// Returns the sections of an mbox, and its file.
    fn sections(mbox: &str, given: Option<Variant>, octets: usize) -> (Vec<Section>, Arc<File>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mbox");
        fs::write(&path, mbox).unwrap();
        let file = Arc::new(File::options().read(true).write(true).open(&path).unwrap());
        let input = WholeFile::of(Arc::clone(&file)).unwrap();
        let reader = Reader::resume(&b""[..], mbox.as_bytes().to_vec(), given);
        let shared = reader.share(input.shared().unwrap()).unwrap();
        (shared.sections(octets).collect(), file)
    }

    /// First reads each section ahead, beginning with the last section. Then reads the sections in order.
    /// Also returns, for each section, whether the part that was read ahead was correct.
    fn read(sections: Vec<Section>) -> Vec<(ReadSection, Option<bool>)> {
        let ahead = |section: &Section| {
            // The reader is at the first section from the beginning, so that section is not read ahead.
            let is_ahead = section.octets.start > 0;
            is_ahead.then(|| section.mbox.read_ahead(&section.octets).ok().flatten()).flatten()
        };
        let mut all_ahead: Vec<_> = sections.iter().rev().map(ahead).collect();
        let read = sections.into_iter().map_while(|section| {
            let (ahead, turn) = (all_ahead.pop().unwrap(), section.turn.recv().ok()?);
            let is_right = ahead.as_ref().map(|ahead| ahead.follows(&turn));
            Some((section.in_turn(ahead, turn), is_right))
        });
        read.map(|(mut read, is_right)| {
            read.batches.extend(read.rest.by_ref());
            (read, is_right)
        })
        .collect()
    }

    /// Each section must start where the section before it ends. In these files, each line that looks like a
    /// separator is a separator, so no section is read again.
    #[test]
    fn each_section_goes_on_after_the_one_before() {
        for (counted, given) in
            [(false, None), (true, None), (true, Some(Variant::Mboxcl2)), (false, Some(Variant::Mboxo))]
        {
            let mbox: String = (0..60).map(|n| message(n, counted)).collect();
            for octets in [30, 100, 1_000, 3_000, 100_000] {
                let (sections, _) = sections(&mbox, given, octets);
                assert_eq!(sections.iter().map(Section::octets).sum::<usize>(), mbox.len());
                let mut at = (0, 0);
                for (read, is_right) in read(sections) {
                    assert_ne!(is_right, Some(false), "{octets}: {} after {at:?}", read.start);
                    for batch in read.batches.into_iter().map(Result::unwrap) {
                        assert_eq!((batch.offset, batch.ordinal), at, "{octets}");
                        at = (batch.end(), at.1 + batch.entries().count() as u64);
                    }
                }
                assert_eq!(at, (mbox.len() as u64, 60), "{octets}");
            }
        }
    }

    /// A section must be read again if it was read ahead with a wrong assumption. The mbox of this test
    /// contains a message that is too large to be read ahead. The body of this message contains another
    /// message, which is not a message of the file.
    #[test]
    fn what_deceives_is_found_out() {
        let inner = message(3, false);
        let body = format!("{}\n{inner}{}", "x\n".repeat(200), "x\n".repeat(2_000));
        let large = format!("{FROM_LINE}Content-Length: {}\n\n{body}\n", body.len());
        let mbox = message(1, true) + &message(2, true) + &large + &message(4, true);
        let (sections, _) = sections(&mbox, Some(Variant::Mboxcl2), 200);
        let mut wrong = 0;
        let mut starts = Vec::new();
        for (read, is_right) in read(sections) {
            wrong += usize::from(is_right == Some(false));
            for batch in read.batches.into_iter().map(Result::unwrap) {
                starts.extend(batch.entries().map(|entry| (entry.ordinal, entry.offset())));
            }
        }
        assert_eq!(wrong, 1);
        let offset_of = |text: &str| mbox.find(text).unwrap() as u64;
        let all = [&message(1, true), &message(2, true), &large, &message(4, true)];
        assert_eq!(starts, (0..).zip(all.map(|text| offset_of(text))).collect::<Vec<_>>());
    }

    /// A large section keeps the reader until the whole section has been taken by the caller, so that memory is
    /// bounded.
    #[test]
    fn nothing_is_read_after_a_large_section_before_it_is_done() {
        let large = format!("{FROM_LINE}\n{}\n", "some text\n".repeat(1_000));
        let (sections, _) = sections(&(large + &message(1, false)), None, 1_000);
        let mut turns = sections.into_iter();
        let ReadSection { batches, mut rest, .. } = turns.next().unwrap().read();
        assert_eq!(batches.len(), 1);
        let next = turns.next().unwrap();
        assert!(next.turn.try_recv().is_err());
        assert!(rest.next().is_none());
        assert!(next.turn.try_recv().is_ok());
    }

    /// An error while a section is read ahead is ignored. The error is returned later, after all octets before
    /// it, and nothing is returned after it.
    #[test]
    fn a_file_that_was_cut_is_an_error() {
        let mbox: String = (0..60).map(|n| message(n, false)).collect();
        let (sections, file) = sections(&mbox, None, 1_000);
        file.set_len(3_000).unwrap();
        let mut read: Vec<_> = read(sections).into_iter().flat_map(|(read, _)| read.batches).collect();
        let error = read.pop().unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        let mut at = 0;
        for batch in read.into_iter().map(Result::unwrap) {
            assert_eq!(batch.offset, at);
            at = batch.end();
        }
        assert_eq!(at, 3_000);
    }
}
