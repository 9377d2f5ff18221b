//! Where the batches of a mailbox go.

use crate::edit::Splice;
use std::io::{self, Write};

/// Takes a mailbox batch by batch, and is told which of them are as they were.
pub trait Sink {
    /// Goes on with octets that are as they were.
    ///
    /// # Errors
    /// Where they cannot be written.
    fn keep(&mut self, octets: &[u8]) -> io::Result<()>;

    /// Goes on with what `splice` makes of `octets`.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn change(&mut self, octets: &[u8], splice: &Splice) -> io::Result<()>;

    /// The mailbox has ended.
    ///
    /// # Errors
    /// Where what was taken cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// A stream takes everything alike.
impl<W: Write> Sink for W {
    fn keep(&mut self, octets: &[u8]) -> io::Result<()> {
        self.write_all(octets)
    }

    fn change(&mut self, octets: &[u8], splice: &Splice) -> io::Result<()> {
        splice.write_to(octets, self)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}
