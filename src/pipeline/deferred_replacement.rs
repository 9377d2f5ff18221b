//! A replacement of a mailbox. It is created at the first change, so that a mailbox without changes is only read.

use super::sink::Sink;
use crate::edit::Splice;
use crate::error::Error;
use crate::mailbox::compressed::{Compression, Compressor, decompressed};
use crate::mailbox::fs::replace::fingerprint::Fingerprinter;
use crate::mailbox::fs::replace::{Original, Replacement};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Read, Write};
use std::num::NonZeroUsize;

/// The size of the write buffer in octets.
const CHUNK: usize = 256 << 10;

/// The action that an error names if the replacement cannot be written.
pub(super) const NEW_FORM: &str = "write its replacement";

/// Collects the replacement of `original`.
pub(super) struct DeferredReplacement<'o> {
    original: &'o Original,
    compression: Option<Compression>,
    /// The number of threads that compress.
    jobs: NonZeroUsize,
    /// The number of unchanged octets at the start of the mailbox that are not copied yet.
    kept: u64,
    replacement: Option<Compressor<BufWriter<Replacement>>>,
    /// The reason why the replacement could not be created.
    failed: Option<Error>,
    /// Computes the fingerprint of the mailbox that is replaced, if the fingerprint is needed.
    pub(super) fingerprint: Option<Fingerprinter>,
}

impl<'o> DeferredReplacement<'o> {
    pub(super) fn new(original: &'o Original, compression: Option<Compression>, jobs: NonZeroUsize) -> Self {
        Self { original, compression, jobs, kept: 0, replacement: None, failed: None, fingerprint: None }
    }

    /// Creates the replacement now.
    pub(super) fn begin(&mut self, replacement: Replacement) -> io::Result<()> {
        let replacement = BufWriter::with_capacity(CHUNK, replacement);
        let mut replacement = Compressor::new(replacement, self.compression)?;
        replacement.set_jobs(self.jobs);
        self.replacement = Some(replacement);
        Ok(())
    }

    fn read(&mut self, octets: &[u8]) {
        if let Some(fingerprint) = &mut self.fingerprint {
            fingerprint.add(octets);
        }
    }

    /// Returns the replacement, if it was created.
    pub(super) fn into_replacement(self) -> Result<Option<Replacement>, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let finish = |compressor: Compressor<BufWriter<Replacement>>| {
            compressor.finish()?.into_inner().map_err(IntoInnerError::into_error)
        };
        self.replacement.map(finish).transpose().map_err(Error::failed(NEW_FORM, self.original.path()))
    }
}

impl Sink for DeferredReplacement<'_> {
    fn keep(&mut self, octets: &[u8]) -> io::Result<()> {
        self.read(octets);
        match &mut self.replacement {
            Some(replacement) => replacement.write_all(octets),
            None => {
                self.kept += octets.len() as u64;
                Ok(())
            }
        }
    }

    fn change(&mut self, octets: &[u8], splice: &Splice) -> io::Result<()> {
        self.read(octets);
        if self.replacement.is_none() {
            let replacement = Replacement::beside(self.original).map_err(|error| {
                self.failed = Some(error);
                io::Error::other("no replacement")
            })?;
            self.begin(replacement)?;
            if let Some(replacement) = &mut self.replacement {
                copy_start(self.original, self.kept, replacement)?;
            }
        }
        self.replacement.as_mut().map_or(Ok(()), |replacement| splice.write_to(octets, replacement))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.replacement.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Copies the first `length` octets of the mailbox. Other code that reads the same open file keeps its position
/// in the file.
fn copy_start(original: &Original, length: u64, output: &mut impl Write) -> io::Result<()> {
    let (input, _) = decompressed(original.reader())?;
    let copied = io::copy(&mut input.take(length), output)?;
    if copied == length { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
}
