//! Writes a changed message back to its mbox. A line of text must never become the start of another message
//! (guarantee G21 in docs/guarantees.md). Linear time.
//!
//! Kept octets are written as they were stored, including any `>`. A line is quoted by the rules of the variant
//! if the line begins in new octets, or if its first octets are partly kept and partly new. A change next to a
//! kept `From ` line can turn that line into a [separator](super::separator). This is checked once the message
//! is complete.

use super::{Unquoted, Variant};
use crate::edit::Splice;
use crate::span::Span;
use memchr::{memchr_iter, memrchr};

/// Takes the kept and the new segments of a message in order, and quotes their lines by the rules of the
/// variant.
#[derive(Debug)]
pub(crate) struct Requoter<'r> {
    text: &'r Unquoted<'r>,
    /// The offset of the stored message in the buffer to which the spans of `out` refer.
    base: usize,
    variant: Variant,
    /// Whether Content-Length gives the end of the message. If so, mboxcl2 needs no quoting.
    counted: bool,
    /// Whether new octets are searched for lines that need quoting.
    searches: bool,
    out: Splice,
    line: Line,
    /// Whether the output so far ends with a line end. The value is true at the start, because the `From ` line
    /// comes before the message.
    ended: bool,
}

/// The part of the current line that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// So far, the line consists only of `arrows` times `>` and the first `matched` octets of `From `. These octets
    /// have not been written yet.
    Prefix { arrows: usize, matched: usize },
    /// Enough of the line has been read to know whether the line is quoted.
    Known,
}

const FROM: &[u8] = b"From ";

impl Line {
    const START: Self = Self::Prefix { arrows: 0, matched: 0 };

    /// Returns the number of `>` at the start of `line` if `line` is a `From ` line, quoted or not.
    /// Otherwise, returns `Err` with the state at the end of `line`.
    fn classify(line: &[u8]) -> Result<usize, Self> {
        let arrows = line.iter().take_while(|&&octet| octet == b'>').count();
        let (_, rest) = line.split_at(arrows);
        if rest.starts_with(FROM) {
            Ok(arrows)
        } else if FROM.starts_with(rest) {
            Err(Self::Prefix { arrows, matched: rest.len() })
        } else {
            Err(Self::Known)
        }
    }
}

impl<'r> Requoter<'r> {
    /// Returns a requoter for the message `text`, whose stored form starts at `base` of its buffer. `counted`
    /// tells whether a Content-Length gives the end of the message, both before and after the change.
    pub(crate) fn new(text: &'r Unquoted<'r>, base: usize, variant: Variant, counted: bool) -> Self {
        let (out, line) = (Splice::default(), Line::START);
        Self { text, base, variant, counted, searches: true, out, line, ended: true }
    }

    /// Tells the requoter that no line of the new octets starts with `From ` or with any number of `>`
    /// followed by `From `. The new octets are then not searched for such lines.
    pub(in crate::mailbox) fn without_from_lines(self) -> Self {
        Self { searches: false, ..self }
    }

    /// Adds kept octets of the message.
    pub(crate) fn keep(&mut self, span: Span) {
        let text = self.text.octets();
        let as_it_was = self.line == Line::START && self.text.is_line_start(span.start);
        let known = if as_it_was { 0 } else { self.decide(span.slice(text)) };
        let span = Span::new(span.start + known, span.end);
        if span.is_empty() {
            return;
        }
        let last_line = match memrchr(b'\n', span.slice(text)) {
            Some(end) => Some(span.start + end + 1),
            None => as_it_was.then_some(span.start),
        };
        let mut end = span.end;
        self.line = Line::Known;
        if let Some(start) = last_line
            && let Err(line @ Line::Prefix { .. }) = Line::classify(Span::new(start, span.end).slice(text))
        {
            (self.line, end) = (line, start);
        }
        let start = self.text.stored(span.start, as_it_was);
        self.out.keep(Span::new(start, self.text.stored(end, true)).shift(self.base));
        self.end_with(Span::new(span.start, end).slice(text));
    }

