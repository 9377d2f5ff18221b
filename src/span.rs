//! Where something stands in the input: the one currency between the layers.

use std::ops::Range;

/// A half-open range of octets of some input, `start..end`.
///
/// ```
/// use mailutf::Span;
/// let span = Span::new(4, 8);
/// assert_eq!(span.slice(b"Re: text"), b"text");
/// assert_eq!(span.slice(b"short"), b"t"); // cut at the end of what is there, never a panic
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first octet.
    pub start: usize,
    /// Offset behind the last octet; never below `start`.
    pub end: usize,
}

impl Span {
    /// The octets from `start` up to but not including `end`; empty at `start` where `end` is below it.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `at`: a place to insert.
    pub const fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Number of octets.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it holds no octet.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies wholly inside.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The same octets counted from an origin `by` octets earlier.
    #[must_use]
    pub const fn shift(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The octets themselves; what lies beyond the end of `input` is cut off.
    pub fn slice(self, input: &[u8]) -> &[u8] {
        input.get(self.start.min(input.len())..self.end.min(input.len())).unwrap_or_default()
    }

    /// As a range, for `str` and slice methods.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}
