//! A look at work under way, from another thread, and the means to stop it.

use super::report::Totals;
use crate::finding::Severity;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How far the work is. Numbers grow as messages are done; they say nothing of what is under way.
#[derive(Debug, Default)]
pub struct Monitor {
    octets: AtomicU64,
    messages: AtomicU64,
    doubts: AtomicU64,
    stopped: Arc<AtomicBool>,
}

impl Monitor {
    /// Octets of mail read.
    pub fn octets(&self) -> u64 {
        self.octets.load(Relaxed)
    }

    /// Messages seen.
    pub fn messages(&self) -> u64 {
        self.messages.load(Relaxed)
    }

    /// Findings of [`Severity::Guess`] and above.
    pub fn doubts(&self) -> u64 {
        self.doubts.load(Relaxed)
    }

    /// A flag that, once it is set, asks the work to stop; a signal handler can set it. The work ends with an
    /// error between two batches, and leaves each file as it was or finished.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    /// Whether the work was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Counts what was done. A [`Pipeline`](super::Pipeline) does so itself.
    pub fn add(&self, done: &Totals) {
        let doubts = done.findings.iter().filter(|(code, _)| code.severity() >= Severity::Guess);
        self.octets.fetch_add(done.octets, Relaxed);
        self.messages.fetch_add(done.messages, Relaxed);
        self.doubts.fetch_add(doubts.map(|(_, count)| count).sum(), Relaxed);
    }
}
