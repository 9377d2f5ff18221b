//! The origin of a message, and the report of a file or a message that is not read.

use super::file::MailFile;
use super::skip_reason::SkipReason;
use crate::error::Error;
use crate::mailbox::batch::TooLarge;
use crate::mailbox::unsupported::UnsupportedFormat;
use std::fmt;
use std::io;
use std::sync::Arc;

/// The place in a file from which a message was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Origin {
    /// The file that holds the message.
    pub file: Arc<MailFile>,
    /// The offset of the message in the decompressed file. In an mbox, this is the offset of the `From ` line
    /// before the message.
    pub offset: u64,
    /// The number of messages before this message in the file.
    pub ordinal: u64,
    /// The `From ` line of the message in an mbox, with its line end; empty for a message that is not in an
    /// mbox.
    pub from_line: Box<[u8]>,
}

impl Origin {
    /// Returns the origin that stands for the start of `file`, or for the whole file.
    fn of(file: impl Into<Arc<MailFile>>) -> Self {
        Self { file: file.into(), offset: 0, ordinal: 0, from_line: Box::default() }
    }

    /// The flags in the name of a message of a Maildir, as returned by [`MailFile::flags`].
    pub fn flags(&self) -> &str {
        self.file.flags()
    }
}

/// The report of a file or a message that is not read.
///
/// `Display` writes one line: the path of the file, and then the reason. For a message in an mbox that is too
/// large, it also writes the number and the offset of the message, before the reason. For [`Why::Io`], it
/// writes the text of the [`Error`], and the octet up to which the file was read, unless nothing was read. The
/// path is written as by [`Path::display`](std::path::Path::display), so control characters in it are not
/// escaped.
#[derive(Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The file, and the offset of the first octet that is not read. If a single message is skipped, this is
    /// the offset of the message.
    pub origin: Origin,
    /// The reason why the file or the message is not read.
    pub why: Why,
}

/// The reason why a file or a message is not read. `Display` writes the reason without the path, except that
/// [`Why::Io`] writes the text of its [`Error`], which has a path.
#[derive(Debug)]
#[non_exhaustive]
pub enum Why {
    /// The file, or the rest of the file, cannot be read.
    Io(Error),
    /// The message is larger than the limit that the caller set. The messages after it are read.
    TooLarge(TooLarge),
    /// This many octets at the start of an mbox are in no message, because no `From ` line precedes them, and
    /// there is text among them. The messages after them are read. See
    /// [`Batch::text_before_messages`](crate::mailbox::batch::Batch::text_before_messages).
    TextBeforeMessages(u64),
    /// The file is in an unsupported format.
    Unsupported(UnsupportedFormat),
    /// A file in a directory is not mail that can be read. [`SkipReason::holds_mail`] tells whether the file
    /// may hold mail that is now missing.
    File(SkipReason),
    /// This many octets of NUL padding follow the data of a compressed file. No mail is missing.
    Padding(u64),
    /// The directory holds this many files and no mail, so it may be the wrong directory. Files that programs
    /// keep next to mail are not counted, because empty mailboxes have such files, too.
    NoMail(u64),
}

impl Why {
    /// Whether mail is missing or may be missing.
    pub fn misses_mail(&self) -> bool {
        match self {
            Self::Io(_)
            | Self::TooLarge(_)
            | Self::TextBeforeMessages(_)
            | Self::Unsupported(_)
            | Self::NoMail(_) => true,
            Self::File(why) => why.holds_mail(),
            Self::Padding(_) => false,
        }
    }
}

impl Skipped {
    /// Reports a file that is not read.
    pub fn new(file: impl Into<Arc<MailFile>>, why: impl Into<Why>) -> Self {
        Self { origin: Origin::of(file), why: why.into() }
    }

    /// Reports that a file is not read from `offset` on.
    pub(super) fn from(file: &Arc<MailFile>, offset: u64, why: impl Into<Why>) -> Self {
        Self { origin: Origin { offset, ..Origin::of(Arc::clone(file)) }, why: why.into() }
    }

    /// The reason in words. If a message of an mbox is too large, its number and offset come first.
    fn reason(&self) -> String {
        match &self.why {
            Why::TooLarge(TooLarge { in_mbox: true, ordinal, offset, .. }) => {
                format!("message {} at octet {offset}: {}", ordinal + 1, self.why)
            }
            why => why.to_string(),
        }
    }
}

impl From<Error> for Why {
    fn from(error: Error) -> Self {
        Self::Io(error)
    }
}

impl From<SkipReason> for Why {
    fn from(why: SkipReason) -> Self {
        Self::File(why)
    }
}

impl From<Skipped> for Error {
    fn from(skipped: Skipped) -> Self {
        let reason = skipped.reason();
        let path = skipped.origin.file.path();
        match skipped.why {
            Why::Io(error) => error,
            Why::NoMail(_) => {
                Self::new("find mail in it", Some(path), io::Error::new(io::ErrorKind::NotFound, reason))
            }
            _ => Self::refused("read", path, reason),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::TooLarge(message) => write!(f, "the message is larger than {} octets", message.limit),
            Self::TextBeforeMessages(octets) => {
                write!(f, "the text before octet {octets} is not read, because no `From ` line precedes it")
            }
            Self::Unsupported(format) => format.fmt(f),
            Self::File(why) => why.fmt(f),
            Self::Padding(1) => f.write_str("1 octet of NUL padding after the compressed data was ignored"),
            Self::Padding(octets) => {
                write!(f, "{octets} octets of NUL padding after the compressed data were ignored")
            }
            Self::NoMail(files) => {
                let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
                write!(
                    f,
                    "{files}, but no Maildir, no mbox, and no file with a name such as 1.eml, 1.emlx or 1 (MH); to \
                     read a file with another name, give the path of the file itself"
                )
            }
        }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { file, offset, .. } = &self.origin;
        match &self.why {
            Why::Io(error) if *offset == 0 => error.fmt(f),
            Why::Io(error) => write!(f, "{error}; it was read up to octet {offset}"),
            _ => write!(f, "{}: {}", file.path().display(), self.reason()),
        }
    }
}

impl std::error::Error for Skipped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.why {
            Why::Io(error) => Some(error),
            _ => None,
        }
    }
}
