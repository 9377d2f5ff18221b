//! Decides whether a text likely comes from UTF-8 that was decoded in a charset of single octets, and restores
//! the original text.
//!
//! A [sequence](super::sequence) is the characters that the octets of one original character became, such as `Ã¼` for
//! `ü`. Words with sequences are compared with their original form, whose letters must be far likelier in a language.
//! If all characters beyond US-ASCII are part of sequences, the text is restored as a whole. Otherwise a reply may
//! quote a garbled message, or two texts may have been pasted together. Then only those words are restored that become
//! likelier. All functions take linear time.

use super::about::About;
use super::letters::{self, WESTERN};
use super::page::CodePage;
use super::sequence::{Sequence, Sequences};
use crate::text::evidence::controls::is_c1;
use crate::text::evidence::words::{is_plausible, is_rare, is_trademark};
use mailutf_codecs::internal::{cost_of_written, nats};
use std::ops::Range;

/// A text is restored if its restored words are likelier than its garbled words by at least this much.
const MARGIN: i32 = nats(10);
/// The margin for [Western words](is_western) and [signs](is_usual). It can be lower because their garbled forms are
/// conspicuous: in `MÃ¼ller` and `Ã–rebro`, for example, a capital, a symbol and a small letter follow each other.
const MARGIN_OF_LATIN: i32 = nats(6);
/// The margin if some characters beyond US-ASCII are part of no sequence.
const MARGIN_OF_PART: i32 = nats(14);
/// The maximum number of words that are compared.
const WORDS: usize = 32;
/// The cost of a restored letter that occurs in no language of the model.
const UNKNOWN: i32 = nats(16);

/// A text as it was before its UTF-8 was decoded in a code page.
pub(super) struct Restored {
    /// The restored text; `None` if octets were lost.
    pub(super) text: Option<String>,
    /// How much likelier the restored text is than the garbled text.
    pub(super) gain: i32,
    /// Whether all characters beyond US-ASCII are part of sequences.
    pub(super) is_whole: bool,
}

/// Whether all characters of `text` beyond US-ASCII are part of sequences in `page`.
pub(super) fn is_whole(page: &CodePage, text: &str) -> bool {
    let known = Sequences::characters(page, text);
    let mut sequences = Sequences::of(page, text, &known);
    sequences.by_ref().for_each(drop);
    !sequences.strays
}

/// Returns the text as it was before its UTF-8 was decoded in `page`.
pub(super) fn undo(page: &CodePage, text: &str) -> Option<Restored> {
    let known = Sequences::characters(page, text);
    let sequences = || Sequences::of(page, text, &known);
    let exact = restore(sequences(), None);
    let gain = exact.as_ref().map_or(0, |exact| exact.gain);
    restore(sequences().with_lost(), Some(gain)).or(exact)
}

