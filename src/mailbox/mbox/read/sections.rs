//! Reads an mbox in sections, so that several threads share the work of reading and splitting.
//!
//! The messages of a section are those that start in some octets of the file. Whether a line starts a message may depend on
//! all that stands before it. A section is therefore read by an assumption: that the first line which looks like a separator
//! is one, and that the file is read as the messages before showed when the section was begun. Only where the section before
//! has ended shows whether this was right; if not, the section counts for nothing, and its octets are read in order.
//!
//! Linear time: octets of a message that reaches beyond its section are read twice, to find where the next section starts,
//! and octets for which an assumption was wrong once more. Memory for each section: its octets, and one message of at most
//! [`REACH`] times as many.

use super::{BEFORE, Passing, Reader};
use crate::mailbox::batch::Batch;
use crate::mailbox::buffer::Pool;
use crate::mailbox::mbox::Variant;
use crate::mailbox::mbox::range::{Place, Reading};
use crate::mailbox::mbox::separator::{self, Start};
use crate::mailbox::whole_file::{FromOffset, SharedFile};
use std::io::{self, Read};
use std::iter;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A larger message ends its section before it, in times the octets of the section.
const REACH: usize = 8;

/// An mbox that is read in sections.
#[derive(Debug)]
pub(crate) struct SharedMbox {
    file: SharedFile,
    given: Option<Variant>,
    /// Largest message held in memory, in octets.
    limit: usize,
    pool: Pool,
    /// How the next sections are read.
    assumed: Mutex<Reading>,
}

/// What was read of a section.
#[derive(Debug)]
pub(crate) struct Section<T> {
    /// Where its first message starts, which is taken for the first one of the file.
    pub(crate) start: Place,
    /// The results of its batches.
    pub(crate) results: Vec<T>,
    /// Where its last message ends.
    pub(crate) end: Place,
    /// Whether the file ends there.
    pub(crate) is_last: bool,
}

impl<R: Read> Reader<R> {
    /// The mbox in `file`, which this reader has just begun; the reader itself stays as it is.
    ///
    /// # Errors
    /// Returns the file if it cannot be read in sections: it must not be compressed, and start with a `From ` line.
    pub(in crate::mailbox) fn share(&self, file: SharedFile) -> Result<SharedMbox, SharedFile> {
        let Reading { given, .. } = self.reading;
        let starts_mbox = matches!(separator::start(&self.buffer, true), Some(Start::Mbox(0)));
        if given == Some(Variant::Mmdf) || !starts_mbox || !file.starts_with(&self.buffer) {
            return Err(file);
        }
        let assumed = Mutex::new(self.reading);
        Ok(SharedMbox { file, given, limit: self.limit, pool: Pool::default(), assumed })
    }
}

impl SharedMbox {
    /// The start of the file.
    pub(crate) fn start(&self) -> Place {
        Place { offset: 0, ordinal: 0, reading: Reading::new(self.given) }
    }

    /// Sections of this many octets, from `place` to the end of the file; to be read in any order.
    pub(crate) fn sections(&self, place: Place, octets: u64) -> impl Iterator<Item = Range<u64>> {
        let ends = iter::successors(Some(place.offset), move |end| end.checked_add(octets));
        let size = self.file.size();
        ends.take_while(move |start| *start < size).map(move |start| start..(start + octets).min(size))
    }

    /// The octets after `place`.
    pub(crate) fn rest(&self, place: Place) -> u64 {
        self.file.size().saturating_sub(place.offset)
    }

    /// The messages from `place` on that start before offset `end`, as they are.
    pub(crate) fn between(&self, place: Place, end: u64) -> Between<'_> {
        let input = self.file.from(place.offset);
        let reader = match place.offset {
            0 => Reader::with_buffers(input, self.pool.clone(), self.given),
            _ => Reader::at(input, self.pool.clone(), place),
        };
        Between(Reader { end, ..reader.limit(self.limit) })
    }

    /// Reads the section `octets`, and calls `work` on its batches. `None` if no message starts in it, and if it cannot be
    /// read: it is then read again in order, where the error belongs.
    pub(crate) fn read<T>(&self, octets: Range<u64>, work: impl FnMut(Batch) -> T) -> Option<Section<T>> {
        self.try_read(octets, work).ok().flatten()
    }

    fn try_read<T>(
        &self,
        octets: Range<u64>,
        mut work: impl FnMut(Batch) -> T,
    ) -> io::Result<Option<Section<T>>> {
        let offset = octets.start.saturating_sub(BEFORE as u64);
        let reading = *self.assumed.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Place { offset, ordinal: 0, reading };
        let reach = usize::try_from(octets.end - octets.start).unwrap_or(usize::MAX).saturating_mul(REACH);
        let mut reader =
            Reader::at(self.file.from(offset), self.pool.clone(), place).limit(self.limit.min(reach));
        if !reader.skip_to_message(&octets)? {
            return Ok(None);
        }
        reader.end = octets.end;
        let (start, mut end, mut results) = (reader.place(), reader.place(), Vec::new());
        while let Some(batch) = reader.next().transpose()? {
            if batch.too_large().is_some() {
                return Ok(Some(Section { start, results, end, is_last: false }));
            }
            results.push(work(batch));
            end = reader.place();
        }
        Ok(Some(Section { start, results, end, is_last: reader.is_at_end() }))
    }

    /// Reads the sections that are begun from now on as `place` is read.
    pub(crate) fn assume(&self, place: Place) {
        *self.assumed.lock().unwrap_or_else(PoisonError::into_inner) = place.reading;
    }
}

