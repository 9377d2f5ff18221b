//! Finds UTF-8 that was decoded in a charset of single octets. This turns each octet of a character into a character
//! of its own: `ü` (C3 BC in UTF-8) becomes `Ã¼` in windows-1252. The characters that a single original character
//! became, such as `Ã¼`, are a sequence.

use super::page::CodePage;
use mailutf_codecs::internal::utf8_in_mail;
use std::ops::Range;

/// The maximum number of octets of one character: two surrogates of three octets each, as in CESU-8.
const MOST: usize = 6;

/// The characters that the octets of one original character became, such as `Ã¼` for `ü`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The range of these characters in the garbled text, in octets.
    pub(super) from: Range<usize>,
    pub(super) character: char,
    /// Whether a space must be added after the character in the restored text. This is so only for `à`, whose last
    /// octet in UTF-8, A0, is a no-break space in the wrong charset. If `à la` was garbled, this no-break space became
    /// a second space (`Ã  la`) or was dropped (`Ã la`).
    pub(super) space: bool,
    /// Whether one of these characters is a space that stands for the octet A0, which is a no-break space in the wrong
    /// charset.
    pub(super) lost: bool,
}

/// Finds the sequences of a text that was decoded in a code page. Takes linear time.
pub(super) struct Sequences<'p, 't> {
    pub(super) page: &'p CodePage,
    pub(super) text: &'t str,
    pub(super) at: usize,
    /// Whether a space in the text is allowed to stand for a no-break space.
    pub(super) with_lost: bool,
    /// Whether some character beyond US-ASCII was part of no sequence.
    pub(super) strays: bool,
    /// Whether some character that was part of no sequence is the rest of a damaged sequence.
    pub(super) is_damaged: bool,
}

impl<'p, 't> Sequences<'p, 't> {
    pub(super) fn of(page: &'p CodePage, text: &'t str, with_lost: bool) -> Self {
        Self { page, text, at: 0, with_lost, strays: false, is_damaged: false }
    }

    /// Whether `rest` starts with a sequence that has lost an octet.
    fn is_broken(&self, rest: &str) -> bool {
        let mut characters = rest.chars();
        let (first, second) = (characters.next().unwrap_or_default(), characters.next().unwrap_or_default());
        let continues = |c| matches!(c, '\u{FFFD}' | '?') || matches!(self.page.octet(c), Some(0x80..=0xBF));
        first == char::REPLACEMENT_CHARACTER
            || matches!(self.page.octet(first), Some(0xC2..=0xF4)) && continues(second)
    }

    /// Returns the sequence at the start of `rest`. Its range is relative to `rest`.
    pub(super) fn first(&self, rest: &str) -> Option<Sequence> {
        let mut octets = [0; MOST];
        let (mut ends, mut count, mut space) = ([0; MOST], 0, None);
        for ((octet, end), (at, character)) in octets.iter_mut().zip(&mut ends).zip(rest.char_indices()) {
            *octet = match character {
                ' ' if self.with_lost && count > 0 && space.is_none() => {
                    space = Some(count);
                    0xA0
                }
                '\0'..='\x7F' => break,
                _ => match self.page.octet(character) {
                    Some(octet) => octet,
                    None => break,
                },
            };
            *end = at + character.len_utf8();
            count += 1;
        }
        let length = match octets[0] {
            0xC2..=0xDF => 2,
            0xED if count == MOST && (0xA0..=0xAF).contains(&octets[1]) => MOST,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return None,
        };
        let lost = space.is_some_and(|space| space < length);
        // If a space stands for the second of two octets, only the first octet is evidence. So only the most
        // frequent first octets count.
        if length > count
            || lost && length == 2 && !matches!(octets[0], 0xC2 | 0xC3 | 0xC5 | 0xCE | 0xD0 | 0xD9)
        {
            return None;
        }
        let text = utf8_in_mail::text(octets.get(..length)?)?;
        // Nobody writes characters whose meaning is private.
        let character = text.chars().next().filter(|c| !matches!(c, '\u{E000}'..='\u{F8FF}'))?;
        let mut end = ends.get(length - 1).copied()?;
        let mut space = false;
        if lost && character == 'à' {
            let after = rest.get(end..).unwrap_or_default();
            if after.starts_with(' ') {
                end += 1;
                space = true;
            } else {
                space = !is_joined(after);
            }
        }
        Some(Sequence { from: 0..end, character, space, lost })
    }
}

impl Iterator for Sequences<'_, '_> {
    type Item = Sequence;

    fn next(&mut self) -> Option<Sequence> {
        loop {
            let rest = self.text.get(self.at..)?;
            let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest.as_bytes());
            let start = self.at + ascii;
            let rest = rest.get(ascii..)?;
            let first = rest.chars().next()?;
            if let Some(found) = self.first(rest) {
                let from = start..start + found.from.end;
                self.at = from.end;
                return Some(Sequence { from, ..found });
            }
            self.strays = true;
            self.is_damaged |= self.is_broken(rest);
            self.at = start + first.len_utf8();
        }
    }
}

impl Sequence {
    pub(super) fn push_to(&self, text: &mut String) {
        text.push(self.character);
        if self.space {
            text.push(' ');
        }
    }
}

/// Whether `à` and the text `after` it are one word. If so, the space between them stands for a no-break space,
/// because the second octet of `à` in UTF-8 (A0) is a no-break space in the wrong charset. Otherwise the no-break
/// space was dropped, and the space is a real space.
fn is_joined(after: &str) -> bool {
    let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    // The words are Portuguese `às` and `àquele`, and words with the Vietnamese ending `ài`.
    matches!(word, "s" | "i") && !after.starts_with("s'") || word.starts_with("quel")
}
