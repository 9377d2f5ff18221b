//! File formats that mailutf does not read. They are recognised by the first octets of a file. A file in such a
//! format is not a message, and changing a single octet would destroy it.

use crate::span::Span;
use crate::syntax::header_block::header_block;
use std::fmt;

/// A file format that mailutf does not read. `Display` writes its name, such as "a PDF document".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedFormat {
    name: &'static str,
    kind: Kind,
}

/// The kind of data in the files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mail,
    /// An archive of other files, some of which may be mail.
    Files,
    Other,
}

impl UnsupportedFormat {
    /// The unsupported format of a file that starts with `octets`; `None` if no such format is recognised.
    ///
    /// ```
    /// use mailutf::mailbox::UnsupportedFormat;
    /// let format = UnsupportedFormat::of(b"BABYL OPTIONS:\nVersion: 5\n").unwrap();
    /// assert!(format.holds_mail());
    /// assert_eq!(UnsupportedFormat::of(b"Subject: x\n"), None);
    /// ```
    pub fn of(octets: &[u8]) -> Option<Self> {
        let listed = |(magics, format): &(&[&[u8]], Self)| {
            magics.iter().any(|magic| octets.starts_with(magic)).then_some(*format)
        };
        FORMATS.iter().find_map(listed).or_else(|| shaped(octets))
    }

    /// Whether files of this format hold only mail.
    pub const fn holds_mail(self) -> bool {
        matches!(self.kind, Kind::Mail)
    }

    /// Whether files of this format are archives that may contain files with mail.
    #[cfg(all(unix, feature = "files"))]
    pub(crate) fn is_archive(self) -> bool {
        self.kind == Kind::Files
    }
}

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn mailbox(name: &'static str) -> UnsupportedFormat {
    UnsupportedFormat { name, kind: Kind::Mail }
}

const fn other(name: &'static str) -> UnsupportedFormat {
    UnsupportedFormat { name, kind: Kind::Other }
}

const fn archive(name: &'static str) -> UnsupportedFormat {
    UnsupportedFormat { name, kind: Kind::Files }
}

