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

/// `text` as encoded words in UTF-8, folded.
pub(crate) fn encoded(text: &str) -> String {
    let words = Words { text: text.into(), language: "", charset: Charset::UTF_8 };
    let mut encoder = Encoder::new(&words, LINE - NAME);
    let mut written = encoder.forced_word(LINE - NAME);
    while !encoder.is_done() {
        written.push_str(FOLD);
        written.push(' ');
        written.push_str(&encoder.forced_word(LINE - 1));
    }
    written
}

/// `text`, folded before blanks, so that lines have at most [`LINE`] characters where that is possible.
pub(crate) fn folded(text: &str) -> String {
    let (mut written, mut column) = (String::with_capacity(text.len()), NAME);
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
