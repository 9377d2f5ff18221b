//! The piece of a mailbox that a worker gets.

use crate::mailbox::batch::Batch;
#[cfg(feature = "files")]
use crate::mailbox::mbox::{ReadSection, Section};
use std::io;
use std::iter;

/// A piece of a mailbox.
pub(super) enum Piece {
    Batch(Batch),
    /// A section of an mbox that the workers read.
    #[cfg(feature = "files")]
    Section(Section),
}

/// The batches of a piece that the worker has not read. The thread that takes the results reads and converts these
/// batches one by one, so that memory is bounded.
pub(super) type Rest = Box<dyn Iterator<Item = io::Result<Batch>> + Send>;

impl Piece {
    /// The number of octets in the piece.
    pub(super) fn octets(&self) -> usize {
        match self {
            Self::Batch(batch) => batch.octets().len(),
            #[cfg(feature = "files")]
            Self::Section(section) => section.octets(),
        }
    }

    /// Reads the piece. Returns its first batches, and an iterator that reads the other batches.
    pub(super) fn read(self) -> (Vec<io::Result<Batch>>, Rest) {
        match self {
            Self::Batch(batch) => (vec![Ok(batch)], Box::new(iter::empty())),
            #[cfg(feature = "files")]
            Self::Section(section) => {
                let ReadSection { batches, rest, .. } = section.read();
                (batches, Box::new(rest))
            }
        }
    }
}
