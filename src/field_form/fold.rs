//! Puts new text into a field, and folds lines that become too long (RFC 5322 sections 2.1.1 and 2.2.3, RFC 2047
//! section 2).
//!
//! A line with new text has at most 78 characters, and a line with new encoded words at most 76, if there are
//! blanks at which the line can be folded. Folds of the old text stay, and lines without new text do not change.
//! The length of a line is counted in characters (RFC 6532 section 3.4). No line has only blanks. Linear time.

use super::encoded_word::{Encoder, Words};
use super::fold_point::FoldPoints;
use crate::edit::{Edit, Reason};
use crate::span::Span;
use crate::syntax::header_block::Field;
use std::borrow::Cow;
use std::cell::LazyCell;

/// The maximum number of columns of a line.
const LINE: usize = 78;
/// The maximum number of columns of a line with an encoded word.
const WORD_LINE: usize = 76;

/// A replacement of some text in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change<'t> {
    pub(super) span: Span,
    pub(super) new: New<'t>,
}

/// The new text of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum New<'t> {
    /// Literal text that may be folded at its blanks.
    Text(Cow<'t, str>),
    /// Literal text that must not be folded, because the fold would become part of the text.
    Unfolded(String),
    /// Text to be written as encoded words.
    Words(Words<'t>),
    /// Parameters, each on a line of its own.
    Parameters(Vec<String>),
    /// The old text is removed.
    Nothing,
}

impl New<'_> {
    /// The number of octets of the new text, without folds. Encoded words count as the octets of their decoded
    /// text.
    fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Unfolded(text) => text.len(),
            Self::Words(words) => words.text.len(),
            Self::Parameters(parameters) => parameters.iter().map(String::len).sum(),
            Self::Nothing => 0,
        }
    }
}

/// The edits that apply `changes` to the body of `field`. `changes` are sorted and disjoint. Old text may be folded at
/// `points`, which are computed only if a line becomes too long.
pub(super) fn edits(
    input: &[u8],
    field: &Field,
    changes: &[Change<'_>],
    line_end: &str,
    points: &dyn Fn() -> FoldPoints,
    reason: Reason,
) -> Vec<Edit> {
    let (at, line, points) = (field.span.start, Line::default(), LazyCell::new(points));
    let edits = Vec::with_capacity(changes.len());
    let mut writer = Writer { input, field, line_end, points, reason, at, line, edits };
    for change in changes {
        writer.keep(change.span.start);
        writer.write(change);
        writer.at = change.span.end;
    }
    writer.keep(field.body.end);
    writer.edits
}

/// The line being written.
#[derive(Clone, Copy, Default)]
struct Line {
    /// The number of characters in the line so far.
    columns: usize,
    /// Whether all characters so far are blanks.
    blank: bool,
    /// Whether some characters of the line are new.
    new: bool,
    /// Whether the line has new encoded words.
    words: bool,
}

impl Line {
    /// A new line after a fold. The line begins with `columns` blanks.
    const fn folded(columns: usize) -> Self {
        Self { columns, blank: true, new: true, words: false }
    }

    fn add(&mut self, octets: &[u8]) {
        let start = memchr::memrchr(b'\n', octets).map(|at| at + 1);
        if start.is_some() {
            *self = Self { new: false, ..Self::folded(0) };
        }
        let rest = octets.get(start.unwrap_or(0)..).unwrap_or_default();
        let counts = |octet: &&u8| starts_character(**octet) && **octet != b'\r';
        self.columns += rest.iter().filter(counts).count();
        self.blank &= rest.iter().all(|octet| is_blank(*octet) || *octet == b'\r');
    }
}

struct Writer<'a> {
    input: &'a [u8],
    field: &'a Field,
    line_end: &'a str,
    points: LazyCell<FoldPoints, &'a dyn Fn() -> FoldPoints>,
    reason: Reason,
    /// The offset in the input up to which the old text has already been kept or replaced.
    at: usize,
    line: Line,
    edits: Vec<Edit>,
}

