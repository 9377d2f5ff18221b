//! The octets a grammar reads, and where in the input they stand.
//!
//! A `nom` parser answers with the rest of its input. The rest is always the tail of the region, so its
//! length alone tells the offset: no pointer arithmetic, no offset carried along.

use crate::span::Span;

/// What a `nom` parser of this layer answers.
pub(super) type Parsed<'a, T> = nom::IResult<&'a [u8], T, ()>;

/// A stretch of the input under a grammar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<'a> {
    octets: &'a [u8],
    end: usize,
}

impl<'a> Region<'a> {
    /// The octets of `span`, as far as the input has them.
    pub(super) fn new(input: &'a [u8], span: Span) -> Self {
        let octets = span.slice(input);
        Self { octets, end: span.start + octets.len() }
    }

    /// All octets: what the first parser is given.
    pub(super) const fn octets(self) -> &'a [u8] {
        self.octets
    }

    /// The offset in the input at which `rest`, a tail of the region, starts.
    pub(super) const fn at(self, rest: &[u8]) -> usize {
        self.end.saturating_sub(rest.len())
    }

    /// The octets eaten between two tails.
    pub(super) const fn between(self, from: &[u8], to: &[u8]) -> Span {
        Span::new(self.at(from), self.at(to))
    }

    /// The tail that starts at offset `at` of the input; empty beyond the end.
    pub(super) fn tail(self, at: usize) -> &'a [u8] {
        let left = self.end.saturating_sub(at).min(self.octets.len());
        self.octets.get(self.octets.len() - left..).unwrap_or_default()
    }
}
