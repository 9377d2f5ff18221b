//! Recognises the kind of a file in a tree: by its directory; if the directory does not decide, by its name;
//! and if the name does not decide, by its first octets.
//!
//! A copy of an mbox next to the mbox is a backup, made by another program, a person or this program. If the
//! copy were converted, too, it would be useless as a backup.

use super::archive::MailArchive;
use super::directory::{Directory, Location, file_type, or_current};
use super::file_kind;
use super::maildir;
use crate::error::Error;
use crate::mailbox::compressed::decompressed;
use crate::mailbox::mail::{Kind, SkipReason};
use crate::mailbox::source::{beginning, is_cut_mbox, is_mbox};
use crate::mailbox::unsupported::UnsupportedFormat;
use crate::span::Span;
use crate::syntax::from_line::BOM;
use crate::syntax::header_block::header_block;
use memchr::memchr;
use rustix::fs::{FileType, Stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The kind of a file with mail, or the reason why the file is not read.
pub(super) type Recognized = Result<Kind, SkipReason>;

/// The content of a directory, as shown by its name, by its entries, and by the directories next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Messages of a Maildir.
    Messages,
    /// Messages that are being delivered to a Maildir.
    Deliveries,
    /// Backups of messages of a Maildir.
    Backups,
    /// Any files.
    Anything,
}

impl Holds {
    /// The content of `directory`, whose entries are `names`.
    pub(super) fn of(directory: &Directory, names: &[OsString]) -> Result<Self, Error> {
        Ok(if maildir::holds_messages(directory, names)? {
            Self::Messages
        } else if maildir::holds_deliveries(directory)? {
            Self::Deliveries
        } else if maildir::holds_backups(directory, names)? {
            Self::Backups
        } else {
            Self::Anything
        })
    }
}

/// Recognises the entry at `location`, which is in the tree below `root`. The content of its directory is
/// `holds`.
pub(super) fn recognize(
    location: &Location,
    stat: &Stat,
    holds: Holds,
    root: &Path,
) -> Result<Recognized, Error> {
    Ok(Err(match file_type(stat) {
        FileType::RegularFile => return file(location, location.name(), stat, holds),
        FileType::Symlink => link(location, holds, root)?,
        FileType::Fifo => SkipReason::Fifo,
        FileType::Socket => SkipReason::Socket,
        _ => SkipReason::Device,
    }))
}

/// The reason why the symbolic link at `location` is skipped. A target inside the tree is read anyway,
/// without the link. A target that contains the tree is not mail of the tree.
fn link(location: &Location, holds: Holds, root: &Path) -> Result<SkipReason, Error> {
    let examined = location.failed("examine");
    let target = match fs::canonicalize(location.path()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(SkipReason::DanglingLink),
        Err(error) if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
            return Ok(SkipReason::DanglingLink);
        }
        target => target.map_err(examined)?,
    };
    let root = fs::canonicalize(or_current(root)).map_err(examined)?;
    if target.starts_with(&root) || root.starts_with(&target) {
        return Ok(SkipReason::SymbolicLink);
    }
    let may_hold_mail = if target.is_dir() {
        let names = Directory::open(&target).and_then(|directory| directory.names());
        !names.map_err(examined)?.is_empty()
    } else {
        let target = Location::of(&target)?;
        let stat = target.stat().map_err(examined)?;
        let is_file = file_type(&stat) == FileType::RegularFile;
        let kind = |name| if is_file { file(&target, name, &stat, holds).map(Some) } else { Ok(None) };
        let kinds = [kind(location.name())?, kind(target.name())?];
        kinds.iter().flatten().any(|kind| kind.is_ok() || kind.is_err_and(SkipReason::holds_mail))
    };
    Ok(if may_hold_mail { SkipReason::LinkToMail } else { SkipReason::SymbolicLink })
}

/// Recognises the file at `location`. The kind of the file is judged by `name`, which is its own name or the name of
/// a symbolic link to it. `holds` is the content of the directory that contains the file or, if there is a link, of
/// the directory that contains the link.
fn file(location: &Location, name: &OsStr, stat: &Stat, holds: Holds) -> Result<Recognized, Error> {
    if let Some(why) = file_kind::of_any_directory(name) {
        return Ok(Err(why));
    }
    Ok(match holds {
        Holds::Messages if file_kind::is_hidden(name) => Err(SkipReason::Hidden),
        Holds::Messages => Ok(Kind::Maildir),
        Holds::Deliveries => Err(SkipReason::Delivery),
        Holds::Backups => Err(SkipReason::Backup),
        Holds::Anything => match file_kind::message(name) {
            Some(kind) => Ok(kind),
            None => match start(location) {
                Ok(octets) if UnsupportedFormat::of(&octets).is_some_and(UnsupportedFormat::holds_mail) => {
                    Err(SkipReason::UnsupportedFormat)
                }
                Ok(octets) if UnsupportedFormat::of(&octets).is_some_and(UnsupportedFormat::is_archive) => {
                    Err(archive(location, name)?)
                }
                Ok(octets) if is_mbox(&octets) && is_copy(location, &octets) => Err(SkipReason::CopyOfMbox),
                Ok(octets) if is_mbox(&octets) => Ok(Kind::Mbox),
                Ok(_) if file_kind::is_named_mbox(name) && is_cut(location)? => Ok(Kind::Mbox),
                Ok(octets) if file_kind::may_be_message(name) && starts_message(&octets) => Ok(Kind::Message),
                Ok(octets) => Err(match file_kind::beside_mail(name) {
                    Some(why) => why,
                    None if stat.st_size == 0 => SkipReason::Empty,
                    None if starts_message(&octets) && is_backup(location, &octets) => SkipReason::Backup,
                    None if starts_message(&octets) => SkipReason::UnnamedMessage,
                    None if file_kind::is_named_mbox(name) => SkipReason::NamedMbox,
                    None => SkipReason::NotMail,
                }),
                Err(error) => return Err(Error::new("read", Some(&location.path()), error)),
            },
        },
    })
}

