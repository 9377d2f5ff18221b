//! The codecs, each by its crate (feature `compression`).

use super::compression::Compression;
use super::gzip::GzipWriter;
use super::members::Members;
use crate::mailbox::padding::Padding;
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
    let input = BufReader::with_capacity(BUFFER, input);
    Ok(match compression {
        Compression::Gzip => Box::new(Members::<_, flate2::bufread::GzDecoder<_>>::new(input, padding)?),
        Compression::Zstd => Box::new(Members::<_, zstd::Decoder<'static, _>>::new(input, padding)?),
        Compression::Xz => Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(input)),
        Compression::Bzip2 => Box::new(Members::<_, bzip2::bufread::BzDecoder<_>>::new(input, padding)?),
    })
}

pub(super) enum Encoder<W: Write> {
    Gzip(GzipWriter<W>),
    Zstd(zstd::Encoder<'static, W>),
    Xz(liblzma::write::XzEncoder<W>),
    Bzip2(bzip2::write::BzEncoder<W>),
}

impl<W: Write> std::fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gzip(_) => "Gzip",
            Self::Zstd(_) => "Zstd",
            Self::Xz(_) => "Xz",
            Self::Bzip2(_) => "Bzip2",
        })
    }
}

impl<W: Write> Encoder<W> {
    pub(super) fn new(output: W, compression: Compression) -> io::Result<Self> {
        Ok(match compression {
            Compression::Gzip => Self::Gzip(GzipWriter::new(output)),
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
            Compression::Xz => Self::Xz(liblzma::write::XzEncoder::new(output, 6)),
            Compression::Bzip2 => {
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
            Self::Gzip(encoder) => encoder.get_ref(),
            Self::Zstd(encoder) => encoder.get_ref(),
            Self::Xz(encoder) => encoder.get_ref(),
            Self::Bzip2(encoder) => encoder.get_ref(),
        }
    }

    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
        }
    }

    pub(super) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Gzip(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
            Self::Xz(encoder) => encoder,
            Self::Bzip2(encoder) => encoder,
        }
    }
}
