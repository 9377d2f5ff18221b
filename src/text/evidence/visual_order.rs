//! Recognizes Hebrew in visual order (RFC 1555, RFC 1556) and puts it in logical order. In visual order, each line is
//! stored as it is seen, from left to right. Today Hebrew is stored in logical order, as it is spoken, and programs
//! reverse it for display. So these programs show text backwards if it is in visual order.
//!
//! Much text in logical order has the label of visual order (`iso-8859-8`), so the order is measured. Five Hebrew
//! letters have another form at the end of a word (`ם` for `מ`). If these final forms stand at the start of words,
//! the order is visual. All functions take linear time.

use crate::charset::Charset;
use mailutf_codecs::internal::is_final;
use std::ops::Range;

/// The charsets in which Hebrew was stored in visual order.
const CHARSETS: [&str; 3] = ["ISO-8859-8", "windows-1255", "IBM862"];
/// Text is in visual order if it has more than this many final letters at the start of words for each final letter at
/// the end of a word.
const STARTS_PER_END: usize = 4;
/// Pairs of brackets, which must be exchanged when the order changes. Visual order stores brackets as they are seen.
/// In logical order, the first bracket of a pair is the opening one.
const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»')];

/// Whether `text`, which was decoded in `charset`, is Hebrew in visual order.
pub(in crate::text) fn is_visual(text: &str, charset: Charset) -> bool {
    if !CHARSETS.contains(&charset.name()) {
        return false;
    }
    let (mut starts, mut ends) = (0_usize, 0_usize);
    for word in text.split(|c| !is_hebrew(c)) {
        let mut letters = word.chars();
        if let (Some(first), Some(last)) = (letters.next(), letters.next_back()) {
            starts += usize::from(is_final(first));
            ends += usize::from(is_final(last));
        }
    }
    starts > STARTS_PER_END * ends
}

/// Returns `text` in logical order. Each line is reversed, except its Latin words and its numbers. Blanks at the
/// start and the end of a line stay in place.
///
/// A line whose first letter is Latin, as in `Re: `, runs from left to right. In such a line, only the stretches of
/// Hebrew are put in order.
pub(in crate::text) fn logical(text: &str) -> String {
    text.split_inclusive(['\r', '\n']).map(logical_line).collect()
}

fn logical_line(line: &str) -> String {
    let inner = line.trim();
    let Some((before, after)) = line.split_once(inner).filter(|_| inner.contains(is_hebrew)) else {
        return line.to_owned();
    };
    let mut characters: Vec<char> = inner.chars().collect();
    let is_from_left = inner.chars().find(|c| c.is_alphabetic()).is_some_and(|first| !is_hebrew(first));
    if is_from_left {
        let spans: Vec<Range<usize>> = stretches(&characters, |c| is_latin(*c), is_hebrew);
        for span in spans {
            reverse(characters.get_mut(span).unwrap_or_default());
        }
    } else {
        reverse(&mut characters);
    }
    [before, &characters.into_iter().collect::<String>(), after].concat()
}

/// Reverses the characters. Then restores the order of the runs that are written from left to right.
fn reverse(characters: &mut [char]) {
    let mirror = |characters: &mut [char]| characters.iter_mut().for_each(|one| *one = mirrored(*one));
    characters.reverse();
    mirror(characters);
    for run in from_left(characters) {
        let run = characters.get_mut(run).unwrap_or_default();
        run.reverse();
        mirror(run);
    }
}

/// Returns the runs that are written from left to right. These are Latin words with the numbers next to them, and
/// numbers between Hebrew words.
fn from_left(characters: &[char]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    for stretch in stretches(characters, |c| is_hebrew(*c), char::is_alphanumeric) {
        match characters.get(stretch.clone()) {
            Some(inner) if !inner.iter().any(|c| is_latin(*c)) => {
                let is_separator =
                    |c: &char| !c.is_numeric() && !matches!(c, '.' | ',' | ':' | '/' | '-' | '+');
                let numbers = stretches(inner, is_separator, char::is_numeric);
                runs.extend(
                    numbers.into_iter().map(|one| stretch.start + one.start..stretch.start + one.end),
                );
            }
            _ => runs.push(stretch),
        }
    }
    runs
}

/// Returns the stretches between the characters for which `ends` is true. Each stretch is cut to the range from its
/// first to its last character for which `belongs` is true.
fn stretches(
    characters: &[char],
    ends: impl Fn(&char) -> bool,
    belongs: fn(char) -> bool,
) -> Vec<Range<usize>> {
    let mut start = 0;
    let within = characters.split(ends).filter_map(|stretch| {
        let at = start;
        start += stretch.len() + 1;
        let first = stretch.iter().position(|c| belongs(*c))?;
        let last = stretch.iter().rposition(|c| belongs(*c))?;
        Some(at + first..at + last + 1)
    });
    within.collect()
}

fn mirrored(character: char) -> char {
    let other = |(open, close): (char, char)| match character {
        c if c == open => Some(close),
        c if c == close => Some(open),
        _ => None,
    };
    BRACKETS.into_iter().find_map(other).unwrap_or(character)
}

const fn is_hebrew(character: char) -> bool {
    matches!(character, '\u{591}'..='\u{5F4}')
}

fn is_latin(character: char) -> bool {
    character.is_alphabetic() && !is_hebrew(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_letters_show_the_order() {
        let charset = Charset::for_label(b"iso-8859-8").unwrap();
        for (text, expected) in [
            ("םולש", true),
            ("שלום", false),
            ("םלוע םולש", true),
            ("ןושאר םויל התחדנ השיגפה", true),
            ("הפגישה נדחתה ליום ראשון", false),
            ("הדות", false),
            ("ם", false),
            ("", false),
        ] {
            assert_eq!(is_visual(text, charset), expected, "{text}");
        }
        assert!(!is_visual("םולש", Charset::UTF_8));
    }

    #[test]
    fn numbers_and_latin_words_keep_their_order() {
        for (visual, expected) in [
            ("םולש", "שלום"),
            ("  םלוע םולש\r\n", "  שלום עולם\r\n"),
            ("?(31.12.1999) םויב תאז", "זאת ביום (31.12.1999)?"),
            ("10:30-ב ,Windows 95 לש הנקתה", "התקנה של Windows 95, ב-10:30"),
            ("Re: םלוע םולש", "Re: שלום עולם"),
            ("plain text 12", "plain text 12"),
        ] {
            assert_eq!(logical(visual), expected, "{visual}");
        }
    }
}
