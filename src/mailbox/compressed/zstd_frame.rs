//! Reads one frame of a Zstandard file (RFC 8878 section 3.1).
//!
//! The library decodes block by block. If a block is damaged, the library fails and drops the octets that it
//! has decoded from earlier blocks but not yet returned. So this reader takes all output of the library before
//! it passes more input to the library.

use std::io::{self, BufRead, ErrorKind, Read};
use zstd::stream::raw::{Decoder, Operation};

/// Returns the decompressed octets of one frame of `input`, and reads nothing after that frame.
pub(super) struct ZstdFrame<R> {
    input: R,
    decoder: Decoder<'static>,
    /// Whether the decoder may hold decoded octets that it has not returned.
    pending: bool,
    ended: bool,
}

impl<R: BufRead> ZstdFrame<R> {
    pub(super) fn new(input: R) -> io::Result<Self> {
        Ok(Self { input, decoder: Decoder::new()?, pending: false, ended: false })
    }

    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.input
    }

    pub(super) fn into_inner(self) -> R {
        self.input
    }
}

impl<R: BufRead> Read for ZstdFrame<R> {
    fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.pending {
                let taken = self.decoder.run_on_buffers(&[], octets)?;
                self.pending = taken.bytes_written == octets.len();
                self.ended = taken.remaining == 0;
                if taken.bytes_written > 0 || octets.is_empty() {
                    return Ok(taken.bytes_written);
                }
            }
            if self.ended {
                return Ok(0);
            }
            let input = self.input.fill_buf()?;
            if input.is_empty() {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "incomplete frame"));
            }
            // Because there is no room for output, the decoder decodes at most one block.
            let decoded = self.decoder.run_on_buffers(input, &mut [])?;
            self.input.consume(decoded.bytes_read);
            self.ended = decoded.remaining == 0;
            self.pending = !self.ended;
        }
    }
}
