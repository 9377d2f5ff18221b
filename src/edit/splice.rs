//! Segments of one buffer, collected. No octet is copied: kept ones stay in the buffer, new ones are moved here.

use super::segment::Segment;
use crate::span::Span;
use std::io::{self, Write};

/// What to write: kept segments of a buffer that lives elsewhere, and new octets.
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
    /// Goes on with the octets of the old buffer at `span`.
    pub fn keep(&mut self, span: Span) {
        match self.0.last_mut() {
            _ if span.is_empty() => {}
            Some(Segment::Kept(last)) if last.end == span.start => last.end = span.end,
            _ => self.0.push(Segment::Kept(span)),
        }
    }

    /// Goes on with new octets.
    pub fn push(&mut self, octets: Vec<u8>) {
        if !octets.is_empty() {
            self.0.push(Segment::New(octets));
        }
    }

    /// Goes on with the segments of `other`.
    pub fn append(&mut self, other: Self) {
        for segment in other.0 {
            match segment {
                Segment::Kept(span) => self.keep(span),
                Segment::New(octets) => self.push(octets),
            }
        }
    }

    /// The number of octets.
    pub fn len(&self) -> usize {
        self.0.iter().map(Segment::len).sum()
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The octets of the segments, in order. `old` is the buffer that holds the kept ones.
    pub fn slices<'s>(&'s self, old: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.0.iter().map(move |segment| segment.octets(old))
    }

    /// Writes all segments.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_to(&self, old: &[u8], writer: &mut impl Write) -> io::Result<()> {
        self.slices(old).try_for_each(|slice| writer.write_all(slice))
    }

    /// All segments in one buffer.
    pub fn assemble(&self, old: &[u8]) -> Vec<u8> {
        let mut whole = Vec::with_capacity(self.len());
        self.slices(old).for_each(|slice| whole.extend_from_slice(slice));
        whole
    }
}
