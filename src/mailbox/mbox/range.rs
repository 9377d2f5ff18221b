//! Ranges of an mbox. A range also records what the messages before it showed about the variant of the file.

use super::Variant;
use crate::mailbox::batch::Entry;
use std::fmt;
use std::str::FromStr;

/// Consecutive whole messages of an mbox. [`Index`](super::Index) finds ranges, and
/// [`Reader::range`](super::Reader::range) reads a range.
///
/// The text form of a range, which [`FromStr`] parses, contains the offsets of its start and its end, the
/// number of its first message counted from 1, and the variant.
///
/// ```
/// use mailutf::mailbox::mbox::Range;
/// let range: Range = "268434944-536870400:41234:auto".parse()?;
/// assert_eq!((range.start, range.end, range.ordinal), (268434944, 536870400, 41233));
/// assert_eq!(range.to_string(), "268434944-536870400:41234:auto");
/// assert!("536870400-268434944:41234:auto".parse::<Range>().is_err());
/// # Ok::<(), mailutf::mailbox::mbox::NotARange>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Range {
    /// The offset of the first message of the range in the file. A range that starts at 0 also contains any
    /// text before the first message.
    pub start: u64,
    /// The offset at which the last message of the range ends, including the blank line after the message.
    pub end: u64,
    /// The number of messages before the range.
    pub ordinal: u64,
    pub(super) reading: Interpretation,
}

/// The way in which an mbox is read. It depends on the messages that were read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interpretation {
    /// The variant that the caller gave; `None` if the variant is recognised.
    pub(super) given: Option<Variant>,
    pub(super) variant: Variant,
    /// Whether Content-Length is trusted.
    pub(super) counts: bool,
}

/// The start of a message, and the way in which the message is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) ordinal: u64,
    pub(super) reading: Interpretation,
}

/// The error for a text that is not a [`Range`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARange;

impl Interpretation {
    /// Returns the interpretation (the assumed variant, and whether Content-Length is trusted) at the start
    /// of a file. `given` is the variant that the caller gave.
    pub(super) fn new(given: Option<Variant>) -> Self {
        Self { given, variant: given.unwrap_or_default(), counts: given.is_none_or(Variant::counts) }
    }

    /// Returns the interpretation for the messages after `message`. `message` was read with this
    /// interpretation.
    pub(super) fn after(self, message: &Entry<'_>) -> Self {
        let next = match message.variant() {
            Some(Variant::Mmdf) => self.in_variant(Variant::Mmdf),
            _ if message.leads_past() => self.in_variant(Variant::Mboxcl2),
            _ => self,
        };
        match self.given {
            Some(_) => self,
            None => Self { counts: message.is_counted(), ..next },
        }
    }

    /// Returns this interpretation with the variant `variant`. If the caller gave a variant, the
    /// given variant stays.
    pub(super) fn in_variant(self, variant: Variant) -> Self {
        Self { variant: self.given.unwrap_or(variant), ..self }
    }

    /// All interpretations, with their names in the text form of a range.
    fn names() -> impl Iterator<Item = (&'static str, Self)> {
        let given = [
            ("mboxo", Variant::Mboxo),
            ("mboxrd", Variant::Mboxrd),
            ("mboxcl", Variant::Mboxcl),
            ("mboxcl2", Variant::Mboxcl2),
            ("mmdf", Variant::Mmdf),
        ];
        let found = [
            ("auto", Variant::Mboxrd, true),
            ("auto-uncounted", Variant::Mboxrd, false),
            ("auto-mboxcl2", Variant::Mboxcl2, true),
            ("auto-mboxcl2-uncounted", Variant::Mboxcl2, false),
            ("auto-mmdf", Variant::Mmdf, false),
        ];
        let given = given.into_iter().map(|(name, variant)| (name, Self::new(Some(variant))));
        let found = found.into_iter();
        given.chain(found.map(|(name, variant, counts)| (name, Self { given: None, variant, counts })))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Interpretation::names()
            .find(|(_, reading)| *reading == self.reading)
            .map_or("auto", |(name, _)| name);
        write!(f, "{}-{}:{}:{name}", self.start, self.end, self.ordinal.saturating_add(1))
    }
}

impl FromStr for Range {
    type Err = NotARange;

    fn from_str(text: &str) -> Result<Self, NotARange> {
        let [octets, message, wanted] = text.split(':').collect::<Vec<_>>()[..] else {
            return Err(NotARange);
        };
        let (start, end) = octets.split_once('-').ok_or(NotARange)?;
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| NotARange);
        let (start, end) = (number(start)?, number(end)?);
        let ordinal = number(message)?.checked_sub(1).ok_or(NotARange)?;
        let reading = Interpretation::names().find(|(name, _)| *name == wanted).ok_or(NotARange)?.1;
        if start >= end { Err(NotARange) } else { Ok(Self { start, end, ordinal, reading }) }
    }
}

impl fmt::Display for NotARange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected START-END:MESSAGE:VARIANT, such as 268434944-536870400:41234:auto")
    }
}

impl std::error::Error for NotARange {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_has_a_name_of_its_own() {
        for (n, (name, reading)) in Interpretation::names().enumerate() {
            let range = Range { start: 7, end: 9, ordinal: 3, reading };
            assert_eq!(range.to_string(), format!("7-9:4:{name}"));
            assert_eq!(range.to_string().parse(), Ok(range));
            assert_eq!(Interpretation::names().position(|(_, other)| other == reading), Some(n));
        }
    }

    #[test]
    fn other_texts_are_no_range() {
        for text in [
            "",
            "1-2",
            "1-2:3",
            "1-2:0:auto",
            "2-2:1:auto",
            "1-2:1:mbox",
            "1-2:1:auto:",
            "-1-2:1:auto",
            "1-:1:auto",
        ] {
            assert_eq!(text.parse::<Range>(), Err(NotARange), "{text}");
        }
    }
}
