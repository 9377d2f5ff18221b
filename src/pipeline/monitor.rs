//! Lets another thread watch the progress of a run, and stop the run.

use super::report::Totals;
use crate::finding::Severity;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The progress of a run, counted in finished batches.
#[derive(Debug, Default)]
pub struct Monitor {
    octets: AtomicU64,
    messages: AtomicU64,
    doubts: AtomicU64,
    stopped: Arc<AtomicBool>,
}

impl Monitor {
    /// The number of octets of mail that were read.
    pub fn octets(&self) -> u64 {
        self.octets.load(Relaxed)
    }

    /// The number of messages that are done.
    pub fn messages(&self) -> u64 {
        self.messages.load(Relaxed)
    }

    /// The number of findings of [`Severity::Guess`] and above.
    pub fn doubts(&self) -> u64 {
        self.doubts.load(Relaxed)
    }

    /// A flag that stops the run when it is set, for instance by a signal handler:
    /// `signal_hook::flag::register` takes this flag. The run ends between two batches with
    /// [`Error::Stopped`](crate::Error::Stopped) or [`Failure::Stopped`](super::Failure::Stopped); each file
    /// is either unchanged or complete.
    ///
    /// Any memory ordering will do. The flag is read before a batch is worked on, before the batch is
    /// written, and before a file is put in place. So a callback that sets the flag during the last report
    /// on a file prevents the replacement of that file. (In a run on several files, only an mbox is reported
    /// before its replacement: see [`Event::Report`](super::Event::Report).)
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    /// Whether the caller wants the run to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Adds the totals of a finished batch. A [`Pipeline`](super::Pipeline) calls this method itself.
    pub fn add(&self, done: &Totals) {
        let doubts = done.findings.iter().filter(|(code, _)| code.severity() >= Severity::Guess);
        self.octets.fetch_add(done.octets, Relaxed);
        self.messages.fetch_add(done.messages, Relaxed);
        self.doubts.fetch_add(doubts.map(|(_, count)| count).sum(), Relaxed);
    }
}