/// The reason why the archive at `location` is skipped. Its name can show that it holds mail, although none of its
/// entries has the name of a mail file, as in an `.olm` file.
fn archive(location: &Location, name: &OsStr) -> Result<SkipReason, Error> {
    let found = location.open(false).and_then(MailArchive::of).map_err(location.failed("read"))?;
    Ok(match found {
        Some(_) => SkipReason::MailArchive,
        None => file_kind::beside_mail(name).unwrap_or(SkipReason::NotMail),
    })
}

/// Reads the first octets of the file, which show its kind. This succeeds even if the rest of the file cannot
/// be read.
fn start(location: &Location) -> io::Result<Vec<u8>> {
    Ok(beginning(decompressed(location.open(false)?)?.0)?.0)
}

/// Whether the file is an mbox whose beginning was cut off.
fn is_cut(location: &Location) -> Result<bool, Error> {
    let file = location.open(false).and_then(decompressed).map_err(location.failed("read"))?;
    let found = beginning(file.0).and_then(|(mut read, mut input)| is_cut_mbox(&mut read, &mut input));
    found.map_err(location.failed("read"))
}

/// Whether `octets` start with the header of a message. Such a header has From and Date, which every message
/// has (RFC 5322 section 3.6), or From and a field that is added at delivery (section 3.6.7). The first line
/// need not belong to the header: some programs write a line of their own before a message, and some leave a
/// part of such a line there.
fn starts_message(octets: &[u8]) -> bool {
    let octets = octets.strip_prefix(BOM).unwrap_or(octets);
    let second = memchr(b'\n', octets).and_then(|end| octets.get(end + 1..)).unwrap_or_default();
    [octets, second].into_iter().any(|octets| {
        let header = header_block(octets, Span::new(0, octets.len()));
        let has = |name| header.field(octets, name).is_some();
        header.malformed.is_empty() && has("from") && (has("date") || has("received") || has("return-path"))
    })
}

/// Whether the mbox at `location`, which starts with `octets`, is a copy of another file in its directory. A
/// file is a copy if its name starts with the name of the other file (`a.mbox.old` is a copy of `a.mbox`, for
/// example), and if both files start with the same message, converted or not.
fn is_copy(location: &Location, octets: &[u8]) -> bool {
    with_shorter_names(location)
        .filter_map(|beside| start(&beside).ok())
        .any(|other| is_same_message(octets, &other))
}

/// Whether the file at `location`, which starts with the message `octets`, is a backup of a message in its directory. Its
/// name is the file name of a message and a suffix that begins with a sign (`1.eml.bak`, for example). Both messages have
/// the same Message-ID, and no other Date.
fn is_backup(location: &Location, octets: &[u8]) -> bool {
    let is_suffixed = |beside: &Location| {
        let suffix = location.name().as_bytes().get(beside.name().len()..).unwrap_or_default();
        suffix.first().is_some_and(|first| !first.is_ascii_alphanumeric())
    };
    with_shorter_names(location)
        .filter(|beside| is_suffixed(beside) && file_kind::message(beside.name()).is_some())
        .filter_map(|beside| start(&beside).ok())
        .any(|other| bodies_of("message-id", octets, &other).is_some() && has_same_identity(octets, &other))
}

/// The places in the directory of `location` whose names are beginnings of its name, the longest first.
fn with_shorter_names(location: &Location) -> impl Iterator<Item = Location> {
    let name = location.name().as_bytes();
    let shorter = (1..name.len()).rev().filter_map(|length| name.get(..length));
    shorter.map(|name| location.sibling(OsStr::from_bytes(name).to_owned()))
}

/// Whether two files start with the same message. They must start with the same `From ` line.
fn is_same_message(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (from_line_and_rest(one), from_line_and_rest(other));
    one.0 == other.0 && has_same_identity(one.1, other.1)
}

/// Whether two messages differ neither in Message-ID nor in Date. A field that only one of them has does not matter.
/// Conversion changes none of these.
fn has_same_identity(one: &[u8], other: &[u8]) -> bool {
    ["message-id", "date"]
        .into_iter()
        .all(|name| bodies_of(name, one, other).is_none_or(|(one, other)| one == other))
}

/// The bodies of a field in two messages; `None` if one of them lacks the field.
fn bodies_of<'m>(name: &str, one: &'m [u8], other: &'m [u8]) -> Option<(&'m [u8], &'m [u8])> {
    let body = |octets: &'m [u8]| {
        let header = header_block(octets, Span::new(0, octets.len()));
        header.field(octets, name).map(|field| field.body.slice(octets))
    };
    body(one).zip(body(other))
}

fn from_line_and_rest(octets: &[u8]) -> (&[u8], &[u8]) {
    let octets = octets.strip_prefix(BOM).unwrap_or(octets).trim_ascii_start();
    octets.split_at(memchr(b'\n', octets).map_or(octets.len(), |end| end + 1))
}
