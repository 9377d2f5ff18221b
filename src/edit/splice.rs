//! Collects the segments of an output without copying octets: kept octets stay in their buffer, new ones are moved
//! here.

use super::segment::Segment;
use crate::span::Span;
use std::io::{self, Write};

/// An output: kept octets of a buffer that is stored elsewhere, and new octets.
///
/// ```
/// use mailutf::{Span, edit::Splice};
/// let mut splice = Splice::default();
/// splice.keep(Span::new(0, 3));
/// splice.push("ö".into());
/// splice.keep(Span::new(4, 6));
/// assert_eq!(splice.assemble(b"sch?n!"), "schön!".as_bytes());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Splice(Vec<Segment<Vec<u8>>>);

impl Splice {
    /// Appends the octets of the buffer at `span`.
    pub fn keep(&mut self, span: Span) {
        match self.0.last_mut() {
            _ if span.is_empty() => {}
            Some(Segment::Kept(last)) if last.end == span.start => last.end = span.end,
            _ => self.0.push(Segment::Kept(span)),
        }
    }

    /// Appends new octets.
    pub fn push(&mut self, octets: Vec<u8>) {
        if !octets.is_empty() {
            self.0.push(Segment::New(octets));
        }
    }

    /// Appends the segments of `other`, which must refer to the same buffer.
    pub fn append(&mut self, other: Self) {
        for segment in other.0 {
            match segment {
                Segment::Kept(span) => self.keep(span),
                Segment::New(octets) => self.push(octets),
            }
        }
    }

    /// The length of the output in octets.
    pub fn len(&self) -> usize {
        self.0.iter().map(Segment::len).sum()
    }

    /// Whether the output is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The octets of each segment, in order. `old` is the buffer that holds the kept octets.
    pub fn slices<'s>(&'s self, old: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.0.iter().map(move |segment| segment.octets(old))
    }

    /// Writes the output to `writer`. `old` is the buffer that holds the kept octets.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_to(&self, old: &[u8], writer: &mut impl Write) -> io::Result<()> {
        self.slices(old).try_for_each(|slice| writer.write_all(slice))
    }

    /// The output as one buffer. `old` is the buffer that holds the kept octets.
    pub fn assemble(&self, old: &[u8]) -> Vec<u8> {
        let mut whole = Vec::with_capacity(self.len());
        self.slices(old).for_each(|slice| whole.extend_from_slice(slice));
        whole
    }
}
