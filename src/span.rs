//! A range of octets in the input. All layers refer to parts of a message by spans.

use std::ops::Range;

/// A half-open range of octets, `start..end`, of some input.
///
/// ```
/// use mailutf::Span;
/// let span = Span::new(4, 8);
/// assert_eq!(span.slice(b"Re: text"), b"text");
/// assert_eq!(span.slice(b"short"), b"t"); // cut off at the end of the input, no panic
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first octet.
    pub start: usize,
    /// Offset after the last octet. [`Span::new`] never makes it less than `start`.
    pub end: usize,
}

impl Span {
    /// The span of the octets from `start` up to but not including `end`. If `end` is less than `start`, the span
    /// is empty.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `at`, which marks a point of insertion.
    pub const fn at(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// Number of octets.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the span has no octets.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether all of `other` is within this span.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The span moved by `by` octets towards the end. If `by` octets are put before the input, the new span covers
    /// the same octets as the old one did.
    #[must_use]
    pub const fn shift(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The octets of the span in `input`. A span that reaches beyond the end of `input` is cut off at that end.
    pub fn slice(self, input: &[u8]) -> &[u8] {
        input.get(self.start.min(input.len())..self.end.min(input.len())).unwrap_or_default()
    }

    /// The span as a range, for the methods of `str` and slices.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}
