//! Compression formats, recognised by the first octets of a file or by its name.

use std::ffi::OsStr;
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
    /// The compression format of a file that starts with `octets`; `None` if it is not compressed.
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

    /// The compression format for a file of this name, by its extension.
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

/// Whether the whole file is `octets` and these are an incomplete magic number of a compression format. A
/// single octet is not enough to tell.
pub(super) fn is_cut_off(octets: &[u8]) -> bool {
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