/// Restores the text as [`undo`] does, by the `sequences` that were found in it. If `exact` is a number, some space stands for
/// a no-break space, and the gain must exceed `exact`, the gain without such spaces.
fn restore(mut sequences: Sequences<'_, '_>, exact: Option<i32>) -> Option<Restored> {
    let (page, text) = (sequences.page, sequences.text);
    let words = words(&mut sequences, text);
    // Without other evidence, a space counts as a lost no-break space only after the `Ã` of a garbled `à`: in other
    // sequences, the space may be chance.
    let mut lost = words.iter().flat_map(|word| &word.sequences).filter(|one| one.lost).peekable();
    let is_lost = lost.peek().is_some() && (exact > Some(0) || lost.all(|one| one.character == 'à'));
    if words.is_empty() || exact.is_some() && !is_lost {
        return None;
    }
    let (is_whole, is_damaged) = (!sequences.strays, sequences.is_damaged());
    let mut changed = WordChanges::default();
    // In a text that is garbled in part, a word with other characters may be of another code page.
    let is_left = |word: &Word| !is_whole && !is_damaged && word.strays(page, text) > 0;
    for word in words.iter().filter(|word| !is_left(word)).take(WORDS) {
        let after = word.restored(text);
        let before = word.before(text);
        if word.is_sign(page, &after)
            || !word.is_alone(page, text, &after) && !letters::may_be_word(before, &after)
        {
            changed.add(before, after);
        }
    }
    // A text counts as two texts that were pasted together only if more than one word is restored or there are
    // control characters, and if most characters beyond US-ASCII are in sequences.
    let is_part = || {
        let strays: usize = words.iter().map(|word| word.strays(page, text)).sum();
        let sequences: usize = words.iter().map(|word| word.sequences.len()).sum();
        2 * strays <= sequences && (changed.before.len() > 1 || text.contains(is_c1))
    };
    let gain = changed.gain();
    let is_of_signs =
        |word: &str| WESTERN.contains(&page.charset) && word.chars().all(|c| c.is_ascii() || is_usual(c));
    let margin = match is_whole {
        true if changed.after.iter().all(|word| is_western(word) || is_of_signs(word)) => MARGIN_OF_LATIN,
        true => MARGIN,
        false => MARGIN_OF_PART,
    };
    if changed.before.is_empty()
        || gain < margin && (!is_whole || is_damaged)
        || !is_whole && !is_part()
        || exact.is_some_and(|exact| gain <= exact)
    {
        return None;
    }
    if is_damaged {
        return Some(Restored { text: None, gain, is_whole });
    }
    let mut once = String::with_capacity(text.len());
    let mut at = 0;
    for word in words.iter().filter(|word| !is_left(word)) {
        let after = word.restored(text);
        if !is_whole {
            let mut alone = WordChanges::default();
            alone.add(word.before(text), after.clone());
            if alone.gain() <= 0 {
                continue;
            }
        }
        once.push_str(text.get(at..word.place.start)?);
        once.push_str(&after);
        at = word.place.end;
    }
    once.push_str(text.get(at..)?);
    // If the text was garbled several times, its letters are still unknown after this step, and likely after the next.
    let gain = if gain < margin { gain + changed.unknown() + undo(page, &once)?.gain } else { gain };
    (gain >= margin).then_some(Restored { text: Some(once), gain, is_whole })
}

/// Returns the number of sequences of `page` in `text`, and whether the text is about garbled text.
pub(super) fn is_about(page: &CodePage, text: &str) -> (usize, About) {
    let known = Sequences::characters(page, text);
    let words = words(&mut Sequences::of(page, text, &known).with_lost(), text);
    let sequences = words.iter().map(|word| word.sequences.len()).sum();
    let first = || words.iter().take(WORDS);
    let sound = first().filter(|word| has_sound_form(&word.restored(text), text)).count();
    (sequences, About::of(sound, first().count()))
}

/// Returns the words that have sequences.
fn words(sequences: &mut Sequences<'_, '_>, text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for sequence in sequences {
        match words.last_mut() {
            Some(word) if word.place.end > sequence.from.start => {
                if word.place.end < sequence.from.end {
                    word.place.end = end_of_word(text, sequence.from.end);
                }
                word.sequences.push(sequence);
            }
            _ => words.push(Word::around(text, sequence)),
        }
    }
    words
}

/// A word between blanks, with the sequences in it.
struct Word {
    place: Range<usize>,
    sequences: Vec<Sequence>,
}

impl Word {
    fn around(text: &str, sequence: Sequence) -> Self {
        let before = text.as_bytes().iter().take(sequence.from.start).rev();
        let length = before.take_while(|octet| !octet.is_ascii_whitespace()).count();
        let place = sequence.from.start - length..end_of_word(text, sequence.from.end);
        Self { place, sequences: vec![sequence] }
    }

    fn before<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.place.clone()).unwrap_or_default()
    }

    /// Whether the word is a [usual](is_usual) sign in a code page of Western text.
    fn is_sign(&self, page: &CodePage, after: &str) -> bool {
        let mut characters = after.chars().filter(|c| !c.is_ascii_punctuation());
        WESTERN.contains(&page.charset)
            && self.sequences.len() == 1
            && characters.next().is_some_and(is_usual)
            && characters.next().is_none()
    }

    /// Whether the word may be correct although it has a sequence. Such a word is one of these:
    ///
    /// - a letter by itself, or a symbol of two octets by itself: an ornament, or a character that the text is about
    /// - a capital before a no-break space
    /// - a trademark
    fn is_alone(&self, page: &CodePage, text: &str, after: &str) -> bool {
        let before = self.before(text);
        let mut beyond = after.chars().filter(|c| !c.is_ascii());
        let is_short =
            || before.chars().filter(|c| !c.is_ascii()).count() == 2 || after.contains(char::is_alphabetic);
        beyond.all(|c| c == '\u{A0}')
            || is_trademark(before, after)
            || !before.contains(|c: char| c.is_ascii_alphanumeric())
                && self.sequences.len() == 1
                && self.strays(page, text) == 0
                && is_short()
    }

    /// Returns the number of characters beyond US-ASCII outside all sequences that are letters, or that are an octet in
    /// `page` with which UTF-8 can begin. Other characters, such as quotation marks, are not counted, because they can
    /// enclose a word that was pasted.
    fn strays(&self, page: &CodePage, text: &str) -> usize {
        let is_first = |c: char| matches!(page.octet(c), Some(0xC2..=0xF4));
        let count = |part: &str| {
            part.chars().filter(|c| !c.is_ascii() && (c.is_alphabetic() || is_first(*c))).count()
        };
        let sequences =
            self.sequences.iter().map(|one| count(text.get(one.from.clone()).unwrap_or_default()));
        count(self.before(text)).saturating_sub(sequences.sum())
    }

    fn restored(&self, text: &str) -> String {
        let (mut restored, mut at) = (String::new(), self.place.start);
        for sequence in &self.sequences {
            restored.push_str(text.get(at..sequence.from.start).unwrap_or_default());
            sequence.push_to(&mut restored);
            at = sequence.from.end;
        }
        restored.push_str(text.get(at..self.place.end).unwrap_or_default());
        restored
    }
}

