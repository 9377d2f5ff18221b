//! Counts the octets of padding after compressed data. The number is known when the data has been read to its
//! end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts the NULs after the data of a compressed file. These NULs fill the last block of a tape or a disk.
/// They belong to no member of the file, and are not returned as data. Clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Padding(Arc<AtomicU64>);

impl Padding {
    /// Adds `octets` to the count.
    #[cfg(feature = "compression")]
    pub(crate) fn add(&self, octets: usize) {
        self.0.fetch_add(octets as u64, Relaxed);
    }

    /// The number of octets counted since the last call; `None` if no octets were counted.
    pub(crate) fn take(&self) -> Option<u64> {
        Some(self.0.swap(0, Relaxed)).filter(|&octets| octets > 0)
    }
}
