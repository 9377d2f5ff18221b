//! Converts an mbox that all workers read: each reads sections of the file, splits them, and converts their messages. The
//! calling thread checks that each section goes on where the one before it ended, and writes.
//!
//! What it does is thus constant for each section, but for the octets that are written. The octets between two sections,
//! such as those of a message that is too large for one, it reads and converts itself.

use super::configuration::Pipeline;
use super::ordered::in_order;
use super::report::{Report, Totals};
use super::sink::Sink;
use super::stream::{Failure, Written};
use super::work::ConvertedBatch;
use crate::mailbox::mbox::{Place, Section, SharedMbox};
use std::ops::Range;

/// Octets of a section: the least that is worth a thread, and the most, so that little is held. It is smaller only if the
/// workers may not hold as much.
const LEAST: usize = 64 << 10;
const MOST: usize = 1 << 20;

impl Pipeline {
    /// Rewrites all messages of `mbox`, which the workers read.
    pub(super) fn run_in_sections(
        &self,
        mbox: &SharedMbox,
        output: &mut impl Sink,
        report: impl FnMut(Report),
    ) -> Result<Totals, Failure> {
        let written = Written { pipeline: self, output, report, totals: Totals::default() };
        InOrder { mbox, place: mbox.start(), ended: false, written }.run()
    }
}

/// An mbox, of which all up to a place is written.
struct InOrder<'r, S, F> {
    mbox: &'r SharedMbox,
    place: Place,
    /// Whether the file ends there.
    ended: bool,
    written: Written<'r, S, F>,
}

impl<S: Sink, F: FnMut(Report)> InOrder<'_, S, F> {
    fn run(mut self) -> Result<Totals, Failure> {
        // The first message shows how the next ones are probably read.
        self.go_to(1)?;
        let (mbox, pipeline) = (self.mbox, self.written.pipeline);
        let in_progress = 2 * pipeline.workers.threads().get();
        let rest = usize::try_from(mbox.rest(self.place)).unwrap_or(usize::MAX);
        let octets =
            (rest / in_progress).clamp(LEAST, MOST).min(pipeline.workers.octets / in_progress).max(1);
        let sections = mbox.sections(self.place, octets as u64).map(|section| {
            pipeline.go_on()?;
            Ok((section, octets))
        });
        let work = |octets: Range<u64>| mbox.read(octets, |batch| pipeline.work(batch).in_few_pieces());
        in_order(pipeline.workers, sections, work, |section| {
            section.map_or(Ok(()), |section| self.add(section))
        })?;
        self.go_to(u64::MAX)?;
        self.written.finish()
    }

    /// Adds a section, if it was read rightly.
    fn add(&mut self, section: Section<ConvertedBatch>) -> Result<(), Failure> {
        self.go_to(section.start.offset)?;
        if section.follows(self.place) {
            let before = self.place.ordinal;
            self.reach(section.end_after(self.place), section.is_last);
            for mut converted in section.results {
                converted.reports.iter_mut().for_each(|report| report.ordinal += before);
                self.written.write(converted)?;
            }
        }
        Ok(())
    }

    /// Reads and converts the messages up to `offset`, in order.
    fn go_to(&mut self, offset: u64) -> Result<(), Failure> {
        if self.ended || self.place.offset >= offset {
            return Ok(());
        }
        let pipeline = self.written.pipeline;
        let mut messages = self.mbox.between(self.place, offset);
        for batch in &mut messages {
            let batch = batch.map_err(Failure::Read)?;
            pipeline.go_on()?;
            self.written.write(pipeline.work(batch))?;
        }
        let (place, ended) = messages.end();
        self.reach(place, ended);
        Ok(())
    }

    fn reach(&mut self, place: Place, ended: bool) {
        (self.place, self.ended) = (place, ended);
        self.mbox.assume(place);
    }
}
