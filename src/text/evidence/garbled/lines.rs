//! Undoes the decoding of some lines of a sound text in a wrong charset: a reply quotes a message that was garbled.
//!
//! UTF-8 that was decoded wrongly shows itself by its [sequences](super::sequence), wherever it stands. Text in another
//! charset does not: its characters are letters of the wrong charset. But hardly any sound line has many letters of
//! ISO-8859-1 beyond US-ASCII in a row. The letters of these lines show the wrong charset and the right one. Then each
//! line that becomes likelier in the right charset is restored. All functions take linear time.

use super::about::About;
use super::letters::{self, Restored};
use super::page::CodePage;
use super::suspicion::{ROW, Suspicion};
use crate::charset::Charset;
use mailutf_codecs::internal::nats;
use std::collections::HashSet;

/// Lines are restored if their letters become likelier by at least this much, all together.
const MARGIN: i32 = nats(20);
/// Each line of these must become likelier by at least this much.
const MARGIN_OF_LINE: i32 = nats(4);
/// In a charset of several octets, a line must become likelier by this much for each of its letters. Text gains 13 nats. But
/// a Western letter and the letter of US-ASCII behind it can be a frequent character of such a charset, which gains about 5
/// (`Albaniýa` would be `Albani齛`).
const MARGIN_OF_LETTER: i32 = nats(8);
/// The maximum number of letters of a line that are counted for this, because only the start of a long line is compared.
const LETTERS: usize = 64;

/// Restores the garbled lines of `text`, if it also has other lines. The second value tells whether `text` may be about
/// garbled text.
pub(super) fn undo(text: &str) -> Option<(Restored, About)> {
    let sample: String = text.split_inclusive('\n').filter(|line| has_row(line)).collect();
    if sample.is_empty() || sample.len() == text.len() {
        return None;
    }
    let found = letters::undo(Suspicion::of(&sample), &sample).filter(|found| found.gain >= MARGIN)?;
    let page = CodePage::of(found.by);
    let (mut restored, mut words, mut sound) =
        (String::with_capacity(text.len()), HashSet::new(), HashSet::new());
    for line in text.split_inclusive('\n') {
        let read = letters::read_in(&page, found.charset, line);
        match read.filter(|read| read.gain >= MARGIN_OF_LINE.max(margin(found.charset, &read.text))) {
            Some(read) => {
                words.extend(words_of(&read.text).map(str::to_owned));
                restored.push_str(&read.text);
            }
            None => {
                sound.extend(words_of(line));
                restored.push_str(line);
            }
        }
    }
    let shared = words.iter().filter(|word| sound.contains(word.as_str())).count();
    let about = About::of(shared, words.len());
    (about != About::Yes).then_some((Restored { text: restored, ..found }, about))
}

/// Whether each line of `text` may be as in `whole`, in which all of it is restored.
pub(super) fn suits_each(text: &str, whole: &Restored) -> bool {
    let mut lines = text.split('\n').zip(whole.text.split('\n')).filter(|(line, _)| !line.is_ascii());
    lines.all(|(line, read)| letters::cost(line) - letters::cost(read) >= margin(whole.charset, read))
}

/// Returns how much likelier a line must become, if others prove that text was in `charset`.
fn margin(charset: Charset, read: &str) -> i32 {
    if charset.is_single_octet() {
        return -MARGIN_OF_LINE;
    }
    let letters = read.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).take(LETTERS);
    letters.fold(0, |margin, _| margin.saturating_add(MARGIN_OF_LETTER))
}

/// Whether `text` has [`ROW`] characters from U+0080 to U+00FF in a row. In UTF-8, each of them has two octets, and the first
/// one is C2 or C3. No other character begins with these octets.
fn has_row(text: &str) -> bool {
    let is_row = |at: usize| {
        let row = text.as_bytes().get(at..at + 2 * ROW);
        row.is_some_and(|row| row.iter().step_by(2).all(|octet| matches!(octet, 0xC2 | 0xC3)))
    };
    memchr::memchr2_iter(0xC2, 0xC3, text.as_bytes()).any(is_row)
}

/// Returns the words of a text that have a letter beyond US-ASCII.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_ascii())
}
