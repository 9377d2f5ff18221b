//! Text that is no text: data that somebody labelled `text/plain`, which decoding would destroy.
//!
//! Linear time, in a look for NUL.

use super::evidence::is_wide;
use crate::charset::Charset;

/// What files of other formats start with, and their names.
const MAGIC: [(&[u8], &str); 13] = [
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x89PNG\r\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"\xFF\xD8\xFF", "JPEG"),
    (b"\x1F\x8B\x08", "gzip"),
    (b"BZh91AY&SY", "bzip2"),
    (b"\xFD7zXZ\0", "xz"),
    (b"7z\xBC\xAF\x27\x1C", "7-Zip"),
    (b"Rar!\x1A\x07", "RAR"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "OLE"),
    (b"\x7FELF", "ELF"),
];

/// Why `octets`, labelled as `charset`, are data rather than text: a magic number, or a NUL in a charset of
/// octets.
pub fn evidence(octets: &[u8], charset: Option<Charset>) -> Option<String> {
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| octets.starts_with(magic)) {
        return Some(format!("starts like {format}"));
    }
    let marked = octets.starts_with(b"\xFE\xFF") || octets.starts_with(b"\xFF\xFE");
    let wide = marked || charset.is_some_and(is_wide);
    let nul = memchr::memchr(0, octets).filter(|_| !wide)?;
    Some(format!("NUL at octet {nul}"))
}