/// Formats that are recognised by their first octets.
const FORMATS: &[(&[&[u8]], UnsupportedFormat)] = &[
    (&[b"BABYL OPTIONS:"], mailbox("a Babyl file of Emacs Rmail")),
    (&[b"#! rnews "], mailbox("a batch of news articles (rnews)")),
    (&[b"#! cunbatch", b"#! gunbatch", b"#! zunbatch"], mailbox("a compressed batch of news articles")),
    (&[b"*mbx*\r\n"], mailbox("an MBX mailbox of UW IMAP")),
    (&[b":msg:"], mailbox("a MIX mailbox of UW IMAP")),
    (&[b"!BDN"], mailbox("a data file of Outlook (PST or OST)")),
    (&[b"\xCF\xAD\x12\xFE", b"JMF9", b"JMF6"], mailbox("a folder of Outlook Express")),
    (&[b"MSrc"], mailbox("a message of Outlook for Mac")),
    (&[b"\x78\x9F\x3E\x22"], mailbox("a TNEF file of Outlook (winmail.dat)")),
    (&[b"\x1A\0\0\x04"], mailbox("a database of Lotus Notes")),
    (&[b"\x20\x06\x79\x19", b"\x21\x09\x70\x19"], mailbox("a folder of The Bat!")),
    (&[b"AOLVM100"], mailbox("a filing cabinet of AOL")),
    (
        &[b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"],
        other("an OLE document, the format in which Outlook saves a message"),
    ),
    (&[b"PK\x03\x04", b"PK\x05\x06"], archive("a ZIP archive (.docx, .xlsx and .odt are ZIP archives, too)")),
    (&[b"7z\xBC\xAF\x27\x1C"], other("a 7z archive")),
    (&[b"Rar!\x1A\x07"], other("a RAR archive")),
    (
        &[
            b"\x1F\x8B\x08",
            b"\x1F\x9D",
            b"\x1F\xA0",
            b"LZIP\x01",
            b"\x04\x22\x4D\x18",
            b"\xFD7zXZ\0",
            b"\x28\xB5\x2F\xFD",
        ],
        other("a compressed file"),
    ),
    (&[b"%PDF-"], other("a PDF document")),
    (&[b"SQLite format 3\0"], other("a database of SQLite")),
];

/// The offset of the magic number in a tar archive, and the magic number itself (POSIX.1-1988 section 10.1.1).
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Recognises formats that cannot be recognised by fixed octets at the start of the file.
fn shaped(octets: &[u8]) -> Option<UnsupportedFormat> {
    let (at, tar) = TAR;
    let line = octets.split(|&octet| octet == b'\n').next().unwrap_or_default();
    if is_bzip2(octets) {
        Some(other("a compressed file"))
    } else if octets.get(at..).is_some_and(|octets| octets.starts_with(tar)) {
        Some(archive("a tar archive"))
    } else if is_batch_smtp(octets) {
        Some(mailbox("a batch of SMTP commands"))
    } else if is_mtx(line) {
        Some(mailbox("an MTX mailbox of UW IMAP"))
    } else if is_dbox(octets, line) {
        Some(mailbox("a dbox file of Dovecot"))
    } else if is_pegasus(octets) {
        Some(mailbox("a folder of Pegasus Mail"))
    } else if is_mbox_with_cr(octets) {
        Some(mailbox(
            "an mbox whose lines end with CR alone; `tr '\\r' '\\n' <FILE >NEW` turns it into an mbox that can be read",
        ))
    } else {
        None
    }
}

/// Whether the file starts with `BZh`, a compression level, and the magic number of a bzip2 block.
fn is_bzip2(octets: &[u8]) -> bool {
    matches!(octets, [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..])
}

/// Whether the file holds SMTP commands (RFC 2442): one command in the first line, and another command in a
/// later line.
fn is_batch_smtp(octets: &[u8]) -> bool {
    let starts = |line: &[u8], command: &str| {
        let start = Span::new(0, command.len()).slice(line);
        start.eq_ignore_ascii_case(command.as_bytes())
    };
    let mut lines = octets.split(|&octet| octet == b'\n');
    let first = lines.next().unwrap_or_default();
    let is_first = ["HELO ", "EHLO ", "LHLO ", "MAIL FROM:"].iter().any(|command| starts(first, command));
    is_first && lines.any(|line| starts(line, "MAIL FROM:") || starts(line, "RCPT TO:"))
}

/// Whether the file starts with a `From ` line and a message header below it, and the lines of both end with CR
/// alone.
fn is_mbox_with_cr(octets: &[u8]) -> bool {
    octets.starts_with(b"From ") && {
        let header = header_block(octets, Span::new(0, octets.len()));
        header.bare_cr && header.malformed.first().is_some_and(|line| line.start == 0)
    }
}

/// Whether `line` can come before a message in an MTX mailbox. Such a line contains the date, the size and
/// the flags of the message, as in `12-Jan-2024 03:04:05 +0000,1234;000000000001-00000001`.
fn is_mtx(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_date = matches!(line, [_, b'0'..=b'9', b'-', _, _, _, b'-', _, _, _, _, b' ', ..]);
    let Some((size, flags)) = line.get(26..).and_then(|rest| rest.strip_prefix(b",")).and_then(|rest| {
        let at = memchr::memchr(b';', rest)?;
        Some((rest.get(..at)?, rest.get(at + 1..)?))
    }) else {
        return false;
    };
    let are_flags = flags.iter().all(|octet| octet.is_ascii_hexdigit() || *octet == b'-');
    is_date && are_flags && !size.is_empty() && size.iter().all(u8::is_ascii_digit)
}

/// Whether the file is a mailbox of Pegasus Mail. Such a file starts with 128 octets that contain the name of
/// the folder and NULs. Then the header of a message follows.
fn is_pegasus(octets: &[u8]) -> bool {
    let Some((folder, mail)) = octets.split_at_checked(128) else { return false };
    let is_name = folder.first().is_some_and(|octet| !octet.is_ascii_control());
    let has_field = || {
        let header = header_block(mail, Span::new(0, mail.len()));
        !header.fields.is_empty() && header.malformed.is_empty()
    };
    is_name && folder.ends_with(&[0; 16]) && has_field()
}

/// Whether `octets` start a dbox file. Its first line, `line`, contains a version and sizes, as in
/// `2 M1e C65a1b2c3`. Then a message follows, which starts with the octets 0x01 and 0x02.
fn is_dbox(octets: &[u8], line: &[u8]) -> bool {
    let is_header = matches!(line, [b'0'..=b'9', b' ', b'M', ..]);
    let below = octets.get(line.len() + 1..).unwrap_or_default();
    is_header && below.starts_with(b"\x01\x02")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_their_first_octets() {
        for (start, name) in [
            (&b"BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n\x1F\x0C\n1,,\n"[..], "Babyl"),
            (b"#! rnews 123\nPath: x\n", "rnews"),
            (b"HELO example.org\r\nMAIL FROM:<a@b>\r\n", "SMTP"),
            (b"mail from:<a@b>\nrcpt to:<c@d>\ndata\n", "SMTP"),
            (b" 2-Jan-2024 03:04:05 +0000,1234;000000000001-00000001\r\nFrom: a\r\n", "MTX"),
            (b"2 M1e C65a1b2c3\n\x01\x02N    000000000000012F\n", "dbox"),
            (b"!BDN\0\0", "PST"),
            (b"\x20\x06\x79\x19\x08\0", "Bat"),
            (&[b"Work", &[0; 124][..], b"From: a@b\r\nDate: x\r\n\r\ntext\r\n\x1A"].concat(), "Pegasus"),
            (b"#! cunbatch\n\x1F\x9D", "compressed batch"),
            (b"From a@b Mon Jan  5 10:00:00 2004\rFrom: a@b\rSubject: c\r\rd\r\rFrom a@b", "CR alone"),
        ] {
            let format = UnsupportedFormat::of(start).unwrap();
            assert!(format.holds_mail() && format.to_string().contains(name), "{format}");
        }
        let tar = [&b"Mail/cur/1"[..], &[0; 247], b"ustar\x0000"].concat();
        for start in [&tar[..], b"%PDF-1.7", b"PK\x03\x04x", b"\x1F\x8B\x08\0", b"BZh91AY&SYx"] {
            assert!(!UnsupportedFormat::of(start).unwrap().holds_mail());
        }
    }

    #[test]
    fn mail_and_text_are_not_unsupported_formats() {
        for start in [
            &b""[..],
            b"From: a@b\n\n",
            b"HELO: x\n\nMAIL FROM:<a@b>\n",
            b"HELO all\n\ntext\n",
            b"2 May\n\x01",
            b"#! /bin/sh\n",
            &[b"Work", &[0; 124][..], b"text\r\n"].concat(),
            b"12-Jan-2024: x,1;2\n",
            b"BABYL: x\n",
            b"From a@b Mon Jan  5 10:00:00 2004\nFrom: a@b\rSubject: c\r\rd\n",
            b"From : a@b\rSubject: c\r\rd",
        ] {
            assert_eq!(UnsupportedFormat::of(start), None, "{}", String::from_utf8_lossy(start));
        }
    }
}
