//! A segment of an output: octets of the input, or new ones.

use crate::span::Span;

/// Octets of the output that come from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<'s> {
    /// Octets of the input that stay.
    Kept(Span),
    /// New octets.
    New(&'s [u8]),
}

impl<'s> Segment<'s> {
    /// The number of octets.
    pub fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New(octets) => octets.len(),
        }
    }

    /// Whether there are no octets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The octets; `input` is the buffer that kept octets stand in.
    pub fn octets(self, input: &'s [u8]) -> &'s [u8] {
        match self {
            Self::Kept(span) => span.slice(input),
            Self::New(octets) => octets,
        }
    }
}
