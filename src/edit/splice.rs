//! Segments of one buffer, collected: what is kept is never copied.

use crate::span::Span;
use std::io::{self, Write};

/// What to write: kept segments of a buffer that lives elsewhere, and new octets.
///
/// ```
/// use mailutf::{Span, edit::Splice};
/// let mut splice = Splice::default();
/// splice.keep(Span::new(0, 3));
/// splice.push("ö".as_bytes());
/// splice.keep(Span::new(4, 6));
/// assert_eq!(splice.assemble(b"sch?n!"), "schön!".as_bytes());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Splice {
    parts: Vec<Part>,
    new: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// Octets of the old buffer.
    Kept(Span),
    /// Octets of `new`.
    New(Span),
}

impl Splice {
    /// Goes on with the octets of the old buffer at `span`.
    pub fn keep(&mut self, span: Span) {
        match self.parts.last_mut() {
            _ if span.is_empty() => {}
            Some(Part::Kept(last)) if last.end == span.start => last.end = span.end,
            _ => self.parts.push(Part::Kept(span)),
        }
    }

    /// Goes on with new octets.
    pub fn push(&mut self, octets: &[u8]) {
        if octets.is_empty() {
            return;
        }
        let start = self.new.len();
        self.new.extend_from_slice(octets);
        match self.parts.last_mut() {
            Some(Part::New(last)) => last.end = self.new.len(),
            _ => self.parts.push(Part::New(Span::new(start, self.new.len()))),
        }
    }

    /// The same as [`push`](Self::push); does not copy them where they are the first ones.
    pub(crate) fn push_all(&mut self, octets: Vec<u8>) {
        if self.new.is_empty() && !octets.is_empty() {
            self.parts.push(Part::New(Span::new(0, octets.len())));
            self.new = octets;
        } else {
            self.push(&octets);
        }
    }

    /// Number of octets.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|&(Part::Kept(span) | Part::New(span))| span.len()).sum()
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The segments in order, `old` being the buffer whose octets are kept.
    pub fn slices<'s>(&'s self, old: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.parts.iter().map(move |part| match part {
            Part::Kept(span) => span.slice(old),
            Part::New(span) => span.slice(&self.new),
        })
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_to(&self, old: &[u8], writer: &mut impl Write) -> io::Result<()> {
        self.slices(old).try_for_each(|slice| writer.write_all(slice))
    }

    /// All of it as one.
    pub fn assemble(&self, old: &[u8]) -> Vec<u8> {
        let mut whole = Vec::with_capacity(self.len());
        self.slices(old).for_each(|slice| whole.extend_from_slice(slice));
        whole
    }
}
