//! A segment of an output: octets of the input, or new ones.

use crate::span::Span;

/// Octets of the output that come from one place. `T` holds the new ones, borrowed or owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<T> {
    /// Octets of the input that stay.
    Kept(Span),
    /// New octets.
    New(T),
}

impl<T: AsRef<[u8]>> Segment<T> {
    /// The number of octets.
    pub fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New(octets) => octets.as_ref().len(),
        }
    }

    /// Whether there are no octets.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The octets. `input` is the buffer that holds the kept ones.
    pub fn octets<'s>(&'s self, input: &'s [u8]) -> &'s [u8] {
        match self {
            Self::Kept(span) => span.slice(input),
            Self::New(octets) => octets.as_ref(),
        }
    }
}
