//! UTF-8 (RFC 3629): strict by section 4, one U+FFFD for each maximal ill-formed subpart (Unicode chapter 3,
//! "U+FFFD Substitution of Maximal Subparts"), the offset of an error being that of the first octet of the
//! subpart. A U+FEFF at the start is text here; whoever converts a whole body drops it. Linear time.
//!
//! What surprises: an encoded surrogate, an overlong form of three octets or a form of five is as many errors
//! as it has octets, as in `String::from_utf8_lossy`, `encoding_rs` and Python, because none of its octets
//! begins a longer well-formed sequence; and text that ends within a character is one error,
//! [`Truncated`](MalformedKind::Truncated), however many octets of it are there.

use crate::charset::codec::{Decoded, Errors, Malformed, MalformedKind, Output, RawDecoder};
use std::borrow::Cow;

/// What to read ill-formed octets as. The count and the first error are the same whatever is chosen.
///
/// UTF-8B, which reads octet *n* as the lone surrogate U+DC00 + *n*, is not among them: a `str` cannot hold
/// surrogates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// One U+FFFD for each maximal ill-formed subpart.
    #[default]
    Replace,
    /// Each octet as a windows-1252 character (the WHATWG table, where no octet is undefined).
    Windows1252,
    /// Each octet as the code point of its value, U+0080 to U+00FF.
    Latin1,
    /// Nothing: the first ill-formed sequence is an error.
    Fail,
}

/// The text of `octets`, what is ill-formed in it read by `recovery`; borrowed where it is UTF-8. Linear time.
///
/// # Errors
/// With [`Recovery::Fail`], the first ill-formed sequence.
///
/// ```
/// use mailutf::charset::utf8::{Recovery, decode};
/// let half_and_half = b"caf\xc3\xa9 \x80 caf\xe9";
/// let text = |recovery| decode(half_and_half, recovery).map(|decoded| decoded.text);
/// assert_eq!(text(Recovery::Replace).unwrap(), "café \u{fffd} caf\u{fffd}");
/// assert_eq!(text(Recovery::Windows1252).unwrap(), "café € café");
/// assert_eq!(text(Recovery::Latin1).unwrap(), "café \u{80} café");
/// assert_eq!(text(Recovery::Fail).unwrap_err().offset, 6);
/// ```
pub fn decode(octets: &[u8], recovery: Recovery) -> Result<Decoded<'_>, Malformed> {
    if let Some(text) = valid(octets) {
        return Ok(Decoded { text: Cow::Borrowed(text), errors: 0, first_error: None });
    }
    let (mut text, mut errors) = (String::with_capacity(octets.len()), Errors::default());
    let mut output = Output { text: &mut text, errors: &mut errors };
    let mut machine = Utf8 { recovery, ..Utf8::default() };
    machine.feed(octets, 0, &mut output);
    machine.finish(octets.len(), &mut output);
    match errors.first {
        Some(first) if recovery == Recovery::Fail => Err(first),
        first_error => Ok(Decoded { text: Cow::Owned(text), errors: errors.count, first_error }),
    }
}

/// Up to this length `std` is the faster one.
const SHORT: usize = 64;

/// `octets` as text where they are UTF-8.
///
/// `encoding_rs` checks long texts ten times as fast as `std` where the processor helps. It decodes nothing
/// here: text that is not UTF-8 is for [`Utf8`].
pub(crate) fn valid(octets: &[u8]) -> Option<&str> {
    if octets.len() < 64 {
        return std::str::from_utf8(octets).ok();
    }
    match encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(octets)? {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}

/// Appends the text that `octets` start with; its length.
fn push_valid(octets: &[u8], text: &mut String) -> usize {
    let valid = if octets.len() < SHORT {
        octets.utf8_chunks().next().map(|chunk| chunk.valid())
    } else {
        octets.get(..encoding_rs::Encoding::utf8_valid_up_to(octets)).and_then(valid)
    };
    let valid = valid.unwrap_or_default();
    text.push_str(valid);
    valid.len()
}

/// The longest sequence, and so what a split of the input can tear: one octet less.
const LONGEST: usize = 4;

/// What the first octets of a slice are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A character of so many octets.
    Character(usize),
    /// The beginning of a character, cut short by the end of the slice.
    Prefix,
    /// A maximal subpart of so many octets that no character continues.
    IllFormed(usize, MalformedKind),
}

