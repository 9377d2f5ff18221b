//! Returns the octets that a decoder wrote before an error. The decoders of gzip, xz and bzip2 can fail
//! in the middle of a call, and then do not return the octets that they have already written in that
//! call. The number of the octets that would be lost depends on the size of the buffer that the caller
//! passes to `read`.

use std::io::{self, ErrorKind, Read};

/// A decoder that counts its output.
pub(super) trait CountsOutput {
    /// The number of octets written so far, including the octets of a call that failed.
    fn written(&self) -> u64;
}

impl<R> CountsOutput for flate2::bufread::ZlibDecoder<R> {
    fn written(&self) -> u64 {
        self.total_out()
    }
}

impl<R> CountsOutput for liblzma::bufread::XzDecoder<R> {
    fn written(&self) -> u64 {
        self.total_out()
    }
}

impl<R> CountsOutput for bzip2::bufread::BzDecoder<R> {
    fn written(&self) -> u64 {
        self.total_out()
    }
}

/// Returns all octets that a decoder wrote before an error, and then the error.
pub(super) struct BeforeError<D> {
    pub(super) decoder: D,
    error: Option<io::Error>,
}

impl<D> BeforeError<D> {
    pub(super) fn new(decoder: D) -> Self {
        Self { decoder, error: None }
    }
}

impl<D: Read + CountsOutput> Read for BeforeError<D> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let before = self.decoder.written();
        match self.decoder.read(octets) {
            Err(error) if error.kind() != ErrorKind::Interrupted => {
                let written = self.decoder.written().saturating_sub(before);
                match usize::try_from(written).unwrap_or(usize::MAX).min(octets.len()) {
                    0 => Err(error),
                    written => {
                        self.error = Some(error);
                        Ok(written)
                    }
                }
            }
            read => read,
        }
    }
}
