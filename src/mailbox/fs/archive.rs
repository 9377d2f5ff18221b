//! ZIP and tar archives that contain mail, such as the archives of Google Takeout. They are recognised by the
//! names of their entries. They are not read, because unpacking is the work of other programs.
//!
//! Files of many formats are ZIP archives, such as `.docx` and `.jar`. So an archive is taken for an archive with mail
//! only if one of its entries has the name of a mail file, such as `Sent.mbox`.

use crate::mailbox::compressed::decompressed;
use std::io::{self, Read, Seek, SeekFrom};

/// The format of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveFormat {
    /// ZIP (APPNOTE.TXT of PKWARE).
    Zip,
    /// A tar archive (POSIX.1-1988, section 10.1.1), compressed or not.
    Tar,
}

/// An archive that contains mail.
///
/// ```
/// use mailutf::internal::{ArchiveFormat, MailArchive};
/// use std::io::Cursor;
/// let mut header = [0; 1024];
/// header[..9].copy_from_slice(b"Sent.mbox");
/// header[257..262].copy_from_slice(b"ustar");
/// let archive = MailArchive::of(Cursor::new(header))?.unwrap();
/// assert_eq!((archive.format, &*archive.entry), (ArchiveFormat::Tar, &b"Sent.mbox"[..]));
/// assert_eq!(MailArchive::of(Cursor::new(b"From: a@b\n\n"))?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MailArchive {
    /// The format of the archive.
    pub format: ArchiveFormat,
    /// The name of the first entry with the name of an mbox, such as `Sent.mbox`. If there is none, the name of the
    /// first entry with the name of a message, such as `1.eml`. The name is not escaped, so do not write it to a
    /// terminal.
    pub entry: Vec<u8>,
}

/// The limits of the search for mail in an archive. `EXAMINED` is the maximum number of octets that are read from the
/// list of entries of a ZIP archive, or from the decompressed content of a compressed tar archive. `ENTRIES` is the
/// maximum number of entries of a tar archive that are examined.
const EXAMINED: u64 = 4 << 20;
const ENTRIES: usize = 10_000;

impl MailArchive {
    /// Returns the archive in `file`, if `file` is an archive that contains mail. At most 4 MiB are read from the list
    /// of entries of a ZIP archive, or from the decompressed content of a compressed tar archive. At most 10,000
    /// entries of a tar archive are examined.
    ///
    /// # Errors
    /// Fails if `file` cannot be read.
    pub fn of(mut file: impl Read + Seek) -> io::Result<Option<Self>> {
        file.rewind()?;
        let mut start = Vec::new();
        file.by_ref().take(ZIP_ENTRY.len() as u64).read_to_end(&mut start)?;
        let (format, entry) = match start == ZIP_ENTRY {
            true => (ArchiveFormat::Zip, mail_in_zip(&mut file)?),
            false => (ArchiveFormat::Tar, mail_in_tar(&mut file)?),
        };
        Ok(entry.map(|entry| Self { format, entry }))
    }

    /// Whether the name of the entry is that of an mbox. Otherwise, the name is that of a single message.
    pub fn holds_mbox(&self) -> bool {
        is_mbox(&self.entry)
    }
}

/// Returns the better of two names of entries: the first name, unless only the second name is that of an mbox. If there
/// is no first name, returns the second name if it is that of an mbox or of a message.
fn better(one: Option<Vec<u8>>, other: &[u8]) -> Option<Vec<u8>> {
    match one {
        None if is_mbox(other) || is_message(other) => Some(other.to_vec()),
        Some(one) if is_mbox(other) && !is_mbox(&one) => Some(other.to_vec()),
        one => one,
    }
}

fn is_mbox(name: &[u8]) -> bool {
    ends(name, b".mbox")
}

/// Whether `name` is the name of a message: it has the extension of a message, or the flags of a Maildir message
/// (`:2,`).
fn is_message(name: &[u8]) -> bool {
    let file = name.rsplit(|octet| *octet == b'/').next().unwrap_or_default();
    ends(name, b".eml") || ends(name, b".emlx") || file.windows(3).any(|octets| octets == b":2,")
}

