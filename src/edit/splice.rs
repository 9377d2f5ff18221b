//! Collects the segments of an output without copying octets: kept octets stay in their buffer, new octets are
//! moved into the collection.

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

    /// The same output in fewer segments: adjacent segments of less than `long` octets are joined. A joined segment
    /// has less than twice `long` octets. `old` is the buffer that holds the kept octets.
    pub(crate) fn joined(self, old: &[u8], long: usize) -> Self {
        let mut joined = Self::default();
        let mut segments = self.0.into_iter();
        while let Some(segment) = segments.next() {
            let mut length = segment.len();
            let neighbours = segments.as_slice().iter().take_while(|next| {
                let joins = length.max(next.len()) < long;
                length += if joins { next.len() } else { 0 };
                joins
            });
            let count = neighbours.count();
            if count == 0 {
                joined.0.push(segment);
                continue;
            }
            let mut octets = Vec::with_capacity(length);
            octets.extend_from_slice(segment.octets(old));
            segments.by_ref().take(count).for_each(|next| octets.extend_from_slice(next.octets(old)));
            joined.push(octets);
        }
        joined
    }

    /// The octets of each segment, in order. `old` is the buffer that holds the kept octets.
    pub(crate) fn slices<'s>(&'s self, old: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.0.iter().map(move |segment| segment.octets(old))
    }

    /// Writes the output to `writer`. `old` is the buffer that holds the kept octets.
    ///
    /// # Errors
    /// Returns the errors of the writer.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn joined_segments_have_the_same_output(
            pieces in proptest::collection::vec((any::<bool>(), 0_usize..40, 0_usize..12), 0..12),
            long in 0_usize..14,
        ) {
            let old: Vec<u8> = (0..60).collect();
            let mut splice = Splice::default();
            for (kept, at, length) in pieces {
                match kept {
                    true => splice.keep(Span::new(at, at + length)),
                    false => splice.push(vec![b'x'; length]),
                }
            }
            let joined = splice.clone().joined(&old, long);
            prop_assert_eq!(joined.assemble(&old), splice.assemble(&old));
            let lengths: Vec<_> = joined.slices(&old).map(<[u8]>::len).collect();
            prop_assert!(lengths.windows(2).all(|pair| pair[0] >= long || pair[1] >= long), "{lengths:?}");
            let longest = splice.slices(&old).map(<[u8]>::len).max().unwrap_or(0);
            prop_assert!(lengths.iter().all(|length| *length < (2 * long).max(longest + 1)), "{lengths:?}");
        }
    }
}
