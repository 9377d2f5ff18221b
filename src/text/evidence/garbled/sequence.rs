//! Finds UTF-8 that was decoded in a charset of single octets. This turns each octet of a character into a character
//! of its own: `ü` (C3 BC in UTF-8) becomes `Ã¼` in windows-1252. The characters that a single original character
//! became, such as `Ã¼`, are a sequence.

use super::page::CodePage;
use crate::text::evidence::words::{are_of_one_alphabet, ends_words, is_garbled};
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
    /// The octet of a no-break space, if UTF-8 can continue with it.
    blank: Option<u8>,
    /// Whether a space in the text is allowed to stand for a no-break space.
    with_lost: bool,
    /// The characters of all sequences that are certain by themselves; `None` while these are looked for.
    known: Option<&'p [char]>,
    /// The end of the last sequence.
    end: usize,
    /// Whether some character beyond US-ASCII was part of no sequence, other than a blank: sound no-break spaces are
    /// added to garbled text by spreadsheets, for example.
    pub(super) strays: bool,
    /// Whether some character that was part of no sequence is the rest of a damaged sequence.
    has_rests: bool,
    /// Whether some character that was part of no sequence is not the first of a sequence that is frequent in Western
    /// text.
    has_sound_strays: bool,
}

impl<'p, 't> Sequences<'p, 't> {
    /// `known` are the [characters](Self::characters) of the sequences without a no-break space.
    pub(super) fn of(page: &'p CodePage, text: &'t str, known: &'p [char]) -> Self {
        let blank = page.octet('\u{A0}').filter(|octet| matches!(octet, 0x80..=0xBF));
        let with_lost = false;
        Self {
            page,
            text,
            at: 0,
            blank,
            with_lost,
            known: Some(known),
            end: 0,
            strays: false,
            has_rests: false,
            has_sound_strays: false,
        }
    }

    /// Whether octets were lost. Then the text has the rest of a sequence, or all characters that are part of no
    /// sequence are the first of one: the others were control characters, which some programs remove (`câest` was
    /// `c’est`).
    pub(super) const fn is_damaged(&self) -> bool {
        self.has_rests || self.strays && !self.has_sound_strays
    }

    /// Finds also sequences in which a space stands for a no-break space.
    pub(super) fn with_lost(self) -> Self {
        Self { with_lost: true, ..self }
    }

    /// Returns the characters of all sequences without a no-break space, each once.
    pub(super) fn characters(page: &CodePage, text: &str) -> Vec<char> {
        let has_blank =
            |found: &Sequence| text.get(found.from.clone()).is_some_and(|from| from.contains('\u{A0}'));
        let sequences = Sequences { known: None, ..Sequences::of(page, text, &[]) };
        let found = sequences.filter(|found| !has_blank(found));
        let mut characters: Vec<char> = found.map(|found| found.character).collect();
        characters.sort_unstable();
        characters.dedup();
        characters
    }

    /// Whether the sequence `found` at `start` is no chance. Sound letters, blanks and signs make nearly any character: `é – `
    /// has the octets of U+9816, and `Å…` has those of `Ņ`. So if all that follows the first character can end a sound
    /// word, the sequence needs other evidence. A lost no-break space must also fit the word before it.
    fn is_likely(&self, start: usize, found: &Sequence) -> bool {
        let from = self.text.get(start..start + found.from.end).unwrap_or_default();
        let before = self.text.get(..start).and_then(|before| before.chars().next_back());
        let before = before.filter(|before| before.is_alphabetic() && self.end < start);
        let in_word = || before.is_none_or(|before| are_of_one_alphabet(before, found.character));
        let mut characters = from.chars();
        let first = characters.next().unwrap_or_default();
        let rest = characters.as_str();
        let ends_word = rest.chars().all(|c| matches!(c, ' ' | '®' | '™') || ends_words(c));
        match found.character {
            'à' => true,
            // `В ` is a word in Cyrillic.
            '\u{A0}' => !found.lost || !from.starts_with('В'),
            '\u{80}'..='\u{BF}' => true,
            character if found.lost => {
                in_word() && self.knows(character) && (!ends_word || rest.chars().count() == 1)
            }
            character if rest.starts_with('\u{A0}') && rest.chars().count() == 2 => self.knows(character),
            character if ends_word => {
                // If no sequence is certain, the letters decide about all of them.
                self.known.is_some_and(<[char]>::is_empty)
                    || self.knows(character)
                    || start > 0 && self.end == start
                    || before.is_some_and(|before| is_garbled(&String::from_iter([before, first])))
                    || rest != "\u{A0}" && self.continues(start + found.from.end, character)
            }
            _ => true,
        }
    }

    /// Whether other sequences are of the alphabet of `character`. If it has two octets in UTF-8, some of them must also have
    /// its first octet.
    fn knows(&self, character: char) -> bool {
        let is_like = |known: &char| {
            are_of_one_alphabet(*known, character)
                && (character.len_utf8() > 2 || u32::from(*known) >> 6 == u32::from(character) >> 6)
        };
        self.known.is_some_and(|known| known.iter().any(is_like))
    }

    /// Whether the word of the restored `character` goes on `at` a place in the text.
    fn continues(&self, at: usize, character: char) -> bool {
        let next = self.text.get(at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|next| {
            are_of_one_alphabet(next, character) || matches!(self.page.octet(next), Some(0xC2..=0xF4))
        })
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
                    let Some(blank) = self.blank else { break };
                    space = Some(count);
                    blank
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
        let character = text.chars().next().filter(|c| !is_unused(*c))?;
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
            if let Some(found) = self.first(rest).filter(|found| self.is_likely(start, found)) {
                let from = start..start + found.from.end;
                (self.at, self.end) = (from.end, from.end);
                return Some(Sequence { from, ..found });
            }
            if !first.is_whitespace() {
                self.strays = true;
                self.has_rests |= self.is_broken(rest);
                self.has_sound_strays |= !matches!(self.page.octet(first), Some(0xC2 | 0xC3 | 0xE2));
            }
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

/// Whether nobody writes the character: its meaning is private, or Unicode assigns no character in its plane. In Macintosh,
/// four Western letters can be such a character (`Òåìà`, which is `Тема` in windows-1251).
const fn is_unused(character: char) -> bool {
    matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{40000}'..='\u{DFFFF}' | '\u{F0000}'..)
}

/// Whether `à` and the text `after` it are one word. If so, the space between them stands for a no-break space,
/// because the second octet of `à` in UTF-8 (A0) is a no-break space in the wrong charset. Otherwise the no-break
/// space was dropped, and the space is a real space.
fn is_joined(after: &str) -> bool {
    let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    // The words are Portuguese `às` and `àquele`, and words with the Vietnamese ending `ài`.
    matches!(word, "s" | "i") && !after.starts_with("s'") || word.starts_with("quel")
}
