//! Bounds the total time that a run waits, over all mboxes, for programs that have old files open. Without a bound, an
//! indexer or a server that keeps a thousand old files open would make a run wait for hours.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long a run may wait, besides a [share](SHARE) of its own time.
const AT_MOST: Duration = Duration::from_secs(60);

/// In addition, a run may wait for a tenth of its own running time, so that a process that lives for days can go on
/// waiting.
const SHARE: u32 = 10;

/// The account of a run.
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
    /// How long the run may still wait.
    pub(super) fn left(&self) -> Duration {
        let waited = Duration::from_millis(self.milliseconds.load(Relaxed));
        (self.at_most + self.start.elapsed() / SHARE).saturating_sub(waited)
    }

    /// Counts time that the run has waited.
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

    /// One program keeps all mboxes open, for reading or for writing.
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
            // Each check takes some time as well.
            let checks = MBOXES * Duration::from_millis(100);
            assert!(waited >= at_most && waited < at_most + checks, "{waited:?}");
        }
    }
}
