//! The variants of the format and their quoting rules.

/// How an mbox protects lines of a message that start with `From `.
///
/// Read as mboxrd, files of the first three lose nothing: each line that is kept is kept as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// `From ` is written `>From `; a line that was `>From ` before cannot be told apart from one that was not.
    Mboxo,
    /// `From ` after any number of `>` gets one more: reversible.
    #[default]
    Mboxrd,
    /// As mboxo, and Content-Length counts the octets of the quoted body.
    Mboxcl,
    /// Nothing is quoted; Content-Length alone tells where a message ends.
    Mboxcl2,
    /// No mbox but an MMDF file: nothing is quoted, and a line of four octets 01 stands before and behind each
    /// message. A `From ` line is text, unless it is the first line of a message.
    Mmdf,
}

impl Variant {
    /// Whether Content-Length is part of the format.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Mboxcl | Self::Mboxcl2)
    }

    /// Whether a line of the message that starts with `arrows` times `>` and then `From ` gets one more `>`
    /// when it is written.
    pub(super) const fn quotes(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => true,
            Self::Mboxo | Self::Mboxcl => arrows == 0,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }

    /// Whether a message may hold a `From ` line that nothing quotes, its length being `counted`.
    pub(in crate::mailbox) const fn may_hold_from_line(self, counted: bool) -> bool {
        matches!(self, Self::Mmdf) || matches!(self, Self::Mboxcl2) && counted
    }

    /// Whether a line of the file that starts with `arrows` times `>` and then `From ` got one of them when it
    /// was written.
    pub(super) const fn quoted(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => arrows > 0,
            Self::Mboxo | Self::Mboxcl => arrows == 1,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }
}