impl Writer<'_> {
    /// Keeps the old text up to `to`, with new folds where the text no longer fits on its line.
    fn keep(&mut self, to: usize) {
        let octets = Span::new(self.at, to).slice(self.input);
        if !self.line.new {
            self.line.add(octets);
            self.at += octets.len();
            return;
        }
        for piece in octets.chunk_by(|a, b| is_blank(*a) == is_blank(*b)) {
            let word = piece.split(|octet| matches!(octet, b'\r' | b'\n')).next().unwrap_or_default();
            let limit = if self.line.words { WORD_LINE } else { LINE };
            let columns = word.iter().filter(|octet| starts_character(**octet)).count();
            let blank = word.first().copied().is_none_or(is_blank);
            if self.line.new && !blank && self.line.columns + columns > limit && self.points.contains(self.at)
            {
                self.fold_before(self.at);
            }
            self.line.add(piece);
            self.at += piece.len();
        }
    }

    fn write(&mut self, change: &Change<'_>) {
        let mut output = String::with_capacity(change.new.len());
        match &change.new {
            New::Text(text) => self.text(change.span, text, &mut output),
            New::Unfolded(text) => {
                if self.line.columns + columns(text) + self.trailing(change.span) > LINE {
                    self.fold_before(change.span.start);
                }
                output.push_str(text);
                self.line.add(text.as_bytes());
            }
            New::Words(words) => self.words(change.span, words, &mut output),
            New::Parameters(parameters) => self.parameters(change.span, parameters, &mut output),
            New::Nothing => {}
        }
        self.line.new = true;
        self.line.words |= matches!(change.new, New::Words(..));
        self.edits.push(Edit { span: change.span, replacement: output.into_bytes(), reason: self.reason });
    }

    /// Writes literal text, with folds at its blanks.
    fn text(&mut self, span: Span, text: &str, output: &mut String) {
        if self.line.columns + columns(text) + self.trailing(span) <= LINE {
            output.push_str(text);
            self.line.add(text.as_bytes());
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let word = rest.find(|c| !is_blank_character(c)).unwrap_or(rest.len());
            let end = rest.get(word..).and_then(|word| word.find(is_blank_character)).map(|len| word + len);
            let (chunk, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
            let trailing = if after.is_empty() { self.trailing(span) } else { 0 };
            if self.line.columns + columns(chunk) + trailing > LINE && !self.line.blank && word < chunk.len()
            {
                if word > 0 {
                    output.push_str(self.line_end);
                    self.line = Line::folded(0);
                } else if self.field.body.start + 1 < span.start {
                    // The chunk does not fit on the line, so the line is folded before the new text. New text
                    // directly after the field name is an exception, because a fold would gain very few columns
                    // there.
                    self.fold_before(span.start);
                }
            }
            output.push_str(chunk);
            self.line.add(chunk.as_bytes());
            rest = after;
        }
    }

    /// Writes encoded words, with folds between them.
    fn words(&mut self, span: Span, words: &Words<'_>, output: &mut String) {
        let line = WORD_LINE.saturating_sub(self.trailing(span));
        let mut encoder = Encoder::new(words, line.saturating_sub(1));
        let mut word = encoder.word(line.saturating_sub(self.line.columns));
        if word.is_none() {
            self.fold_before(span.start);
        }
        loop {
            let next = match word.take() {
                Some(word) => word,
                None if encoder.is_done() => return,
                None => encoder.forced_word(line.saturating_sub(self.line.columns)),
            };
            output.push_str(&next);
            self.line.add(next.as_bytes());
            if !encoder.is_done() {
                output.push_str(self.line_end);
                output.push(' ');
                self.line = Line::folded(1);
            }
        }
    }

    fn parameters(&mut self, span: Span, parameters: &[String], output: &mut String) {
        for (index, parameter) in parameters.iter().enumerate() {
            if index > 0 {
                output.push(';');
                output.push_str(self.line_end);
                output.push(' ');
                self.line = Line::folded(1);
            } else if self.line.columns + parameter.len() >= LINE {
                self.fold_before(span.start);
            }
            output.push_str(parameter);
            self.line.add(parameter.as_bytes());
        }
    }

    /// Adds a fold before the blanks that directly precede `at`. Adds none if there are no blanks, if an edit has
    /// replaced them, or if the line before them would be blank.
    fn fold_before(&mut self, at: usize) {
        let kept = self.edits.last().map_or(self.field.body.start, |edit| edit.span.end);
        let before = Span::new(kept, at).slice(self.input);
        let blanks = before.iter().rev().take_while(|octet| is_blank(**octet)).count();
        if blanks > 0 && !self.line.blank {
            let fold = Span::at(at - blanks);
            self.edits.push(Edit { span: fold, replacement: self.line_end.into(), reason: self.reason });
            self.line = Line::folded(blanks);
        }
    }

    /// The number of columns of old text directly after the new text, up to a blank. This text must stay on
    /// the line of the new text.
    fn trailing(&self, span: Span) -> usize {
        let after = Span::new(span.end, self.field.body.end).slice(self.input);
        after.iter().take(LINE).take_while(|octet| !matches!(octet, b' ' | b'\t' | b'\r' | b'\n')).count()
    }
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

const fn starts_character(octet: u8) -> bool {
    !matches!(octet, 0x80..=0xBF)
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}

const fn is_blank_character(character: char) -> bool {
    matches!(character, ' ' | '\t')
}
