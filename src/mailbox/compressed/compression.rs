//! Compression formats. They are recognised by the first octets of a file or by the name of the file.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A compression format.
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

impl Compression {
    /// The compression format of a file that starts with `octets`; `None` if the file is not compressed.
    ///
    /// ```
    /// use mailutf::mailbox::compressed::Compression;
    /// assert_eq!(Compression::of(b"\x1F\x8B\x08\x00rest"), Some(Compression::Gzip));
    /// assert_eq!(Compression::of(b"From: a@b.org"), None);
    /// ```
    pub fn of(octets: &[u8]) -> Option<Self> {
        let is_start = |magic: &[u8]| octets.len() >= magic.len() && are_alike(octets, magic);
        STARTS.iter().find(|(_, magic)| is_start(magic)).map(|(compression, _)| *compression)
    }

    /// The compression format that the extension of the file name shows; `None` for other names.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            "xz" => Some(Self::Xz),
            "bz2" => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// Fails if the file at `path` is empty although its name is the name of a compressed file. A compressed
    /// file is never empty, so such a file was cut off.
    ///
    /// ```
    /// use mailutf::mailbox::compressed::Compression;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("1998.mbox.gz");
    /// # std::fs::write(&path, "")?;
    /// assert!(Compression::refuse_empty(&path, &path.metadata()?).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Fails with [`ErrorKind::UnexpectedEof`].
    pub fn refuse_empty(path: &Path, metadata: &Metadata) -> io::Result<()> {
        if metadata.is_file() && metadata.len() == 0 && Self::of_name(path).is_some() {
            let why = "the compressed file is empty; it was cut off";
            return Err(io::Error::new(ErrorKind::UnexpectedEof, why));
        }
        Ok(())
    }
}

/// The first octets of compressed files. For bzip2, they contain the compression level, here 9, and the magic
/// number of a block or of the end of the stream.
const STARTS: [(Compression, &[u8]); 5] = [
    (Compression::Gzip, &[0x1F, 0x8B, 8]),
    (Compression::Zstd, &[0x28, 0xB5, 0x2F, 0xFD]),
    (Compression::Xz, b"\xFD7zXZ\0"),
    (Compression::Bzip2, b"BZh9\x31\x41\x59\x26\x53\x59"),
    (Compression::Bzip2, b"BZh9\x17\x72\x45\x38\x50\x90"),
];

/// Whether `octets` and `magic` are equal up to the end of the shorter one. The compression level in the
/// magic number of bzip2 (`9` in `magic`) is not compared.
fn are_alike(octets: &[u8], magic: &[u8]) -> bool {
    let is_level = |octet: &u8, wanted: &u8| *wanted == b'9' && matches!(octet, b'1'..=b'9');
    octets.iter().zip(magic).all(|(octet, wanted)| octet == wanted || is_level(octet, wanted))
}

/// Whether `octets`, the content of a whole file, is an incomplete magic number of a compression format. One
/// octet is not enough to tell.
pub(super) fn is_cut_off(octets: &[u8]) -> bool {
    let is_cut = |magic: &[u8]| magic.len() > octets.len() && are_alike(octets, magic);
    octets.len() > 1 && STARTS.iter().any(|(_, magic)| is_cut(magic))
}
