//! Divides a file into parts, for several workers.

use super::ordered::Workers;
use crate::mailbox::batch::Batch;
use crate::mailbox::mail::{Opened, Position, Skipped};
use crate::mailbox::mbox::{ReadSection, Section, Sections, SharedMbox};
use std::iter;
use std::num::NonZeroUsize;

/// The minimum and the maximum number of octets of a section of an mbox. Smaller sections are not worth a thread,
/// and larger sections would take too much memory. Sections are smaller than [`LEAST`] only if the sections in
/// progress would otherwise exceed [`Workers::octets`].
const LEAST: usize = 64 << 10;
const MOST: usize = 1 << 20;

impl Workers {
    /// The parts of a file in their order, as pieces for [`in_order`](super::in_order). No batch of the file may
    /// have been read before. The parts of an mbox are sections, which the workers read. A part of any other file
    /// is a batch that has already been read.
    ///
    /// ```
    /// use mailutf::mailbox::mail::{MailFile, ReadOptions};
    /// use mailutf::pipeline::{Workers, in_order};
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("1998.mbox");
    /// # std::fs::write(&path, "From a@b.org Mon Jan  1 00:00:00 2024\nSubject: x\n\n1\n\n")?;
    /// let workers = Workers::default();
    /// let parts = workers.parts(MailFile::named(&path).open(&ReadOptions::default())?);
    /// let pieces = parts.map(|part| {
    ///     let octets = part.octets();
    ///     Ok((part, octets))
    /// });
    /// let mut messages = 0;
    /// in_order(workers, pieces, |part| part.read(), |(batches, rest)| {
    ///     for batch in batches.into_iter().chain(rest) {
    ///         messages += batch?.entries().count();
    ///     }
    ///     Ok::<_, mailutf::Error>(())
    /// })?;
    /// assert_eq!(messages, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(self, opened: Opened<'_>) -> Parts<'_> {
        let (opened, shared) = opened.shared();
        let shared = shared.filter(|_| self.threads() > NonZeroUsize::MIN);
        Parts { opened, sections: shared.map(|(mbox, position)| (self.sections(mbox), position)) }
    }

    /// The sections of an mbox.
    pub(super) fn sections(self, mbox: SharedMbox) -> Sections {
        let in_progress = 2 * self.threads().get();
        let each = usize::try_from(mbox.size()).unwrap_or(usize::MAX) / in_progress;
        mbox.sections(each.clamp(LEAST, MOST).min(self.octets / in_progress))
    }
}

/// The [parts](Workers::parts) of a file (feature `files`).
#[derive(Debug)]
pub struct Parts<'r> {
    opened: Opened<'r>,
    sections: Option<(Sections, Position)>,
}

/// Batches of a [part](Part::read) that are not read yet.
pub type UnreadBatches = Box<dyn Iterator<Item = Result<Batch, Skipped>> + Send>;

/// A part of a file, which any thread may read (feature `files`).
#[derive(Debug)]
pub struct Part(What);

#[derive(Debug)]
enum What {
    Batch(Box<Result<Batch, Skipped>>),
    Section(Section, Position),
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        if let Some((sections, position)) = &mut self.sections {
            return sections.next().map(|section| Part(What::Section(section, position.clone())));
        }
        self.opened.next().map(|batch| Part(What::Batch(Box::new(batch))))
    }
}

impl Part {
    /// The number of octets in the part.
    pub fn octets(&self) -> usize {
        match &self.0 {
            What::Batch(batch) => (**batch).as_ref().map_or(0, |batch| batch.octets().len()),
            What::Section(section, _) => section.octets(),
        }
    }

    /// Reads the part. Returns its first batches, and an iterator that reads the other batches, so that memory is
    /// bounded. The thread that takes the results in order must use up the iterator, because the next part waits
    /// until the iterator is used up.
    ///
    /// This call waits until the parts before this part are read. If one of those parts is dropped, the call
    /// returns no batches.
    pub fn read(self) -> (Vec<Result<Batch, Skipped>>, UnreadBatches) {
        match self.0 {
            What::Batch(batch) => (vec![*batch], Box::new(iter::empty())),
            What::Section(section, position) => {
                let ReadSection { start, batches, rest } = section.read();
                let mut position = position.at(start);
                let batches = batches.into_iter().map(|batch| position.after(batch)).collect();
                (batches, Box::new(rest.map(move |batch| position.after(batch))))
            }
        }
    }
}
