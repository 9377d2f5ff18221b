//! Where the batches of a mailbox are written.

use crate::edit::Splice;
use std::io::{self, Write};

/// Receives a mailbox batch by batch, and learns which batches are unchanged.
pub trait Sink {
    /// Appends unchanged octets.
    ///
    /// # Errors
    /// Fails if the octets cannot be written.
    fn keep(&mut self, octets: &[u8]) -> io::Result<()>;

    /// Appends the output that `splice` describes: new octets, and octets that it keeps from `octets`.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    fn change(&mut self, octets: &[u8], splice: &Splice) -> io::Result<()>;

    /// Ends the mailbox.
    ///
    /// # Errors
    /// Fails if buffered output cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// A stream writes changed and unchanged batches alike.
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
