//! Recognizes binary data that is labelled as text, such as `text/plain`. Decoding would destroy such data. All
//! functions take linear time.

use crate::charset::Charset;
use crate::text::evidence::by_code_units;
use mailutf_codecs::internal::LineStarts;

/// The first octets of files in binary formats, and the names of the formats.
const MAGIC: [(&[u8], &str); 13] = [
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "a ZIP file (.docx, .xlsx and .odt are ZIP files, too)"),
    (b"\x89PNG\r\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"\xFF\xD8\xFF", "JPEG"),
    (b"\x1F\x8B\x08", "gzip"),
    (b"BZh91AY&SY", "bzip2"),
    (b"\xFD7zXZ\0", "xz"),
    (b"7z\xBC\xAF\x27\x1C", "7-Zip"),
    (b"Rar!\x1A\x07", "RAR"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an OLE file (an old .doc, .xls or .msg)"),
    (b"\x7FELF", "ELF"),
];

/// The start of the line that precedes data in yEnc 1.3, an encoding of binary data.
const YENC: &[u8] = b"=ybegin ";
/// The starts of lines that begin with `=`, as the first line of yEnc does.
const EQUALS: LineStarts = LineStarts::new(b'\n', b"=");

/// Octets with a NUL are binary data if they have too many control characters: more than 1 plus the number of octets
/// divided by this constant.
const TEXT_PER_CONTROL: usize = 32;

/// Returns the reason why `octets`, labelled as `charset`, are binary data, or `None` if they are text.
///
/// The octets are binary data in three cases: they begin like a file in a binary format, they are in yEnc, or they
/// have NULs and more control characters than text has. The last case applies only if the code units of the charset
/// are octets. A few NULs are mere damage and stay in the text. NULs at the end also stay: they show that a program
/// has sent its whole buffer. The function takes linear time.
pub(crate) fn evidence(octets: &[u8], charset: Option<Charset>) -> Option<String> {
    evidence_under(octets, || charset)
}

/// Does the same as [`evidence`], but calls `charset` only if the charset matters, which is rare.
pub(crate) fn evidence_under(octets: &[u8], charset: impl FnOnce() -> Option<Charset>) -> Option<String> {
    let is_wide =
        || has_mark(octets) || charset().is_some_and(Charset::is_wide) || by_code_units(octets).is_some();
    by_form(octets, is_wide).or_else(|| is_yenc(octets).then(|| "it is in yEnc".into()))
}

/// Whether `octets` are binary data in some charset. If not, they are no binary data in any.
pub(crate) fn may_be_data(octets: &[u8]) -> bool {
    evidence_in_octets(octets).is_some() || is_yenc(octets)
}

fn is_yenc(octets: &[u8]) -> bool {
    let begins = |line: &usize| octets.get(*line..).is_some_and(|line| line.starts_with(YENC));
    let next = |line: &usize| EQUALS.find(octets, *line);
    // Valid UTF-8 is not in yEnc: it is a text that mentions yEnc.
    std::iter::successors(Some(0), next).any(|line| begins(&line)) && std::str::from_utf8(octets).is_err()
}

/// Returns the reason why `octets`, in a charset whose code units are octets, are binary data, or `None` if they are
/// text. This function does not search for yEnc.
pub(crate) fn evidence_in_octets(octets: &[u8]) -> Option<String> {
    by_form(octets, || false)
}

/// Whether `octets` begin with the byte order mark of UTF-16.
fn has_mark(octets: &[u8]) -> bool {
    octets.starts_with(b"\xFE\xFF") || octets.starts_with(b"\xFF\xFE")
}

fn by_form(octets: &[u8], is_wide: impl FnOnce() -> bool) -> Option<String> {
    if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| octets.starts_with(magic)) {
        return Some(format!("starts like {format}"));
    }
    let nul = memchr::memchr(0, octets)?;
    if octets.iter().skip(nul).all(|octet| *octet == 0) || is_wide() {
        return None;
    }
    let control = |octet: &&u8| matches!(octet, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F);
    let controls = octets.iter().filter(control).count();
    (controls > 1 + octets.len() / TEXT_PER_CONTROL).then(|| format!("NUL at octet {nul} of its data"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_distinguished_from_text() {
        let data: [(&[u8], _); 5] = [
            (b"%PDF-1.7 \xE4", None),
            (b"MZ\x90\0\x03\0\0\0", Some(Charset::WINDOWS_1252)),
            (b"H\0i\0", Some(Charset::WINDOWS_1252)),
            (b"\x7FELF\x01", Some(Charset::UTF_16)),
            (b"a\r\n=ybegin line=128\r\n\xAA", None),
        ];
        for (octets, charset) in data {
            assert!(evidence(octets, charset).is_some(), "{octets:?}");
        }
        let text: [(&[u8], _); 8] = [
            (b"H\0i\0!\0!\0", Some(Charset::WINDOWS_1252)),
            (b"plain \x1B$B text", None),
            (b"H\0i\0", Some(Charset::UTF_16)),
            (b"\xFF\xFEH\0i\0", None),
            (b"a text of 32 octets with\0one NUL\n", Some(Charset::WINDOWS_1252)),
            (b"one\0NUL", Some(Charset::WINDOWS_1252)),
            (b"a buffer\0\0\0\0\0\0\0\0", None),
            (b"\0\0", None),
        ];
        for (octets, charset) in text {
            assert_eq!(evidence(octets, charset), None, "{octets:?}");
        }
    }
}