fn ends(name: &[u8], end: &[u8]) -> bool {
    let start = name.len().checked_sub(end.len());
    start.is_some_and(|start| name.split_at(start).1.eq_ignore_ascii_case(end))
}

/// The signatures of records in a ZIP archive (APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.14 and 4.3.16).
const ZIP_ENTRY: &[u8] = b"PK\x03\x04";
const ZIP_LISTED: &[u8] = b"PK\x01\x02";
const ZIP64_END: &[u8] = b"PK\x06\x06";
const ZIP_END: &[u8] = b"PK\x05\x06";
/// The lengths in octets of records in a ZIP archive: the fixed part of an entry in the list, the ZIP64
/// end record, the locator (section 4.3.15, the record before the end record), and the fixed part of
/// the end record.
const LISTED: usize = 46;
const ZIP64: usize = 56;
const LOCATOR: usize = 20;
const END: usize = 22;
/// The maximum length, in octets, of the comment at the end of a ZIP archive.
const COMMENT: usize = 0xFFFF;

/// Searches the list of entries at the end of a ZIP archive for an entry with the name of a mail file, and returns this
/// name. See [`better`] for the choice between several such entries.
fn mail_in_zip(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<u8>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = length.min((LOCATOR + END + COMMENT) as u64);
    let tail = octets_at(file, length - tail, tail)?;
    let Some(end) = memchr::memmem::rfind(&tail, ZIP_END) else { return Ok(None) };
    let mut start = number(&tail, end + 16, 4);
    if start == u64::from(u32::MAX) {
        let locator = end.checked_sub(LOCATOR).map_or(0, |locator| number(&tail, locator + 8, 8));
        let zip64 = octets_at(file, locator, ZIP64 as u64)?;
        if !zip64.starts_with(ZIP64_END) {
            return Ok(None);
        }
        start = number(&zip64, 48, 8);
    }
    let list = octets_at(file, start, EXAMINED)?;
    let (mut rest, mut best) = (&list[..], None);
    while rest.starts_with(ZIP_LISTED) {
        let length = |at| usize::try_from(number(rest, at, 2)).unwrap_or_default();
        let (name, more) = (length(28), length(30) + length(32));
        best = better(best, rest.get(LISTED..LISTED + name).unwrap_or_default());
        rest = rest.get(LISTED + name + more..).unwrap_or_default();
    }
    Ok(best)
}

/// Reads `most` octets from `offset` on, or fewer octets if the file ends earlier.
fn octets_at(file: &mut (impl Read + Seek), offset: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut octets = Vec::new();
    let end = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(offset.min(end)))?;
    file.take(most).read_to_end(&mut octets)?;
    Ok(octets)
}

/// The number in the `length` octets from `at` on, with the least significant octet first; 0 if `octets` ends
/// earlier.
fn number(octets: &[u8], at: usize, length: usize) -> u64 {
    let octets = octets.get(at..at + length).unwrap_or_default();
    octets.iter().rev().fold(0, |number, octet| number << 8 | u64::from(*octet))
}

/// The size of a block of a tar archive, and the maximum length of a name that is read, in octets.
const BLOCK: u64 = 512;
const NAME: u64 = 4096;
/// The largest accepted size of an entry, in octets. A header that states a larger size is damaged.
const LARGEST: u64 = 1 << 60;

