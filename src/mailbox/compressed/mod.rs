//! Compressed files: gzip (RFC 1952), Zstandard (RFC 8878), xz and bzip2, each in any number of members.
//!
//! Reading and writing them takes the feature `compression`; without it they are recognised and refused. A file is known by
//! its first octets, whatever its name. What is cut off is an error, never a short mailbox.

#[cfg(feature = "compression")]
mod codecs;
#[cfg(not(feature = "compression"))]
#[path = "refused.rs"]
mod codecs;

use codecs::Encoder;
use std::ffi::OsStr;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::path::Path;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// `.gz`.
    Gzip,
    /// `.zst`.
    Zstd,
    /// `.xz`.
    Xz,
    /// `.bz2`.
    Bzip2,
}

/// Octets that are looked at to know how a file is compressed.
const MAGIC: u64 = 10;

impl Compression {
    /// How a file that starts with `octets` is compressed; `None` where it is not.
    ///
    /// ```
    /// use mailutf::mailbox::compressed::Compression;
    /// assert_eq!(Compression::of(b"\x1F\x8B\x08\x00rest"), Some(Compression::Gzip));
    /// assert_eq!(Compression::of(b"From: a@b.org"), None);
    /// ```
    pub fn of(octets: &[u8]) -> Option<Self> {
        match octets {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // Level, then the magic number of a block or of the end.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// How a file of this name is to be compressed.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            "xz" => Some(Self::Xz),
            "bz2" => Some(Self::Bzip2),
            _ => None,
        }
    }
}

/// Whether a file that is `octets` and nothing more was cut off in the first octets of its compressed form. Of a single
/// octet that is not known.
fn is_cut_off(octets: &[u8]) -> bool {
    const STARTS: [&[u8]; 5] = [
        &[0x1F, 0x8B, 8],
        &[0x28, 0xB5, 0x2F, 0xFD],
        b"\xFD7zXZ\0",
        b"BZh9\x31\x41\x59\x26\x53\x59",
        b"BZh9\x17\x72\x45\x38\x50\x90",
    ];
    let mut start = octets.to_vec();
    if let [b'B', b'Z', b'h', level @ b'1'..=b'9', ..] = &mut *start {
        *level = b'9';
    }
    start.len() > 1 && STARTS.iter().any(|whole| whole.len() > start.len() && whole.starts_with(&start))
}

/// What is in the file that `input` reads, and how that is compressed.
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
/// What `input` says, and where a compressed file ends within its first octets.
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
        Some(compression) => codecs::decoder(input, compression)?,
    };
    Ok((reader, compression))
}

/// Compresses what is written, at the usual level of each form, or passes it on. Must be
/// [finished](Compressor::finish).
#[derive(Debug)]
pub struct Compressor<W: Write>(Output<W>);

#[derive(Debug)]
enum Output<W: Write> {
    Plain(W),
    Compressed(Encoder<W>),
}

impl<W: Write> Compressor<W> {
    /// Compresses into `output`.
    ///
    /// # Errors
    /// What `output` says.
    pub fn new(output: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(Self(match compression {
            None => Output::Plain(output),
            Some(compression) => Output::Compressed(Encoder::new(output, compression)?),
        }))
    }

    /// Passes on to `output`.
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

    /// Writes what is left and gives the output back.
    ///
    /// # Errors
    /// What the output says.
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
    fn what_is_compressed_is_known_and_decompressed() {
        for compression in ALL {
            for octets in [&b""[..], b"x", &b"Subject: x\n\n".repeat(5_000)] {
                // Two members, as appending to a compressed mbox makes them.
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
    fn what_is_cut_off_is_an_error() {
        for compression in ALL.into_iter().flatten() {
            let file = compressed(&b"Subject: x\n\n".repeat(5_000), Some(compression));
            for end in [2, 3, 5, 8, 9, 11, file.len() - 3] {
                let read = decompressed(&file[..end]).and_then(|(mut r, _)| r.read_to_end(&mut Vec::new()));
                assert!(read.is_err(), "{compression:?} {end}");
            }
        }
    }
}
