//! mbox variants and their quoting rules.

/// The way in which an mbox quotes the lines of a message that start with `From `.
///
/// A file in any of the first three variants loses nothing if it is read as mboxrd, because each unchanged line
/// is written as it was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// `From ` at the start of a line becomes `>From `. A line that already started with `>From ` before it
    /// was stored cannot be distinguished from a quoted line.
    Mboxo,
    /// One `>` is added before `From `, and also before any number of `>` followed by `From `. This quoting is
    /// reversible.
    #[default]
    Mboxrd,
    /// Lines are quoted as in mboxo. In addition, a Content-Length counts the octets of the quoted body.
    Mboxcl,
    /// Nothing is quoted. Only Content-Length gives the end of a message.
    Mboxcl2,
    /// The file is an MMDF file, not an mbox. Nothing is quoted. A line of four 0x01 octets comes before and
    /// after each message. A `From ` line is text unless it is the first line of a message.
    Mmdf,
}

impl Variant {
    /// Whether Content-Length is part of the variant.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Mboxcl | Self::Mboxcl2)
    }

    /// Whether a `>` is added to a line when it is written. `arrows` is the number of `>` before `From ` at
    /// the start of the line.
    pub(super) const fn quotes(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => true,
            Self::Mboxo | Self::Mboxcl => arrows == 0,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }

    /// Whether a message can contain an unquoted `From ` line. `counted` tells whether a Content-Length gives
    /// the end of the message.
    pub(in crate::mailbox) const fn may_hold_from_line(self, counted: bool) -> bool {
        matches!(self, Self::Mmdf) || matches!(self, Self::Mboxcl2) && counted
    }

    /// Whether a `>` was added to a stored line when it was written. `arrows` is the number of `>` before
    /// `From ` at the start of the stored line.
    pub(super) const fn quoted(self, arrows: usize) -> bool {
        match self {
            Self::Mboxrd => arrows > 0,
            Self::Mboxo | Self::Mboxcl => arrows == 1,
            Self::Mboxcl2 | Self::Mmdf => false,
        }
    }
}
