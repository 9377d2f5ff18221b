//! Readers and writers of files that may be compressed.

#[cfg(feature = "compression")]
use super::codecs::{Encoder, decoder};
use super::compression::{Compression, is_cut_off};
#[cfg(not(feature = "compression"))]
use super::no_codecs::{Encoder, decoder};
use crate::mailbox::padding::Padding;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::num::NonZeroUsize;

/// The number of octets that show the compression format of a file.
const MAGIC: u64 = 10;

/// Returns a reader that reads `input`, and decompresses it if it is compressed. Also returns the compression
/// format.
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
/// Fails if `input` cannot be read, or ends within the magic number of a compression format. Also fails if
/// `input` is compressed and the feature `compression` is off.
pub fn decompressed<'r>(input: impl Read + 'r) -> io::Result<(Box<dyn Read + 'r>, Option<Compression>)> {
    padded(input).map(|(reader, compression, _)| (reader, compression))
}

/// Does the same as [`decompressed`], and also returns the counter of the padding (NULs) after
/// the compressed data.
pub(crate) fn padded<'r>(
    mut input: impl Read + 'r,
) -> io::Result<(Box<dyn Read + 'r>, Option<Compression>, Padding)> {
    let mut start = Vec::new();
    input.by_ref().take(MAGIC).read_to_end(&mut start)?;
    if is_cut_off(&start) {
        let why = "the compressed file was cut off within its first octets";
        return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
    }
    let compression = Compression::of(&start);
    let input = Cursor::new(start).chain(input);
    let padding = Padding::default();
    let reader: Box<dyn Read + 'r> = match compression {
        None => Box::new(input),
        Some(compression) => decoder(input, compression, &padding)?,
    };
    Ok((reader, compression, padding))
}

/// A writer that compresses octets, at the default level of the compression format. Without a format, the
/// writer passes the octets on unchanged. The caller must call [`finish`](Compressor::finish) at the end.
#[derive(Debug)]
pub struct Compressor<W: Write>(Encoder<W>);

impl<W: Write> Compressor<W> {
    /// Compresses octets into `output`. If `compression` is `None`, octets are passed on unchanged.
    ///
    /// # Errors
    /// Fails if the encoder cannot be set up or `output` cannot be written.
    pub fn new(output: W, compression: Option<Compression>) -> io::Result<Self> {
        Encoder::new(output, compression).map(Self)
    }

    /// Sets the number of threads that compress gzip from now on. Without this call, one thread compresses. The
    /// octets that are written do not depend on this number. Other formats are always compressed by the writing
    /// thread.
    pub fn set_jobs(&mut self, jobs: NonZeroUsize) {
        self.0.set_jobs(jobs);
    }

    /// Returns a writer that passes octets on to `output` unchanged.
    pub fn plain(output: W) -> Self {
        Self(Encoder::Plain(output))
    }

    /// The output.
    pub fn get_ref(&self) -> &W {
        self.0.get_ref()
    }

    /// Writes all buffered octets, and returns the output.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.0.writer().write(octets)
    }

    fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        self.0.writer().write_all(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.writer().flush()
    }
}

