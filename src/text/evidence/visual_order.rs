//! Hebrew in visual order (RFC 1555, RFC 1556): each line is stored as it is seen, from left to right. Today Hebrew is stored
//! in logical order, as it is spoken, and programs reverse it when they show it. So they show text in visual order backwards.
//!
//! The order is measured, because much text in logical order carries the label of visual order (`iso-8859-8`). Five letters have
//! another form at the end of a word (`ם` for `מ`). Where these stand at the start of words, the order is visual. Linear time.

use crate::charset::Charset;
use mailutf_codecs::internal::is_final;
use std::ops::Range;

/// The charsets of Hebrew that had visual order.
const CHARSETS: [&str; 3] = ["ISO-8859-8", "windows-1255", "IBM862"];
/// Text is in visual order if, for each final letter at the end of a word, more than this many are at the start of words.
const STARTS_PER_END: usize = 4;
/// Brackets, which must be mirrored: visual order stores them as they are seen, but in logical order the first bracket
/// of a pair is the opening one.
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

/// `text` in logical order: each line is reversed, except Latin words and numbers. Blanks at both ends of a line stay
/// there.
///
/// A line that begins with a Latin word runs from left to right, as `Re: ` does: only its Hebrew is put in order.
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

/// Reverses the characters, then puts the runs that are written from left to right back in their order.
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

/// The runs that are written from left to right: Latin words, and numbers beside them; and numbers between Hebrew words.
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

/// The stretches between the characters that are `ends`. Each is cut to the range from its first to its last character
/// that `belongs` to it.
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
