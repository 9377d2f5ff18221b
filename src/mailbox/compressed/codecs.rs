//! The codecs, each by its crate (feature `compression`).

use super::compression::Compression;
use super::gzip::GzipWriter;
use super::members::Members;
use crate::mailbox::padding::Padding;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::num::NonZeroUsize;

/// Octets read at once.
const BUFFER: usize = 32 << 10;

/// Decompresses `input`. Padding after the members is counted in `padding`, except that of xz, which its format
/// defines.
pub(super) fn decoder<'r>(
    input: impl Read + 'r,
    compression: Compression,
    padding: &Padding,
) -> io::Result<Box<dyn Read + 'r>> {
    use bzip2::bufread::BzDecoder;
    use flate2::bufread::GzDecoder;
    use zstd::Decoder as ZstdDecoder;
    let input = BufReader::with_capacity(BUFFER, input);
    let frame = |input| Ok(ZstdDecoder::with_buffer(input)?.single_frame());
    Ok(match compression {
        Compression::Gzip => {
            let begin = |input| Ok(GzDecoder::new(input));
            Box::new(Members::new(input, padding, begin, GzDecoder::get_mut, GzDecoder::into_inner)?)
        }
        Compression::Zstd => {
            Box::new(Members::new(input, padding, frame, ZstdDecoder::get_mut, ZstdDecoder::finish)?)
        }
        Compression::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input)),
        Compression::Bzip2 => {
            let begin = |input| Ok(BzDecoder::new(input));
            Box::new(Members::new(input, padding, begin, BzDecoder::get_mut, BzDecoder::into_inner)?)
        }
    })
}

/// Writes octets as they are, or compresses them.
pub(super) enum Encoder<W: Write> {
    Plain(W),
    Gzip(GzipWriter<W>),
    Zstd(zstd::Encoder<'static, W>),
    Xz(liblzma::write::XzEncoder<W>),
    Bzip2(bzip2::write::BzEncoder<W>),
}

impl<W: Write> fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder").finish_non_exhaustive()
    }
}

impl<W: Write> Encoder<W> {
    pub(super) fn new(output: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(output),
            Some(Compression::Gzip) => Self::Gzip(GzipWriter::new(output)),
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
            Some(Compression::Xz) => Self::Xz(liblzma::write::XzEncoder::new(output, 6)),
            Some(Compression::Bzip2) => {
                Self::Bzip2(bzip2::write::BzEncoder::new(output, bzip2::Compression::best()))
            }
        })
    }

    /// From now on, as many threads compress, if the format allows it.
    pub(super) fn set_jobs(&mut self, jobs: NonZeroUsize) {
        if let Self::Gzip(encoder) = self {
            encoder.set_jobs(jobs);
        }
    }

    pub(super) fn get_ref(&self) -> &W {
        match self {
            Self::Plain(output) => output,
            Self::Gzip(encoder) => encoder.get_ref(),
            Self::Zstd(encoder) => encoder.get_ref(),
            Self::Xz(encoder) => encoder.get_ref(),
            Self::Bzip2(encoder) => encoder.get_ref(),
        }
    }

    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(output) => Ok(output),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
        }
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(output) => output,
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
            Self::Xz(encoder) => encoder,
            Self::Bzip2(encoder) => encoder,
        }
    }
}
