//! mbox variants and their quoting rules.

/// How an mbox quotes the lines of a message that start with `From `.
///
/// Files in any of the first three variants lose nothing if they are read as mboxrd, because each line that does not
/// change is written as it was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// `From ` becomes `>From `. A line that already was `>From ` cannot be told from a quoted one.
    Mboxo,
    /// One `>` is added before `From ` and any number of `>`: reversible.
    #[default]
    Mboxrd,
    /// Like mboxo, with a Content-Length that counts the octets of the quoted body.
    Mboxcl,
    /// Nothing is quoted; only Content-Length gives the end of a message.
    Mboxcl2,
    /// An MMDF file, not an mbox: nothing is quoted, and a line of four octets 01 comes before and after each
    /// message. A `From ` line is text unless it is the first line of a message.
    Mmdf,
}

impl Variant {
    /// Whether Content-Length is part of the variant.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Mboxcl | Self::Mboxcl2)
    }

    /// Whether a line of a message that starts with `arrows` times `>` and then `From ` gets another `>` when
    /// it is written.
    pub(super) const fn quotes(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => true,
            Self::Mboxo | Self::Mboxcl => arrows == 0,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }

    /// Whether a message may contain an unquoted `From ` line; `counted` says whether a Content-Length gives
    /// its end.
    pub(in crate::mailbox) const fn may_hold_from_line(self, counted: bool) -> bool {
        matches!(self, Self::Mmdf) || matches!(self, Self::Mboxcl2) && counted
    }

    /// Whether, in a stored line that starts with `arrows` times `>` and then `From `, one `>` was added when the line was written.
    pub(super) const fn quoted(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => arrows > 0,
            Self::Mboxo | Self::Mboxcl => arrows == 1,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }
}
