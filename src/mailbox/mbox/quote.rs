//! Removes the quoting of `From ` lines, and records which lines were quoted. Linear time. A message without
//! quoted lines is not copied.

use super::Variant;
use super::separator::Separators;
use crate::span::Span;
use crate::syntax::from_line::{BOM, from_line};
use crate::syntax::header_block::starts_field;
use memchr::memmem;
use std::borrow::Cow;
#[cfg(feature = "digests")]
use std::iter::once;

/// A message as it was before it was stored in an mbox.
///
/// ```
/// use mailutf::mailbox::mbox::{Unquoted, Variant};
/// let text = Unquoted::new(b"Subject: x\n\n>From here\n> From there\n", Variant::Mboxrd);
/// assert_eq!(text.octets(), b"Subject: x\n\nFrom here\n> From there\n");
/// ```
#[derive(Clone, Debug)]
pub struct Unquoted<'a> {
    octets: Cow<'a, [u8]>,
    /// The starts of the lines from which a `>` was removed: offsets in `octets`, in ascending order.
    removed: Vec<usize>,
    /// The `From ` lines that were stored without a `>`: offsets in `octets`, in ascending order. If a line
    /// starts with a byte order mark, its offset is after the mark.
    from_lines: Vec<usize>,
}

impl<'a> Unquoted<'a> {
    /// Removes the quoting of `variant` from the message `stored`.
    pub fn new(stored: &'a [u8], variant: Variant) -> Self {
        Self::read(stored, |arrows| variant.quoted(arrows))
    }

    /// Returns a message that was not stored in an mbox, so that nothing in it is quoted.
    pub(crate) fn verbatim(octets: &'a [u8]) -> Self {
        Self::read(octets, |_| false)
    }

    /// Returns a message in which no line starts with `From `, quoted or not.
    pub(in crate::mailbox) fn without_from_lines(stored: &'a [u8]) -> Self {
        Self { octets: Cow::Borrowed(stored), removed: Vec::new(), from_lines: Vec::new() }
    }

    /// Finds all `From ` lines, quoted or not, in one pass, and removes the quoting.
    fn read(stored: &'a [u8], quoted: impl Fn(usize) -> bool) -> Self {
        let (mut octets, mut removed, mut from_lines) = (Vec::new(), Vec::new(), Vec::new());
        let mut copied = 0;
        for FromLine { line, arrows } in from_lines_of(stored) {
            if arrows == 0 {
                from_lines.push(octets.len() + (line - copied));
            } else if quoted(arrows) {
                octets.reserve_exact(stored.len() - octets.len());
                octets.extend_from_slice(Span::new(copied, line).slice(stored));
                removed.push(octets.len());
                copied = line + 1;
            }
        }
        if removed.is_empty() {
            return Self { octets: Cow::Borrowed(stored), removed, from_lines };
        }
        octets.extend_from_slice(Span::new(copied, stored.len()).slice(stored));
        Self { octets: Cow::Owned(octets), removed, from_lines }
    }

    /// The octets of the message, without quoting.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Whether the octets of the message are a copy, and not borrowed from the stored form. They are a copy if
    /// the quoting of a line was removed.
    #[cfg(feature = "verify")]
    pub(crate) fn is_copy(&self) -> bool {
        matches!(self.octets, Cow::Owned(_))
    }

    /// The message in a buffer of its own. The octets are copied, unless they were already copied when the
    /// quoting was removed.
    pub fn into_octets(self) -> Vec<u8> {
        self.octets.into_owned()
    }

    /// The offset of a line at which other programs may start another message: a dated `From ` line that was
    /// not quoted, or an undated `From ` line after which header fields come, one of them From. Such a line
    /// suggests a mailbox whose start is missing, or several mailboxes that were concatenated without blank
    /// lines.
    ///
    /// `in_mailbox` tells whether the message was read from a mailbox. If it was not, a dated line counts only
    /// if a field follows it. Linear time.
    pub(crate) fn stray_from_line(&self, in_mailbox: bool) -> Option<usize> {
        let starts_message = |&at: &usize| {
            let mut lines =
                Span::new(at, self.octets.len()).slice(&self.octets).split(|&octet| octet == b'\n');
            let mut line = || lines.next().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
            if line().is_some_and(|line| from_line(line).is_some()) {
                in_mailbox || line().is_some_and(starts_field)
            } else {
                Separators::default().is_doubtful(&self.octets, at)
            }
        };
        self.from_lines.iter().copied().filter(|&at| at > 0).find(starts_message)
    }