    /// Adds new octets to the message.
    pub(crate) fn push(&mut self, mut octets: Vec<u8>) {
        octets.drain(..self.decide(&octets));
        if let Some(end) = memrchr(b'\n', &octets)
            && let last_line = Span::new(end + 1, octets.len())
            && let Err(prefix @ Line::Prefix { .. }) = Line::classify(last_line.slice(&octets))
        {
            octets.truncate(last_line.start);
            self.line = prefix;
        }
        if self.searches {
            quote_lines(&mut octets, |arrows| self.quotes(arrows));
        }
        self.write(octets);
    }

    /// Ends the message, and returns its output. If the last line is unfinished, `line_end` is appended, so
    /// that a blank line comes before the next `From ` line.
    pub(crate) fn finish(mut self, line_end: Option<&[u8]>) -> Splice {
        self.release();
        if let Some(line_end) = line_end.filter(|_| !self.ended) {
            self.write(line_end.to_vec());
        }
        self.out
    }

    fn quotes(&self, arrows: usize) -> bool {
        self.variant.quotes(arrows) || (arrows == 0 && !self.variant.may_hold_from_line(self.counted))
    }

    /// Extends the pending line with `octets` until it is known whether the line is quoted. Returns the number
    /// of octets used.
    fn decide(&mut self, octets: &[u8]) -> usize {
        for (fed, &octet) in octets.iter().enumerate() {
            let Line::Prefix { arrows, matched } = &mut self.line else { return fed };
            if *matched == 0 && octet == b'>' {
                *arrows += 1;
            } else if FROM.get(*matched) == Some(&octet) {
                *matched += 1;
            } else {
                self.release();
                return fed;
            }
            if *matched == FROM.len() {
                let arrows = *arrows;
                if self.quotes(arrows) {
                    self.write(b">".to_vec());
                }
                self.release();
            }
        }
        octets.len()
    }

    /// Writes the pending octets of the line.
    fn release(&mut self) {
        if let Line::Prefix { arrows, matched } = self.line {
            let mut held = vec![b'>'; arrows];
            held.extend_from_slice(Span::new(0, matched).slice(FROM));
            self.write(held);
            self.line = Line::Known;
        }
    }

    fn write(&mut self, octets: Vec<u8>) {
        self.end_with(&octets);
        self.out.push(octets);
    }

    fn end_with(&mut self, octets: &[u8]) {
        self.ended = octets.last().map_or(self.ended, |&last| last == b'\n');
    }
}

/// Inserts a `>` before each `From ` line of `text` except the first line, if `quotes` returns true for the
/// number of `>` at the start of the line. The text is changed in place, because a copy of a large text would exceed
/// the bound on memory.
fn quote_lines(text: &mut Vec<u8>, quotes: impl Fn(usize) -> bool) {
    let is_quoted = |line: &[u8]| Line::classify(line).is_ok_and(&quotes);
    let mut end = text.len();
    let starts = memchr_iter(b'\n', text).map(|line_end| line_end + 1);
    let quoted = starts.filter(|&start| is_quoted(Span::new(start, end).slice(text))).count();
    let mut room = end + quoted;
    text.reserve_exact(quoted);
    text.resize(room, 0);
    // The lines are moved from the last to the first. `end` is the end of the lines that were not moved yet, and
    // `room` is the start of the lines that were moved. `room - end` is the number of lines that are still to be
    // quoted, so a line never overwrites lines that were not moved yet. `end <= room <= text.len()` keeps the
    // indices within `text`.
    while end > 0 && end < room {
        let start = memrchr(b'\n', Span::new(0, end - 1).slice(text)).map_or(0, |line_end| line_end + 1);
        let is_quoted = start > 0 && is_quoted(Span::new(start, end).slice(text));
        room -= end - start;
        text.copy_within(start..end, room);
        if is_quoted {
            room -= 1;
            text.splice(room..room + 1, *b">");
        }
        end = start;
    }
}