#[cfg(test)]
#[cfg(feature = "compression")]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

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
                // The file has two members, like an mbox to which compressed mail was appended.
                let file = [compressed(octets, compression), compressed(octets, compression)].concat();
                let (mut reader, known) = decompressed(&file[..]).unwrap();
                assert_eq!(known, compression);
                let mut read = Vec::new();
                reader.read_to_end(&mut read).unwrap();
                assert!(read == [octets, octets].concat(), "{compression:?}");
            }
        }
    }

    /// A reader that returns at most a few octets at a time, and is interrupted before each read.
    struct Slow<'o>(&'o [u8], usize, bool);

    impl Read for Slow<'_> {
        fn read(&mut self, octets: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(ErrorKind::Interrupted.into());
            }
            let most = octets.len().min(self.1);
            self.0.read(&mut octets[..most])
        }
    }

    /// Reads `file`, at most `most` octets at a time. Returns its content, and the number of octets of padding
    /// after it.
    fn read_padded(file: &[u8], most: usize) -> io::Result<(Vec<u8>, Option<u64>)> {
        let (mut reader, _, padding) = padded(Slow(file, most, false))?;
        let mut read = Vec::new();
        reader.read_to_end(&mut read)?;
        assert_eq!(reader.read_to_end(&mut Vec::new())?, 0);
        Ok((read, padding.take()))
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        #[test]
        fn only_nuls_behind_the_last_member_are_padding(
            members in vec(vec(0_u8..3, 0..40), 1..4),
            nuls in prop_oneof![0_usize..20, 65_000_usize..70_000],
            most in 1_usize..50,
            format in 0_usize..3,
            behind in vec(0_u8..3, 0..4),
        ) {
            let format = [Compression::Gzip, Compression::Zstd, Compression::Bzip2][format];
            let mut file: Vec<u8> = members.iter().flat_map(|octets| compressed(octets, Some(format))).collect();
            file.resize(file.len() + nuls, 0);
            let (read, padding) = read_padded(&file, most).unwrap();
            prop_assert_eq!(read, members.concat());
            prop_assert_eq!(padding.unwrap_or(0), nuls as u64);
            if behind.iter().any(|&octet| octet != 0) {
                file.extend(behind);
                prop_assert!(read_padded(&file, most).is_err());
            }
            // Reading fails if another member follows the padding. Otherwise that member would
            // be dropped silently.
            file.push(0);
            file.extend(compressed(b"x", Some(format)));
            prop_assert!(read_padded(&file, most).is_err());
        }
    }

    #[test]
    fn the_padding_that_the_xz_format_defines_is_read_over() {
        let member = compressed(b"x", Some(Compression::Xz));
        let file = [&*member, &[0; 8], &member, &[0; 512]].concat();
        assert_eq!(read_padded(&file, 7).unwrap(), (b"xx".to_vec(), None));
    }

    /// Reads `file`, at most `most` octets at a time, into buffers of `room` octets. Returns the octets up to
    /// the first error, and whether an error occurred.
    fn readable(file: &[u8], most: usize, room: usize) -> (Vec<u8>, bool) {
        let Ok((mut reader, _)) = decompressed(Slow(file, most, false)) else { return (Vec::new(), true) };
        let (mut read, mut buffer) = (Vec::new(), vec![0; room]);
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return (read, false),
                Ok(octets) => read.extend(&buffer[..octets]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return (read, true),
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(24))]

        #[test]
        fn what_is_read_before_an_error_does_not_depend_on_buffers(
            words in vec("[a-z]{1,200}", 1..100),
            copies in 1_usize..10,
            at in 0_usize..1_000_000,
            bit in 0_u32..8,
            is_cut: bool,
            most in 1_usize..5_000,
            room in 1_usize..50_000,
        ) {
            let octets = words.concat().repeat(copies).into_bytes();
            for compression in ALL.into_iter().flatten() {
                let mut file = compressed(&octets, Some(compression));
                let at = at % file.len();
                if is_cut { file.truncate(at) } else { file[at] ^= 1 << bit }
                let read = readable(&file, usize::MAX, 1 << 20);
                prop_assert!(read == readable(&file, most, room), "{:?}", compression);
                prop_assert!(!is_cut || octets.starts_with(&read.0), "{:?}", compression);
            }
        }
    }

    #[test]
    fn all_is_returned_that_stands_before_an_error() {
        for compression in ALL.into_iter().flatten() {
            let octets = b"Subject: x\n\n".repeat(50_000);
            let file = compressed(&octets, Some(compression));
            // In the first file, the checksum is wrong. In the second file, other octets follow the compressed
            // data.
            let mut wrong = file.clone();
            wrong[file.len() - 3] ^= 1;
            for damaged in [wrong, [&*file, b"garbage"].concat()] {
                assert!(readable(&damaged, usize::MAX, 1 << 20) == (octets.clone(), true), "{compression:?}");
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
