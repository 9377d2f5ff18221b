//! The octets that a grammar reads, and their offset in the input.
//!
//! A `nom` parser returns the rest of its input, which is always a tail of the region. So the length of the rest
//! gives its offset, without pointer arithmetic or a counter.

use crate::span::Span;

/// The result of a `nom` parser in this module.
pub(super) type Parsed<'a, T> = nom::IResult<&'a [u8], T, ()>;

/// The octets of the input that a grammar reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<'a> {
    octets: &'a [u8],
    end: usize,
}

impl<'a> Region<'a> {
    /// The octets of `span`, as far as the input reaches.
    pub(super) fn new(input: &'a [u8], span: Span) -> Self {
        let octets = span.slice(input);
        Self { octets, end: span.start + octets.len() }
    }

    /// All octets of the region. They are the input of the first parser.
    pub(super) const fn octets(self) -> &'a [u8] {
        self.octets
    }

    /// The offset in the input at which `rest`, a tail of the region, starts.
    pub(super) const fn at(self, rest: &[u8]) -> usize {
        self.end.saturating_sub(rest.len())
    }

    /// The span from the start of the tail `from` to the start of the tail `to`.
    pub(super) const fn between(self, from: &[u8], to: &[u8]) -> Span {
        Span::new(self.at(from), self.at(to))
    }

    /// The tail that starts at the offset `at` of the input; empty if `at` is past the end of the region.
    pub(super) fn tail(self, at: usize) -> &'a [u8] {
        let left = self.end.saturating_sub(at).min(self.octets.len());
        self.octets.get(self.octets.len() - left..).unwrap_or_default()
    }
}
