//! Readers and writers of files that may be compressed.

#[cfg(feature = "compression")]
use super::codecs::{Encoder, decoder};
use super::compression::{Compression, is_cut_off};
#[cfg(not(feature = "compression"))]
use super::no_codecs::{Encoder, decoder};
use std::io::{self, Cursor, ErrorKind, Read, Write};

/// Octets that show the compression format of a file.
const MAGIC: u64 = 10;

/// Reads `input`, decompressed if it is compressed; also returns its compression format.
///
/// ```
/// use mailutf::mailbox::compressed::decompressed;
/// use std::io::Read;
/// let (mut reader, compression) = decompressed(&b"Subject: x"[..])?;
/// let mut text = String::new();
/// reader.read_to_string(&mut text)?;
/// assert_eq!((text.as_str(), compression), ("Subject: x", None));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Fails if `input` cannot be read, ends within the first octets of a compressed file, or is compressed while
/// the feature `compression` is off.
pub fn decompressed<'r>(mut input: impl Read + 'r) -> io::Result<(Box<dyn Read + 'r>, Option<Compression>)> {
    let mut start = Vec::new();
    input.by_ref().take(MAGIC).read_to_end(&mut start)?;
    if is_cut_off(&start) {
        let why = "it ends within the first octets of a compressed file";
        return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
    }
    let compression = Compression::of(&start);
    let input = Cursor::new(start).chain(input);
    let reader: Box<dyn Read + 'r> = match compression {
        None => Box::new(input),
        Some(compression) => decoder(input, compression)?,
    };
    Ok((reader, compression))
}

/// Compresses what is written, at the default level of the format, or passes it on unchanged. Must be
/// [finished](Compressor::finish).
#[derive(Debug)]
pub struct Compressor<W: Write>(Output<W>);

#[derive(Debug)]
enum Output<W: Write> {
    Plain(W),
    Compressed(Encoder<W>),
}

impl<W: Write> Compressor<W> {
    /// Compresses into `output`; `None` passes octets on unchanged.
    ///
    /// # Errors
    /// Fails if the encoder cannot be set up or `output` cannot be written.
    pub fn new(output: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(Self(match compression {
            None => Output::Plain(output),
            Some(compression) => Output::Compressed(Encoder::new(output, compression)?),
        }))
    }

    /// Passes octets on to `output` unchanged.
    pub fn plain(output: W) -> Self {
        Self(Output::Plain(output))
    }

    /// The output.
    pub fn get_ref(&self) -> &W {
        match &self.0 {
            Output::Plain(output) => output,
            Output::Compressed(encoder) => encoder.get_ref(),
        }
    }

    /// Writes what is buffered and returns the output.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Output::Plain(output) => Ok(output),
            Output::Compressed(encoder) => encoder.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Output::Plain(output) => output,
            Output::Compressed(encoder) => encoder.writer(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.writer().write(octets)
    }

    fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        self.writer().write_all(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

#[cfg(all(test, feature = "compression"))]
mod tests {
    use super::*;

    const ALL: [Option<Compression>; 5] = [
        None,
        Some(Compression::Gzip),
        Some(Compression::Zstd),
        Some(Compression::Xz),
        Some(Compression::Bzip2),
    ];

    fn compressed(octets: &[u8], compression: Option<Compression>) -> Vec<u8> {
        let mut compressor = Compressor::new(Vec::new(), compression).unwrap();
        compressor.write_all(octets).unwrap();
        compressor.finish().unwrap()
    }

    #[test]
    fn compressed_files_are_recognised_and_decompressed() {
        for compression in ALL {
            for octets in [&b""[..], b"x", &b"Subject: x\n\n".repeat(5_000)] {
                // Two members, as after appending to a compressed mbox.
                let file = [compressed(octets, compression), compressed(octets, compression)].concat();
                let (mut reader, known) = decompressed(&file[..]).unwrap();
                assert_eq!(known, compression);
                let mut read = Vec::new();
                reader.read_to_end(&mut read).unwrap();
                assert!(read == [octets, octets].concat(), "{compression:?}");
            }
        }
    }

    #[test]
    fn a_truncated_file_is_an_error() {
        for compression in ALL.into_iter().flatten() {
            let file = compressed(&b"Subject: x\n\n".repeat(5_000), Some(compression));
            for end in [2, 3, 5, 8, 9, 11, file.len() - 3] {
                let read = decompressed(&file[..end]).and_then(|(mut r, _)| r.read_to_end(&mut Vec::new()));
                assert!(read.is_err(), "{compression:?} {end}");
            }
        }
    }
}