/// Searches a tar archive for an entry with the name of a mail file, and returns this name. If the archive is
/// compressed, at most `EXAMINED` decompressed octets are read. If it is not compressed, the content of the entries is
/// skipped.
fn mail_in_tar(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<u8>>> {
    file.rewind()?;
    let is_compressed = decompressed(&mut *file)?.1.is_some();
    file.rewind()?;
    match is_compressed {
        true => {
            let mut input = decompressed(file)?.0.take(EXAMINED);
            entries(|size| {
                let mut octets = Vec::new();
                // If the data is damaged, the archive is treated as if it ended at the damage.
                let read = input.by_ref().take(size.min(NAME)).read_to_end(&mut octets);
                let mut rest = input.by_ref().take(size.saturating_sub(NAME));
                let _ = read.and_then(|_| io::copy(&mut rest, &mut io::sink()));
                Ok(octets)
            })
        }
        false => entries(|size| {
            let mut octets = Vec::new();
            file.take(size.min(NAME)).read_to_end(&mut octets)?;
            if let Ok(rest @ 1..) = i64::try_from(size.saturating_sub(NAME)) {
                file.seek_relative(rest)?;
            }
            Ok(octets)
        }),
    }
}

/// Searches the headers of a tar archive for an entry with the name of a mail file, and returns this name. `next` is
/// called with a number of octets. It moves forward by this number of octets in the archive, and returns the first
/// octets that it passes.
fn entries(mut next: impl FnMut(u64) -> io::Result<Vec<u8>>) -> io::Result<Option<Vec<u8>>> {
    let (mut best, mut long_name) = (None, None);
    for _ in 0..ENTRIES {
        let header = next(BLOCK)?;
        if !header.get(257..).is_some_and(|magic| magic.starts_with(b"ustar")) {
            break;
        }
        let Some(size) = size(&header) else { break };
        let content = next(size.div_ceil(BLOCK).saturating_mul(BLOCK))?;
        match header.get(156) {
            // An entry of this type contains the name of the next entry. GNU tar writes the type `L`, and POSIX.1-2001
            // defines the type `x`.
            Some(b'L') => long_name = content.split(|octet| *octet == 0).next().map(<[u8]>::to_vec),
            Some(b'x') => long_name = path_record(&content).or(long_name),
            _ => {
                let name = long_name.take().unwrap_or_else(|| name(&header));
                best = better(best, &name);
                if best.as_deref().is_some_and(is_mbox) {
                    break;
                }
            }
        }
    }
    Ok(best)
}

/// The size of the content, from the header of an entry. The size is written in octal digits or, by GNU tar
/// for large files, as a binary number with the most significant octet first.
fn size(header: &[u8]) -> Option<u64> {
    let field = header.get(124..136)?;
    let size = match std::str::from_utf8(field).map(|digits| digits.trim_matches(['\0', ' '])) {
        Ok("") => 0,
        Ok(digits) => u64::from_str_radix(digits, 8).ok()?,
        Err(_) => field.get(4..)?.iter().fold(0, |size, octet| size << 8 | u64::from(*octet)),
    };
    Some(size).filter(|size| *size <= LARGEST)
}

/// The name of an entry, from its header. In the POSIX format, a long path can be divided into a prefix field
/// and a name field.
fn name(header: &[u8]) -> Vec<u8> {
    let text = |from: usize, to: usize| {
        let field = header.get(from..to).unwrap_or_default();
        field.split(|octet| *octet == 0).next().unwrap_or_default()
    };
    let is_posix = header.get(257..).is_some_and(|magic| magic.starts_with(b"ustar\0"));
    match text(345, 500) {
        before if is_posix && !before.is_empty() => [before, b"/", text(0, 100)].concat(),
        _ => text(0, 100).to_vec(),
    }
}

/// The path in the records of an extended header. A record is `LENGTH path=VALUE` and a line end.
fn path_record(records: &[u8]) -> Option<Vec<u8>> {
    let start = memchr::memmem::find(records, b" path=")? + b" path=".len();
    let value = records.get(start..)?;
    Some(value.split(|octet| *octet == b'\n').next()?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    /// Returns a tar archive with files of these names, each of `size` octets.
    fn tar(names: &[&str], size: usize) -> Vec<u8> {
        let mut archive = Vec::new();
        for name in names {
            let mut header = [0; BLOCK as usize];
            header[..name.len()].copy_from_slice(name.as_bytes());
            header[124..136].copy_from_slice(format!("{size:011o} ").as_bytes());
            header[257..263].copy_from_slice(b"ustar\0");
            archive.extend(header);
            archive.resize(archive.len() + size.next_multiple_of(BLOCK as usize), b'x');
        }
        archive.resize(archive.len() + 2 * BLOCK as usize, 0);
        archive
    }

    /// Returns a ZIP archive with files of these names. If `zip64` is true, the archive has the additional
    /// records of large archives (ZIP64), and the list of entries is found through them.
    fn zip(names: &[&str], zip64: bool) -> Vec<u8> {
        let mut archive = ZIP_ENTRY.to_vec();
        archive.resize(1000, 0);
        let list = archive.len() as u64;
        for name in names {
            let mut listed = [ZIP_LISTED, &[0; LISTED - 4]].concat();
            listed[28] = u8::try_from(name.len()).unwrap();
            listed[30] = 2;
            archive.extend([&listed[..], name.as_bytes(), b"\0\0"].concat());
        }
        let end64 = archive.len() as u64;
        if zip64 {
            archive.extend([ZIP64_END, &[0; 44], &list.to_le_bytes()].concat());
            archive.extend([b"PK\x06\x07", &[0; 4][..], &end64.to_le_bytes(), &[0; 4]].concat());
        }
        let list = if zip64 { u32::MAX } else { u32::try_from(list).unwrap() };
        archive.extend([ZIP_END, &[0; 12], &list.to_le_bytes(), &[0; 2]].concat());
        archive
    }

    fn found(archive: &[u8]) -> Option<(ArchiveFormat, String)> {
        let found = MailArchive::of(Cursor::new(archive)).unwrap()?;
        Some((found.format, String::from_utf8(found.entry).unwrap()))
    }

    const NAMES: [(&[&str], Option<&str>); 6] = [
        (&["Takeout/archive_browser.html", "Takeout/Mail/All mail.mbox"], Some("Takeout/Mail/All mail.mbox")),
        (&["a.eml", "b.MBOX"], Some("b.MBOX")),
        (&["Maildir/cur/1.host:2,S", "x"], Some("Maildir/cur/1.host:2,S")),
        (&["word/document.xml", "[Content_Types].xml"], None),
        (&["mbox", "x.mbox.html", "eml"], None),
        (&[], None),
    ];

    #[test]
    fn mail_is_found_by_the_names_of_entries() {
        for (names, expected) in NAMES {
            let in_format = |format| expected.map(|name| (format, name.to_owned()));
            for size in [0, 1, 512, 100_000] {
                assert_eq!(found(&tar(names, size)), in_format(ArchiveFormat::Tar), "{names:?}");
            }
            for zip64 in [false, true] {
                assert_eq!(found(&zip(names, zip64)), in_format(ArchiveFormat::Zip), "{names:?}");
            }
        }
    }

    #[cfg(feature = "compression")]
    #[test]
    fn a_tar_archive_may_be_compressed() {
        use crate::mailbox::compressed::{Compression, Compressor};
        use std::io::Write;
        for (names, expected) in NAMES {
            let mut packed = Compressor::new(Vec::new(), Some(Compression::Gzip)).unwrap();
            packed.write_all(&tar(names, 1000)).unwrap();
            let found = found(&packed.finish().unwrap());
            assert_eq!(found, expected.map(|name| (ArchiveFormat::Tar, name.to_owned())), "{names:?}");
        }
    }

    #[test]
    fn long_names_are_read_in_both_forms() {
        let long = format!("{}/x.mbox", "a".repeat(200));
        for (kind, content) in [(b'L', format!("{long}\0")), (b'x', format!("219 path={long}\n"))] {
            let mut archive = tar(&["short"], content.len());
            archive[156] = kind;
            archive[BLOCK as usize..][..content.len()].copy_from_slice(content.as_bytes());
            archive.truncate(2 * BLOCK as usize);
            archive.extend(tar(&["other"], 0));
            assert_eq!(found(&archive), Some((ArchiveFormat::Tar, long.clone())));
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(64))]

        /// An archive with damaged octets is examined without an error, because an error would end a run on a
        /// whole tree of files.
        #[test]
        fn damage_is_no_error(zip64 in any::<bool>(), damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20)) {
            for mut archive in [tar(&["a", "b.mbox"], 700), zip(&["a", "b.mbox"], zip64)] {
                for (at, octet) in &damage {
                    let at = at.index(archive.len());
                    archive[at] = *octet;
                }
                prop_assert!(MailArchive::of(Cursor::new(archive)).is_ok());
            }
        }
    }
}
