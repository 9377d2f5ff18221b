//! The number of octets of padding after compressed data, which is counted when the data has been read to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the NULs that fill the last block of a tape or a disk after the data of a compressed file. They belong to no
/// member and are not returned as data. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Padding(Arc<AtomicU64>);

impl Padding {
    /// Counts `octets` more.
    #[cfg(feature = "compression")]
    pub(crate) fn add(&self, octets: usize) {
        self.0.fetch_add(octets as u64, Relaxed);
    }

    /// The octets that were counted since the last call, unless there were none.
    pub(crate) fn take(&self) -> Option<u64> {
        Some(self.0.swap(0, Relaxed)).filter(|&octets| octets > 0)
    }
}
