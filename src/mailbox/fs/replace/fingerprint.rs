//! A fingerprint of the octets of a file: their number, and XXH3 of 128 bits. It shows whether other programs changed the file.
//!
//! A cryptographic digest would show no more: only a program that may write into the mailbox anyway could make two files
//! with the same fingerprint. On processors without instructions for it, SHA-256 takes between two thirds and twice the
//! time of a run; XXH3 takes a few hundredths.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek};
use twox_hash::XxHash3_128;

/// Octets read at once.
const CHUNK: usize = 128 << 10;

/// The fingerprint of some octets. It is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    pub(crate) octets: u64,
    pub(crate) hash: u128,
}

impl Fingerprint {
    /// The fingerprint of the first `octets` octets of `file`, or of all if it has fewer.
    pub(super) fn of_start(mut file: &File, octets: u64) -> io::Result<Self> {
        file.rewind()?;
        Fingerprinted::new(file.take(octets)).finish()
    }
}

/// An mbox as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsRead {
    /// Number of messages.
    pub(crate) messages: u64,
    pub(crate) fingerprint: Fingerprint,
}

/// Takes the fingerprint of octets in their order.
#[derive(Default)]
pub(crate) struct Fingerprinter {
    hasher: XxHash3_128,
    octets: u64,
}

impl Fingerprinter {
    /// Adds the next octets.
    pub(crate) fn add(&mut self, octets: &[u8]) {
        self.hasher.write(octets);
        self.octets += octets.len() as u64;
    }

    /// The fingerprint of all that was added.
    pub(crate) fn finish(&self) -> Fingerprint {
        Fingerprint { octets: self.octets, hash: self.hasher.finish_128() }
    }
}

impl fmt::Debug for Fingerprinter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.finish().fmt(f)
    }
}

/// A reader that takes the fingerprint of what it reads.
pub(crate) struct Fingerprinted<R> {
    input: R,
    read: Fingerprinter,
}

impl<R: Read> Fingerprinted<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, read: Fingerprinter::default() }
    }

    /// Reads the rest of the input, and returns the fingerprint of the whole.
    pub(crate) fn finish(mut self) -> io::Result<Fingerprint> {
        let mut chunk = vec![0; CHUNK];
        loop {
            match self.read(&mut chunk) {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        Ok(self.read.finish())
    }
}

impl<R: Read> Read for Fingerprinted<R> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(octets)?;
        self.read.add(octets.get(..read).unwrap_or_default());
        Ok(read)
    }
}