/// Whether a sign of ISO-8859-1 often stands by itself, as in `© 2004` and `§ 5`. In windows-1252, its octets in UTF-8 are a
/// capital and a sign (`Â©`), which nobody writes by themselves.
const fn is_usual(sign: char) -> bool {
    matches!(sign, '\u{A1}'..='\u{A9}' | '\u{AB}' | '\u{AE}'..='\u{B4}' | '\u{B6}'..='\u{B9}' | '\u{BB}'..='\u{BF}' | '×' | '÷')
}

/// Whether all letters beyond US-ASCII in a text are of Latin-1, and stand in words that also have small US-ASCII
/// letters. Such a letter can be a capital only at the start of a word, before a small letter.
fn is_western(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_ascii()).peekable();
    let is_small = |c: char| c.is_ascii() || ('ß'..='ÿ').contains(&c);
    let is_western = |word: &str| {
        let rest = word.strip_prefix(|c| ('À'..='Þ').contains(&c));
        let is_name = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        rest.filter(|_| is_name).unwrap_or(word).chars().all(is_small)
            && word.contains(|c: char| c.is_ascii())
    };
    words.peek().is_some() && words.all(is_western)
}

/// Whether `text` contains not only the garbled form of a word, but also `word`, its restored form.
fn has_sound_form(word: &str, text: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphabetic());
    // The garbled form itself can begin or end with the restored form, and then has another character of the sequence
    // beside it. `cafÃƒÂ©` begins with `cafÃ`. `÷åòâåðã`, which is `четверг`, ends with `òâåðã`: in Macintosh, `÷å` is
    // UTF-8 of a sign, which is trimmed.
    let is_apart = |neighbour: Option<u8>| neighbour.is_none_or(|octet| octet.is_ascii());
    let is_whole = |(at, _): (usize, &str)| {
        let (before, after) = (text.as_bytes().get(..at), text.as_bytes().get(at + core.len()..));
        is_apart(before.and_then(<[u8]>::last).copied()) && is_apart(after.and_then(<[u8]>::first).copied())
    };
    core.chars().nth(2).is_some() && !core.is_ascii() && text.match_indices(core).any(is_whole)
}

fn end_of_word(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().iter().skip(from);
    from + rest.take_while(|octet| !octet.is_ascii_whitespace()).count()
}

/// Words before and after they were restored, without repetition.
#[derive(Default)]
struct WordChanges<'t> {
    before: Vec<&'t str>,
    after: Vec<String>,
}

impl<'t> WordChanges<'t> {
    fn add(&mut self, before: &'t str, after: String) {
        if !self.before.contains(&before) {
            self.before.push(before);
            self.after.push(after);
        }
    }

    fn gain(&self) -> i32 {
        let after = cost_of_written(self.after.iter().map(String::as_str));
        cost_of_written(self.before.iter().copied()) - after - self.unknown()
    }

    /// The additional cost of restored characters that occur in no language of the model.
    fn unknown(&self) -> i32 {
        let unknown = |c: &char| !c.is_ascii() && (!is_plausible(c.encode_utf8(&mut [0; 4])) || is_rare(*c));
        self.after.iter().flat_map(|word| word.chars()).filter(unknown).map(|_| UNKNOWN).sum()
    }
}
