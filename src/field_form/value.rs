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

/// `text` in UTF-8, folded. From the first word to the last word that is not plain, it becomes encoded words; the plain
/// words before and after these stay, so that programs find `Re:` or `[list]` in the field. `is_plain` says of a word
/// whether it may stay. If all words are plain, all become encoded words.
///
/// They stay even in the rare case that base64 would have encoded them in place of its padding, which is shorter by one or
/// two characters: a program that looks for plain words should not depend on the words after these.
pub(crate) fn encoded(text: &str, line: Line, place: Place, is_plain: impl Fn(&str) -> bool) -> String {
    let (before, inside, after) = around_plain(text, |word| is_plain(word) && stays(word));
    let mut value = Value::on(line);
    value.literal(before);
    value.encoded(inside, place);
    value.literal(after);
    value.written
}

/// `text` as encoded words in UTF-8, folded.
pub(crate) fn encoded_whole(text: &str, line: Line, place: Place) -> String {
    encoded(text, line, place, |_| false)
}

/// `text`, folded before blanks, so that lines have at most [`LINE`] characters where that is possible.
pub(crate) fn folded(text: &str, line: Line) -> String {
    let mut value = Value::on(line);
    value.literal(text);
    value.written
}

/// Whether no reader takes the word for an encoded word or a part of one, or for two words.
fn stays(word: &str) -> bool {
    let is_visible = word.bytes().all(|octet| octet.is_ascii_graphic());
    !word.is_empty() && is_visible && may_be_literal(word) && !word.contains("?=")
}

/// Splits `text` before the blank that precedes the words that are not plain, and after the last one of these: the
/// plain words at the start, the text in the middle, and the plain words at the end, which begin with their blank. There
/// is one space on each side of the middle, and the first one is in neither part. Two spaces have an empty word between
/// them.
fn around_plain(text: &str, is_plain: impl Fn(&str) -> bool) -> (&str, &str, &str) {
    let (mut start, mut end, mut at) = (None, 0, 0);
    for word in text.split(' ') {
        let next = at + word.len();
        if !is_plain(word) {
            start.get_or_insert(at);
            end = next;
        }
        at = next + 1;
    }
    let parts = start.and_then(|start| {
        let (head, after) = text.split_at_checked(end)?;
        let (before, inside) = head.split_at_checked(start)?;
        Some((before.strip_suffix(' ').unwrap_or(before), inside, after))
    });
    parts.unwrap_or(("", text, ""))
}

/// The place of encoded words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Text,
    Phrase,
}

/// A value that is written piece by piece.
struct Value {
    written: String,
    /// The number of characters on the last line.
    column: usize,
    line: Line,
}

impl Value {
    const fn on(line: Line) -> Self {
        Self { written: String::new(), column: line.column(), line }
    }

    fn fold(&mut self) {
        self.written.push_str(FOLD);
        self.column = 0;
    }

    fn push(&mut self, piece: &str) {
        self.written.push_str(piece);
        self.column += piece.chars().count();
    }

    /// Adds literal text, and folds it before blanks.
    fn literal(&mut self, text: &str) {
        let starts = text.match_indices([' ', '\t']).map(|(at, _)| at).chain([text.len()]);
        let mut start = 0;
        for end in starts.filter(|end| *end > 0) {
            let piece = text.get(start..end).unwrap_or_default();
            let may_fold = start > 0 || !self.written.is_empty();
            // A fold before a piece of blanks could make a line of only blanks, which is not allowed.
            if self.column + piece.chars().count() > LINE && may_fold && !piece.trim().is_empty() {
                self.fold();
            }
            self.push(piece);
            start = end;
        }
    }

    /// Adds `text` as encoded words, after a space unless they are the start of the value. They begin on a line of their
    /// own if there are fewer of them then.
    fn encoded(&mut self, text: &str, place: Place) {
        let is_start = self.written.is_empty();
        let room = if is_start { LINE - self.line.column() } else { LINE - 1 };
        let words = Words { text: text.into(), language: "", charset: Charset::UTF_8 };
        let encoder = || match place {
            Place::Text => Encoder::new(&words, room),
            Place::Phrase => Encoder::new(&words, room).cutting_beside_blanks(),
        };
        let mut own = encoder();
        let first = own.forced_word(room);
        let mut encoded = with_rest(first, own);
        if !is_start {
            let mut beside = encoder();
            let first = beside.word(LINE.saturating_sub(self.column + 1));
            match first.map(|first| with_rest(first, beside)).filter(|beside| beside.len() <= encoded.len()) {
                Some(beside) => encoded = beside,
                None => self.fold(),
            }
            self.push(" ");
        }
        for (index, word) in encoded.iter().enumerate() {
            if index > 0 {
                self.fold();
                self.push(" ");
            }
            self.push(word);
        }
    }
}

/// The words of a text: the first one, and the rest, each for a line of its own.
fn with_rest(first: String, mut rest: Encoder<'_>) -> Vec<String> {
    let mut words = vec![first];
    while !rest.is_done() {
        words.push(rest.forced_word(LINE - 1));
    }
    words
}
