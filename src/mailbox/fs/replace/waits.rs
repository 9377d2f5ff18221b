//! Bounds the total time for which a run waits for other programs that still have the old files of mboxes
//! open. The old file of an mbox is the file that the run has replaced. Without a bound, a run could wait for
//! hours if an indexer or a server kept a thousand old files open.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The time for which any run may wait. A [share](SHARE) of the running time is added to this time.
const AT_MOST: Duration = Duration::from_secs(60);

/// In addition, a run may wait for its own running time divided by this number, so that a process that runs
/// for days can continue to wait.
const SHARE: u32 = 10;

/// The time for which a run has waited, and the time for which it may wait.
#[derive(Debug)]
pub(crate) struct Waits {
    start: Instant,
    at_most: Duration,
    milliseconds: AtomicU64,
}

impl Default for Waits {
    fn default() -> Self {
        Self { start: Instant::now(), at_most: AT_MOST, milliseconds: AtomicU64::new(0) }
    }
}

impl Waits {
    /// The time for which the run may still wait.
    pub(super) fn left(&self) -> Duration {
        let waited = Duration::from_millis(self.milliseconds.load(Relaxed));
        (self.at_most + self.start.elapsed() / SHARE).saturating_sub(waited)
    }

    /// Adds a time for which the run has waited.
    pub(super) fn add(&self, waited: Duration) {
        let milliseconds = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
        self.milliseconds.fetch_add(milliseconds, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Policy;
    use crate::mailbox::Format;
    use crate::mailbox::fs::replace::ReplaceOptions;
    use crate::pipeline::{Destination, Pipeline};
    use std::fs::{self, File};
    use std::sync::Arc;
    use tempfile::TempDir;

    /// In this test, one program keeps all mboxes open, first for reading and then for writing. The waits for
    /// all mboxes together must not exceed the bound.
    #[test]
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn a_run_on_many_open_mboxes_waits_no_longer_than_on_some() {
        const MBOXES: u32 = 50;
        const TEXT: &str = "From a@b.c Tue Jan  2 03:04:05 2024\nSubject: =?iso-8859-1?Q?caf=E9?=\n\nx\n\n";
        for writes in [false, true] {
            let dir = TempDir::new().unwrap();
            let mut pipeline = Pipeline::new(Policy::default());
            let at_most = Duration::from_secs(1);
            pipeline.waits = Arc::new(Waits { at_most, ..Waits::default() });
            let paths: Vec<_> = (0..MBOXES).map(|number| dir.path().join(number.to_string())).collect();
            paths.iter().for_each(|path| fs::write(path, TEXT).unwrap());
            let _open: Vec<_> = paths
                .iter()
                .map(|path| File::options().read(true).write(writes).open(path).unwrap())
                .collect();
            let options = ReplaceOptions::default();
            for path in &paths {
                let totals =
                    pipeline.file(path, Format::Any, Destination::InPlace(&options), |_| {}).unwrap();
                assert_eq!((totals.changed, totals.left_over.len()), (1, 0));
            }
            let waited = Duration::from_millis(pipeline.waits.milliseconds.load(Relaxed));
            // Each check takes some time in addition to the wait.
            let checks = MBOXES * Duration::from_millis(100);
            assert!(waited >= at_most && waited < at_most + checks, "{waited:?}");
        }
    }
}
