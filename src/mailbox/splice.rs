//! Stretches of an old buffer and new octets, in order: what is kept is never copied.

use crate::span::Span;
use std::io::{self, Write};

/// What to write: kept stretches of a buffer that lives elsewhere, and new octets.
///
/// ```
/// use mailutf::{Span, mailbox::splice::Splice};
/// let mut splice = Splice::default();
/// splice.keep(Span::new(0, 3));
/// splice.push("ö".as_bytes());
/// splice.keep(Span::new(4, 6));
/// assert_eq!(splice.assemble(b"sch?n!"), "schön!".as_bytes());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Splice {
    segments: Vec<Segment>,
    new: Vec<u8>,
}

/// A stretch of a changed message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch<'s> {
    /// Octets of the message that stay.
    Kept(Span),
    /// New octets.
    New(&'s [u8]),
}

impl Stretch<'_> {
    /// Number of octets.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Kept(span) => span.len(),
            Self::New(octets) => octets.len(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Segment {
    /// Octets of the old buffer.
    Kept(Span),
    /// Octets of `new`.
    New(Span),
}

impl Splice {
    /// Goes on with the octets of the old buffer at `span`.
    pub fn keep(&mut self, span: Span) {
        match self.segments.last_mut() {
            _ if span.is_empty() => {}
            Some(Segment::Kept(last)) if last.end == span.start => last.end = span.end,
            _ => self.segments.push(Segment::Kept(span)),
        }
    }

    /// Goes on with new octets.
    pub fn push(&mut self, octets: &[u8]) {
        if octets.is_empty() {
            return;
        }
        let start = self.new.len();
        self.new.extend_from_slice(octets);
        match self.segments.last_mut() {
            Some(Segment::New(last)) => last.end = self.new.len(),
            _ => self.segments.push(Segment::New(Span::new(start, self.new.len()))),
        }
    }

    /// The same as [`push`](Self::push); does not copy them where they are the first ones.
    pub(super) fn push_all(&mut self, octets: Vec<u8>) {
        if self.new.is_empty() && !octets.is_empty() {
            self.segments.push(Segment::New(Span::new(0, octets.len())));
            self.new = octets;
        } else {
            self.push(&octets);
        }
    }

    /// Number of octets.
    pub fn len(&self) -> usize {
        self.segments.iter().map(|&(Segment::Kept(span) | Segment::New(span))| span.len()).sum()
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The stretches in order, `old` being the buffer whose octets are kept.
    pub fn slices<'s>(&'s self, old: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.segments.iter().map(move |segment| match segment {
            Segment::Kept(span) => span.slice(old),
            Segment::New(span) => span.slice(&self.new),
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
