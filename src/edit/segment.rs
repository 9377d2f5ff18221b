//! Segments of an output.

use crate::span::Span;

/// A run of octets of an output: either kept from the input, or new. `T` holds the new octets, borrowed or owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<T> {
    /// Octets of the input that are kept.
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

    /// The octets of the segment. `input` is the buffer that holds kept octets.
    pub fn octets<'s>(&'s self, input: &'s [u8]) -> &'s [u8] {
        match self {
            Self::Kept(span) => span.slice(input),
            Self::New(octets) => octets.as_ref(),
        }
    }
}
