//! Forms of single values: encoded words, quoted strings, folded lines, for text that is not in a message yet.

use super::encoded_word::{Encoder, Words};
use crate::charset::Charset;

pub(crate) use super::text_form::{is_atoms, may_be_literal, quoted};

/// The maximum number of characters of a line. RFC 2047 section 2 sets this limit for lines with encoded words; it
/// is used for other lines too.
const LINE: usize = 76;

/// The number of characters of the first line that are left for the name of the field.
const NAME: usize = 30;

/// The line end of a fold. A blank must follow the line end: either a blank of the text, or an added blank.
const FOLD: &str = "\r\n";

/// The line on which a value begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The line with the name of the field.
    OfName,
    /// A line of its own, after a blank.
    Own,
}

impl Line {
    /// The number of characters on the line before the value.
    const fn column(self) -> usize {
        match self {
            Self::OfName => NAME,
            Self::Own => 1,
        }
    }

    /// Whether `more` characters still fit on the last line of `written`, which begins on this line.
    pub(crate) fn has_room(self, written: &str, more: usize) -> bool {
        let column = match written.rsplit_once(FOLD) {
            Some((_, last)) => last.chars().count(),
            None => self.column() + written.chars().count(),
        };
        column + more <= LINE
    }
}

/// `text` as encoded words in UTF-8, folded.
pub(crate) fn encoded(text: &str) -> String {
    let words = Words { text: text.into(), language: "", charset: Charset::UTF_8 };
    written(Encoder::new(&words, LINE - NAME), Line::OfName)
}

/// `text` as encoded words of a phrase, in UTF-8, folded.
pub(crate) fn encoded_phrase(text: &str, line: Line) -> String {
    let words = Words { text: text.into(), language: "", charset: Charset::UTF_8 };
    written(Encoder::new(&words, LINE - line.column()).cutting_beside_blanks(), line)
}

fn written(mut encoder: Encoder<'_>, line: Line) -> String {
    let mut written = encoder.forced_word(LINE - line.column());
    while !encoder.is_done() {
        written.push_str(FOLD);
        written.push(' ');
        written.push_str(&encoder.forced_word(LINE - 1));
    }
    written
}

/// `text`, folded before blanks, so that lines have at most [`LINE`] characters where that is possible.
pub(crate) fn folded(text: &str, line: Line) -> String {
    let (mut written, mut column) = (String::with_capacity(text.len()), line.column());
    let starts = text.match_indices([' ', '\t']).map(|(at, _)| at).chain([text.len()]);
    let mut start = 0;
    for end in starts.filter(|end| *end > 0) {
        let piece = text.get(start..end).unwrap_or_default();
        let length = piece.chars().count();
        // A fold before a piece of blanks could make a line of only blanks, which is not allowed.
        if column + length > LINE && start > 0 && !piece.trim().is_empty() {
            written.push_str(FOLD);
            column = 0;
        }
        written.push_str(piece);
        column += length;
        start = end;
    }
    written
}
