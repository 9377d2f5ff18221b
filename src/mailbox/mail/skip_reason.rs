//! Reasons why a file in a directory tree is skipped.

use std::fmt;

/// The reason why a file in a directory tree is skipped.
///
/// ```
/// use mailutf::mailbox::mail::SkipReason;
/// assert!(SkipReason::UnsupportedFormat.holds_mail());
/// assert!(!SkipReason::NotMail.holds_mail());
/// assert_eq!(SkipReason::Fifo.to_string(), "a FIFO");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// A symbolic link. Links are not followed.
    SymbolicLink,
    /// A symbolic link that leads nowhere.
    DanglingLink,
    /// A symbolic link to mail, or to a directory that is not empty, outside the tree.
    LinkToMail,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// The file existed when its directory was listed. Since then another program has removed the file, or
    /// moved it to a place where this program does not look for it.
    Gone,
    /// An empty file.
    Empty,
    /// Neither the name nor the first lines of the file show that it is mail.
    NotMail,
    /// The content of the file starts like a message, but its file name is not that of a message.
    UnnamedMessage,
    /// The file name is that of an mbox, but the content does not begin like an mbox. Messages may follow later.
    NamedMbox,
    /// A file whose name starts with a dot, in the `cur` or `new` directory of a Maildir.
    Hidden,
    /// A file in the `tmp` directory of a Maildir. A delivery agent may still be writing to the file.
    Delivery,
    /// The backup of a message or an mbox. If the backup were converted like other mail, it would be lost as a
    /// backup.
    Backup,
    /// A copy of an mbox in the directory of that mbox.
    CopyOfMbox,
    /// The unfinished output of an earlier run of this program that was killed.
    Unfinished,
    /// An index of Dovecot.
    DovecotIndex,
    /// An index of Cyrus.
    CyrusIndex,
    /// An index of Courier.
    CourierIndex,
    /// An index of Thunderbird.
    ThunderbirdIndex,
    /// The file that marks a directory as a Maildir++ folder.
    FolderMark,
    /// The quota file of a Maildir.
    Quota,
    /// A list of subscriptions.
    Subscriptions,
    /// A state file of MH.
    MhState,
    /// A message that MH has deleted.
    MhDeleted,
    /// A lock file.
    Lock,
    /// An attachment of a message of Apple Mail.
    AppleAttachment,
    /// A mailbox or a message in an unsupported format.
    UnsupportedFormat,
    /// A ZIP or tar archive with mail in it.
    MailArchive,
}

impl SkipReason {
    /// Whether the file holds mail that a user may expect to be converted. A run that skips such a file is
    /// incomplete.
    pub fn holds_mail(self) -> bool {
        matches!(
            self,
            Self::LinkToMail
                | Self::UnsupportedFormat
                | Self::MailArchive
                | Self::UnnamedMessage
                | Self::NamedMbox
        )
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SymbolicLink => "a symbolic link",
            Self::DanglingLink => "a symbolic link that leads nowhere",
            Self::LinkToMail => {
                "a symbolic link, which mailutf does not follow; to read the mail that its target may hold, give \
                 the path of the target itself"
            }
            Self::Fifo => "a FIFO",
            Self::Socket => "a socket",
            Self::Device => "a device",
            Self::Gone => "another program removed it or moved it away during the run",
            Self::Empty => "empty",
            Self::NotMail => "not mail by its name or its first lines",
            Self::UnnamedMessage => {
                "it starts like a message, but does not have the file name of a message, such as 1.eml; to read it, \
                 give the path of the file itself, or add .eml to its file name"
            }
            Self::NamedMbox => {
                "it has the file name of an mbox, but does not begin with a `From ` line; remove what is before its \
                 first `From ` line, or give the path of the file itself to read it as one message"
            }
            Self::Hidden => "a hidden file",
            Self::Delivery => "a message that is still being delivered",
            Self::Backup => "a backup",
            Self::CopyOfMbox => {
                "probably a copy of the mbox beside it, because its name begins with the name of the mbox; to \
                 read it, give the path of the file itself"
            }
            Self::Unfinished => "the unfinished output of a killed run",
            Self::DovecotIndex => "an index of Dovecot",
            Self::CyrusIndex => "an index of Cyrus",
            Self::CourierIndex => "an index of Courier",
            Self::ThunderbirdIndex => "an index of Thunderbird, which rebuilds it",
            Self::FolderMark => "the file that marks a Maildir++ folder",
            Self::Quota => "the quota of a Maildir; its server recounts it if the file is removed",
            Self::Subscriptions => "a list of subscriptions",
            Self::MhState => "the state of MH",
            Self::MhDeleted => "a message that MH has deleted",
            Self::Lock => "a lock",
            Self::AppleAttachment => "an attachment of Apple Mail",
            Self::MailArchive => "an archive with mail, which must be extracted first",
            Self::UnsupportedFormat => {
                "an unsupported format; docs/formats.md names a command that converts it to mbox or .eml files"
            }
        })
    }
}
