//! Johab (KS X 1001 annex 3; Windows code page 1361). A Hangul syllable is encoded as five bits for each of its
//! letters. The other characters of KS X 1001 follow in the order of KS X 1001, two rows for each lead octet.

use super::multibyte::{Found, ill_formed};
use super::rows::Rows;
use super::superset::{self, LACKING, Octets};
use crate::charset::codec::MalformedKind;

/// Decodes the first character of text in Johab.
pub(crate) fn read(octets: &[u8]) -> Found {
    let [lead, rest @ ..] = octets else { return Found::Prefix };
    if !matches!(lead, 0x84..=0xD3 | 0xD9..=0xDE | 0xE0..=0xF9) {
        return Found::IllFormed(1, MalformedKind::InvalidOctet);
    }
    let Some(&trail) = rest.first() else { return Found::Prefix };
    let character = match lead {
        0x84..=0xD3 => hangul(*lead, trail),
        _ => row_and_column(*lead, trail).and_then(|pair| Rows::KsX1001.character(pair)),
    };
    character.map_or_else(|| ill_formed(trail), |character| Found::Character(character, 2))
}

/// The Hangul syllable or the single letter that two octets encode.
fn hangul(lead: u8, trail: u8) -> Option<char> {
    let bits = u32::from(lead) << 8 | u32::from(trail);
    let (first, vowel, last) = (bits >> 10 & 31, bits >> 5 & 31, bits & 31);
    // The codes of vowels and final consonants have gaps. If a syllable lacks a consonant, then the consonant has
    // code 1. If it lacks a vowel, then the vowel has code 2.
    let first = matches!(first, 1..=20).then(|| first.checked_sub(2))?;
    let vowel = match vowel {
        2 => None,
        3..=7 => Some(vowel - 3),
        10..=15 => Some(vowel - 5),
        18..=23 => Some(vowel - 7),
        26..=29 => Some(vowel - 9),
        _ => return None,
    };
    let last = match last {
        1..=17 => last - 1,
        19..=29 => last - 2,
        _ => return None,
    };
    let code = match (first, vowel, last) {
        (Some(first), Some(vowel), last) => 0xAC00 + (first * 21 + vowel) * 28 + last,
        (Some(first), None, 0) => letter(FIRST, first)?,
        (None, Some(vowel), 0) => 0x314F + vowel,
        (None, None, 1..) => letter(LAST, last - 1)?,
        _ => return None,
    };
    char::from_u32(code)
}

/// The initial and the final consonants as compatibility letters (from U+3131 on), in the order of their codes.
const FIRST: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const LAST: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

fn letter(letters: &str, number: u32) -> Option<u32> {
    letters.chars().nth(number as usize).map(u32::from)
}

/// Converts two octets of Johab, which are not Hangul, to the octets of the same character in KS X 1001. The high
/// bits of the results are not set.
fn row_and_column(lead: u8, trail: u8) -> Option<[u8; 2]> {
    let column = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x91 + 78,
        _ => return None,
    };
    // The lead octets D9 to DE have rows 1 to 12 of KS X 1001, and E0 to F9 have rows 42 to 93.
    let row = if lead < 0xE0 { (lead - 0xD9) * 2 } else { (lead - 0xE0) * 2 + 41 };
    Some([0x21 + row + column / 94, 0x21 + column % 94])
}

/// The octets in Johab of a character beyond US-ASCII.
pub(crate) fn encode(character: char) -> Octets {
    let found = match u32::from(character) {
        code @ 0xAC00..=0xD7A3 => Some(syllable(code - 0xAC00)),
        code => alone(code).or_else(|| Rows::KsX1001.encode(character).and_then(lead_and_trail)),
    };
    found.map_or(LACKING, superset::pair)
}

/// The octets of a Hangul syllable. `number` is the number of the syllable, counted from U+AC00.
fn syllable(number: u32) -> [u8; 2] {
    let (first, vowel, last) = (number / 28 / 21, number / 28 % 21, number % 28);
    bits(first + 2, vowel_code(vowel), if last <= 16 { last + 1 } else { last + 2 })
}

/// The octets of a single Hangul letter: a vowel, an initial consonant, or a consonant that occurs only as a final
/// one.
fn alone(code: u32) -> Option<[u8; 2]> {
    let place = |letters: &str| letters.chars().position(|letter| u32::from(letter) == code);
    let place = |letters| place(letters).and_then(|place| u32::try_from(place).ok());
    if let Some(vowel) = code.checked_sub(0x314F).filter(|&vowel| vowel < 21) {
        return Some(bits(1, vowel_code(vowel), 1));
    }
    let first = place(FIRST).map(|first| bits(first + 2, 2, 1));
    let last = |last| bits(1, 2, if last < 16 { last + 2 } else { last + 3 });
    first.or_else(|| place(LAST).map(last))
}

fn vowel_code(vowel: u32) -> u32 {
    match vowel {
        0..=4 => vowel + 3,
        5..=10 => vowel + 5,
        11..=16 => vowel + 7,
        _ => vowel + 9,
    }
}

fn bits(first: u32, vowel: u32, last: u32) -> [u8; 2] {
    let [.., lead, trail] = (0x8000 | first << 10 | vowel << 5 | last).to_be_bytes();
    [lead, trail]
}

/// The octets in Johab of a character. `row` and `column` are the octets of the character in KS X 1001, without
/// the high bits.
fn lead_and_trail([row, column]: [u8; 2]) -> Option<[u8; 2]> {
    let (row, column) = (row.checked_sub(0x21)?, column.checked_sub(0x21)?);
    let (lead, half) = match row {
        0..=11 => (0xD9 + row / 2, row % 2),
        41..=92 => (0xE0 + (row - 41) / 2, (row - 41) % 2),
        _ => return None,
    };
    let place = half * 94 + column;
    Some([lead, if place < 78 { 0x31 + place } else { 0x91 + (place - 78) }])
}