    /// Whether a line of this message starts with `From `, and was stored without a `>`.
    pub(in crate::mailbox) fn has_from_line(&self) -> bool {
        self.from_lines.iter().any(|&at| self.is_line_start(at))
    }

    /// Converts `at`, the offset of an octet in this message, to the offset of the same octet in the stored
    /// form. If `quoted` is true, and a `>` was removed directly before that octet, the result is the offset
    /// of the `>`.
    pub(super) fn stored(&self, at: usize, quoted: bool) -> usize {
        at + self.removed.partition_point(|&line| if quoted { line < at } else { line <= at })
    }

    /// Whether a line of the message starts at `at`.
    pub(super) fn is_line_start(&self, at: usize) -> bool {
        at_line_start(&self.octets, at)
    }
}

/// Returns the message `stored` without the quoting of `variant`, in pieces. Linear time. Nothing is copied.
#[cfg(feature = "digests")]
pub(in crate::mailbox) fn unquoted_pieces(stored: &[u8], variant: Variant) -> impl Iterator<Item = &[u8]> {
    let quoted = from_lines_of(stored).filter(move |line| line.arrows > 0 && variant.quoted(line.arrows));
    let mut start = 0;
    quoted.map(|quoted| (quoted.line, quoted.line + 1)).chain(once((stored.len(), stored.len()))).map(
        move |(end, next)| {
            let piece = Span::new(start, end);
            start = next;
            piece.slice(stored)
        },
    )
}

/// A line that starts with `From `, or with any number of `>` followed by `From `. If there is no `>`, a byte
/// order mark may come before `From `.
struct FromLine {
    /// The offset of the line, after any byte order mark.
    line: usize,
    arrows: usize,
}

fn from_lines_of(stored: &[u8]) -> impl Iterator<Item = FromLine> {
    memmem::find_iter(stored, b"From ").filter_map(|found| {
        let before = Span::new(0, found).slice(stored);
        let arrows = before.iter().rev().take_while(|&&octet| octet == b'>').count();
        let line = found - arrows;
        let starts_line = at_line_start(stored, line) || (arrows == 0 && is_marked_line(before));
        starts_line.then_some(FromLine { line, arrows })
    })
}

/// Whether `before` ends with a byte order mark at the start of a line other than the first. Concatenated
/// files can contain such lines.
fn is_marked_line(before: &[u8]) -> bool {
    before.strip_suffix(BOM).is_some_and(|before| before.ends_with(b"\n"))
}

fn at_line_start(octets: &[u8], at: usize) -> bool {
    at == 0 || octets.get(at - 1) == Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORED: &[u8] = b">From a\n>>From b\nFrom c\n x>From d\n>From";

    fn unquoted(variant: Variant) -> Vec<u8> {
        Unquoted::new(STORED, variant).octets().to_vec()
    }

    #[test]
    fn each_variant_undoes_its_own_quoting() {
        assert_eq!(unquoted(Variant::Mboxrd), b"From a\n>From b\nFrom c\n x>From d\n>From");
        assert_eq!(unquoted(Variant::Mboxo), b"From a\n>>From b\nFrom c\n x>From d\n>From");
        assert_eq!(unquoted(Variant::Mboxcl), unquoted(Variant::Mboxo));
        assert_eq!(unquoted(Variant::Mboxcl2), STORED);
    }

    #[test]
    fn offsets_map_back_to_the_stored_form() {
        let text = Unquoted::new(STORED, Variant::Mboxrd);
        for (at, &octet) in text.octets().iter().enumerate() {
            assert_eq!(STORED[text.stored(at, false)], octet);
        }
        assert_eq!((text.stored(0, true), text.stored(0, false)), (0, 1));
        assert_eq!((text.stored(7, true), text.stored(7, false)), (8, 9));
        assert_eq!(text.from_lines, [15]);
    }
}
