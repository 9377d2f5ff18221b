//! Fingerprints of the octets of files: the number of octets, and their XXH3 hash of 128 bits. A fingerprint
//! shows whether another program changed a file.
//!
//! A cryptographic digest would not be safer: two different files with the same fingerprint could only be made
//! on purpose, by a program that may write into the mailbox anyway. On processors without instructions for
//! SHA-256, a SHA-256 digest takes between two thirds and twice the time of a run. XXH3 takes a few hundredths
//! of the time of a run.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek};
use twox_hash::XxHash3_128;

/// The number of octets in one read.
const CHUNK: usize = 128 << 10;

/// The fingerprint of some octets. The same octets have the same fingerprint on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    pub(crate) octets: u64,
    pub(crate) hash: u128,
}

impl Fingerprint {
    /// Computes the fingerprint of the first `octets` octets of `file`, or of the whole file if it is shorter.
    pub(super) fn of_start(mut file: &File, octets: u64) -> io::Result<Self> {
        file.rewind()?;
        Fingerprinted::new(file.take(octets)).finish()
    }
}

/// The properties of an mbox when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsRead {
    /// The number of messages.
    pub(crate) messages: u64,
    pub(crate) fingerprint: Fingerprint,
}

/// Computes the fingerprint of octets that are added in order.
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

    /// Returns the fingerprint of all octets that were added.
    pub(crate) fn finish(&self) -> Fingerprint {
        Fingerprint { octets: self.octets, hash: self.hasher.finish_128() }
    }
}

impl fmt::Debug for Fingerprinter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.finish().fmt(f)
    }
}

/// A reader that computes the fingerprint of the octets that it reads.
pub(crate) struct Fingerprinted<R> {
    input: R,
    read: Fingerprinter,
}

impl<R: Read> Fingerprinted<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, read: Fingerprinter::default() }
    }

    /// Reads the rest of the input, and returns the fingerprint of the whole input.
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