impl<T> Section<T> {
    /// Whether it goes on where all that was read in order ends.
    pub(crate) fn follows(&self, place: Place) -> bool {
        (self.start.offset, self.start.reading) == (place.offset, place.reading)
    }

    /// Where it ends, if it follows `place`.
    pub(crate) fn end_after(&self, place: Place) -> Place {
        Place { ordinal: place.ordinal + self.end.ordinal, ..self.end }
    }
}

impl<R: Read> Reader<R> {
    /// Goes to the first message that starts in `octets`, without the messages before it. Returns whether there is one.
    fn skip_to_message(&mut self, octets: &Range<u64>) -> io::Result<bool> {
        while self.offset < octets.start {
            self.passing = Some(Passing::Separated);
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

/// Consecutive messages of an mbox, in batches.
#[derive(Debug)]
pub(crate) struct Between<'f>(Reader<FromOffset<'f>>);

impl Between<'_> {
    /// Where the messages end, and whether the file ends there.
    pub(crate) fn end(&self) -> (Place, bool) {
        (self.0.place(), self.0.is_at_end())
    }
}

impl Iterator for Between<'_> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
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

    /// The mbox, and the place after its first message.
    fn shared(mbox: &str, given: Option<Variant>) -> (SharedMbox, Place) {
        let (shared, place, _) = shared_file(mbox, given);
        (shared, place)
    }

    /// As [`shared`], with the file.
    fn shared_file(mbox: &str, given: Option<Variant>) -> (SharedMbox, Place, Arc<File>) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mbox");
        fs::write(&path, mbox).unwrap();
        let file = Arc::new(File::options().read(true).write(true).open(&path).unwrap());
        let input = WholeFile::of(Arc::clone(&file)).unwrap();
        let reader = Reader::resume(&b""[..], mbox.as_bytes().to_vec(), given);
        let shared = reader.share(input.shared().unwrap()).unwrap();
        let mut first = shared.between(shared.start(), 1);
        assert_eq!(first.by_ref().map(|batch| batch.unwrap().entries().count()).sum::<usize>(), 1);
        let place = first.end().0;
        shared.assume(place);
        (shared, place, file)
    }

    /// Nothing is read again where nothing deceives.
    #[test]
    fn each_section_follows_the_one_before() {
        for (counted, given) in
            [(false, None), (true, None), (true, Some(Variant::Mboxcl2)), (false, Some(Variant::Mboxo))]
        {
            let mbox: String = (0..60).map(|n| message(n, counted)).collect();
            let (shared, first) = shared(&mbox, given);
            for octets in [30, 100, 1_000, 3_000, 100_000] {
                let mut sections: Vec<_> = shared.sections(first, octets).collect();
                assert_eq!(sections.last().unwrap().end, mbox.len() as u64);
                // In any order.
                sections.reverse();
                let read = sections
                    .into_iter()
                    .filter_map(|section| shared.read(section, |batch| batch.entries().count()));
                let mut read: Vec<_> = read.collect();
                read.reverse();
                let mut place = first;
                for section in &read {
                    assert!(section.follows(place), "{octets}: {section:?} after {place:?}");
                    place = section.end_after(place);
                    assert_eq!(section.results.iter().sum::<usize>() as u64, section.end.ordinal);
                }
                assert_eq!((place.offset, place.ordinal), (mbox.len() as u64, 60), "{octets}");
                assert!(read.last().unwrap().is_last);
            }
        }
    }

    /// A section ends before a message that is too large for it, and messages within another one are none of the file.
    #[test]
    fn what_deceives_is_found_out() {
        let inner = message(3, false);
        let body = format!("{}\n{inner}{}", "x\n".repeat(200), "x\n".repeat(2_000));
        let large = format!("{FROM_LINE}Content-Length: {}\n\n{body}\n", body.len());
        let mbox = message(1, true) + &message(2, true) + &large + &message(4, true);
        let (shared, first) = shared(&mbox, Some(Variant::Mboxcl2));
        let read = |octets: Range<u64>| shared.read(octets, |batch| batch.entries().count());
        let offset_of = |text: &str| mbox.find(text).unwrap() as u64;
        let before = read(first.offset..first.offset + 300).unwrap();
        assert_eq!((before.end.offset, before.end.ordinal), (offset_of(&large), 1));
        let within = read(offset_of(&inner) - 10..offset_of(&inner) + 10).unwrap();
        assert!(!within.follows(before.end_after(first)));
        let (place, _) = {
            let mut between = shared.between(before.end_after(first), within.start.offset);
            assert_eq!(between.by_ref().count(), 1);
            between.end()
        };
        assert!(!within.follows(place));
        assert_eq!((place.offset, place.ordinal), (offset_of(&message(4, true)), 3));
    }

    /// A section that cannot be read counts for nothing: the error comes where the messages before it end.
    #[test]
    fn a_file_that_was_cut_is_an_error() {
        let mbox: String = (0..60).map(|n| message(n, false)).collect();
        let (shared, first, file) = shared_file(&mbox, None);
        file.set_len(3_000).unwrap();
        let read: Vec<_> = shared.sections(first, 1_000).map(|octets| shared.read(octets, |_| ())).collect();
        let place = read.iter().flatten().fold(first, |place, section| {
            assert!(section.follows(place) && !section.is_last);
            section.end_after(place)
        });
        assert!(place.offset < 3_000, "{place:?}");
        let error = shared.between(place, u64::MAX).find_map(Result::err).unwrap();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