/// The sequence that `octets` starts with (RFC 3629 section 4, the ABNF).
pub(crate) fn sequence(octets: &[u8]) -> Sequence {
    use MalformedKind::{BadContinuation, OutOfRange, Overlong, Surrogate, UnexpectedContinuation};
    let Some((&lead, rest)) = octets.split_first() else { return Sequence::Prefix };
    // Octets that follow, and what the first of them may be.
    let (follow, first, beyond) = match lead {
        0x00..=0x7F => return Sequence::Character(1),
        0x80..=0xBF => return Sequence::IllFormed(1, UnexpectedContinuation),
        0xC0..=0xC1 => return Sequence::IllFormed(1, Overlong),
        0xC2..=0xDF => (1, 0x80..=0xBF, BadContinuation),
        0xE0 => (2, 0xA0..=0xBF, Overlong),
        0xED => (2, 0x80..=0x9F, Surrogate),
        0xE1..=0xEF => (2, 0x80..=0xBF, BadContinuation),
        0xF0 => (3, 0x90..=0xBF, Overlong),
        0xF4 => (3, 0x80..=0x8F, OutOfRange),
        0xF1..=0xF3 => (3, 0x80..=0xBF, BadContinuation),
        0xF5..=0xFF => return Sequence::IllFormed(1, OutOfRange),
    };
    for (index, octet) in rest.iter().take(follow).enumerate() {
        let continues = matches!(octet, 0x80..=0xBF);
        if index == 0 && continues && !first.contains(octet) {
            return Sequence::IllFormed(1, beyond);
        }
        if !continues {
            return Sequence::IllFormed(1 + index, BadContinuation);
        }
    }
    if rest.len() < follow { Sequence::Prefix } else { Sequence::Character(1 + follow) }
}

/// The decoder: holds back what may be the beginning of a character.
#[derive(Debug, Default)]
pub(crate) struct Utf8 {
    held: [u8; LONGEST],
    len: usize,
    recovery: Recovery,
}

impl Utf8 {
    /// Completes the held octets with the first of `input`; how many of them it took.
    fn resume(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) -> usize {
        for (taken, &octet) in input.iter().enumerate() {
            let start = (at + taken).saturating_sub(self.len);
            let Some(place) = self.held.get_mut(self.len) else { break };
            *place = octet;
            let held = self.held;
            let octets = held.get(..=self.len).unwrap_or_default();
            match sequence(octets) {
                Sequence::Prefix => self.len += 1,
                Sequence::Character(_) => {
                    output.text.push_str(std::str::from_utf8(octets).unwrap_or_default());
                    self.len = 0;
                    return taken + 1;
                }
                // What was held is a prefix, so the new octet is what does not continue it.
                Sequence::IllFormed(length, kind) => {
                    self.ill_formed(held.get(..length).unwrap_or_default(), start, kind, output);
                    self.len = 0;
                    return taken;
                }
            }
        }
        input.len()
    }

    /// Writes what `octets`, an ill-formed sequence at octet `at`, are read as.
    fn ill_formed(&self, octets: &[u8], at: usize, kind: MalformedKind, output: &mut Output<'_>) {
        output.error(at, kind);
        match self.recovery {
            Recovery::Replace | Recovery::Fail => output.text.push(char::REPLACEMENT_CHARACTER),
            Recovery::Latin1 => output.text.extend(octets.iter().copied().map(char::from)),
            Recovery::Windows1252 => {
                let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(octets);
                output.text.push_str(&text);
            }
        }
    }
}

impl RawDecoder for Utf8 {
    fn feed(&mut self, input: &[u8], mut at: usize, output: &mut Output<'_>) {
        let taken = if self.len > 0 { self.resume(input, at, output) } else { 0 };
        at += taken;
        let mut rest = input.get(taken..).unwrap_or_default();
        while !rest.is_empty() {
            let (text, ill_formed) = rest.split_at_checked(push_valid(rest, output.text)).unwrap_or_default();
            at += text.len();
            match sequence(ill_formed) {
                Sequence::IllFormed(length, kind) => {
                    let (octets, after) = ill_formed.split_at_checked(length).unwrap_or_default();
                    self.ill_formed(octets, at, kind, output);
                    (at, rest) = (at + length, after);
                }
                // The end, or what may be the beginning of a character there.
                Sequence::Prefix | Sequence::Character(_) => {
                    self.len = ill_formed.len();
                    self.held.iter_mut().zip(ill_formed).for_each(|(place, octet)| *place = *octet);
                    rest = &[];
                }
            }
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        if self.len > 0 {
            let octets = self.held.get(..self.len).unwrap_or_default();
            self.ill_formed(octets, at.saturating_sub(self.len), MalformedKind::Truncated, output);
        }
    }
}
