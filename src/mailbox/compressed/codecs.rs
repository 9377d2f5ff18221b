//! The decoders and encoders of all compression formats. An external crate implements each format (feature
//! `compression`).

use super::before_error::BeforeError;
use super::compression::Compression;
use super::gzip::GzipWriter;
use super::members::Members;
use super::zstd_frame::ZstdFrame;
use crate::mailbox::padding::Padding;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::num::NonZeroUsize;

/// The number of octets in one read.
const BUFFER: usize = 32 << 10;
/// The largest window of deflate, in bits (RFC 1951 section 2).
const WINDOW: u8 = 15;

/// Returns a reader that decompresses `input`. The NULs after the last compressed member of the file are
/// counted in `padding`. In an xz file, such NULs are not counted, because the xz format defines them.
pub(super) fn decoder<'r>(
    input: impl Read + 'r,
    compression: Compression,
    padding: &Padding,
) -> io::Result<Box<dyn Read + 'r>> {
    use bzip2::bufread::BzDecoder;
    use flate2::{Decompress, bufread::ZlibDecoder};
    use liblzma::bufread::XzDecoder;
    let input = BufReader::with_capacity(BUFFER, input);
    Ok(match compression {
        Compression::Gzip => {
            // `GzDecoder` does not count its output. `ZlibDecoder` counts its output, and also decodes gzip
            // members if its state was made by `new_gzip`.
            let begin = |input| {
                let member = ZlibDecoder::new_with_decompress(input, Decompress::new_gzip(WINDOW));
                Ok(BeforeError::new(member))
            };
            let end = |member: BeforeError<ZlibDecoder<_>>| member.decoder.into_inner();
            Box::new(Members::new(input, padding, begin, |member| member.decoder.get_mut(), end)?)
        }
        Compression::Zstd => {
            Box::new(Members::new(input, padding, ZstdFrame::new, ZstdFrame::get_mut, ZstdFrame::into_inner)?)
        }
        Compression::Xz => Box::new(BeforeError::new(XzDecoder::new_multi_decoder(input))),
        Compression::Bzip2 => {
            let begin = |input| Ok(BeforeError::new(BzDecoder::new(input)));
            let end = |member: BeforeError<BzDecoder<_>>| member.decoder.into_inner();
            Box::new(Members::new(input, padding, begin, |member| member.decoder.get_mut(), end)?)
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

    /// Sets the number of threads that compress from now on, if the format can be compressed by several
    /// threads.
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
