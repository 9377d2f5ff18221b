//! UTF-8 (RFC 3629), decoded strictly by the syntax in section 4. Each maximal subpart of an ill-formed sequence is
//! one error and is decoded as one U+FFFD (Unicode chapter 3, "U+FFFD Substitution of Maximal Subparts"). The
//! offset of the error is that of the first octet of the subpart. This module keeps a U+FEFF at the start as text;
//! a caller that converts a whole body removes it. Linear time.
//!
//! Each octet of an encoded surrogate, of an overlong form of three octets or of a form of five octets is one
//! error, because none of these octets starts a longer well-formed sequence. `String::from_utf8_lossy`,
//! `encoding_rs` and Python count in the same way. Text that ends within a character has one error at its end,
//! [`Truncated`](MalformedKind::Truncated), however many octets of the character are present.

use crate::charset::codec::{
    Decoded, Errors, Malformed, MalformedKind, Output, RawDecoder, RawEncoder, Unmappable,
};
use crate::kernels;
use std::borrow::Cow;

/// How to decode ill-formed octets. The number of errors and the first error do not depend on this choice.
///
/// UTF-8B is not offered. It decodes octet *n* as the lone surrogate U+DC00 + *n*, but a `str` cannot hold
/// surrogates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recovery {
    /// Each maximal ill-formed subpart becomes one U+FFFD.
    #[default]
    Replace,
    /// Each octet becomes its windows-1252 character. (In the table of the WHATWG, no octet is undefined.)
    Windows1252,
    /// Each octet becomes the code point of its value, U+0080 to U+00FF.
    Latin1,
    /// Ill-formed octets are not decoded: the first ill-formed sequence is returned as an error.
    Fail,
}

/// Decodes `octets` as UTF-8, and ill-formed sequences as `recovery` says. The text is borrowed if no sequence is
/// ill-formed. Linear time.
///
/// # Errors
/// With [`Recovery::Fail`], the first ill-formed sequence.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
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
        return Ok(Cow::Borrowed(text).into());
    }
    let (mut text, mut errors) = (String::with_capacity(octets.len()), Errors::default());
    let mut output = Output { text: &mut text, errors: &mut errors };
    let mut machine = Utf8::new(recovery);
    machine.feed(octets, 0, &mut output);
    machine.finish(octets.len(), &mut output);
    match errors.first {
        Some(first) if recovery == Recovery::Fail => Err(first),
        first_error => Ok(Decoded { text: Cow::Owned(text), errors: errors.count, first_error }),
    }
}

/// The length in octets below which `std` validates faster than `encoding_rs`.
const SHORT: usize = 64;

/// Returns `octets` as text, if they are UTF-8.
///
/// ```
/// # extern crate mailutf_codecs as mailutf;
/// use mailutf::charset::utf8::valid;
/// assert_eq!(valid(b"caf\xC3\xA9"), Some("café"));
/// assert_eq!(valid(b"caf\xE9"), None);
/// ```
///
/// On processors for which `encoding_rs` has vector code, it validates long texts ten times as fast as `std`. This
/// function uses `encoding_rs` only to validate: an ill-formed text is not decoded.
pub fn valid(octets: &[u8]) -> Option<&str> {
    if octets.len() < SHORT {
        return std::str::from_utf8(octets).ok();
    }
    match encoding_rs::UTF_8.decode_without_bom_handling_and_without_replacement(octets)? {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}

/// Appends the first `len` octets of `room`, if they are UTF-8. This function can overwrite the octets of
/// `room` after them.
pub(crate) fn push(room: &mut [u8], len: usize, text: &mut String) {
    // Validating `SHORT` octets is faster than validating fewer. Therefore a shorter text is filled up with zeros,
    // which are US-ASCII. For a longer text, `fill` must not be called, not even with an empty slice: it can be
    // compiled to a masked store. Such a store is slow if its address is not mapped, even if it writes no octet.
    if let Some(after) = room.get_mut(len..SHORT) {
        after.fill(0);
    }
    let octets = room.get(..len.max(SHORT)).or(room.get(..len));
    text.push_str(octets.and_then(valid).and_then(|text| text.get(..len)).unwrap_or_default());
}

/// The well-formed text at the start of `octets`.
pub(crate) fn valid_prefix(octets: &[u8]) -> &str {
    if octets.len() < SHORT {
        return octets.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    }
    let end = match kernels::level().filter(|level| kernels::utf8_valid::pays(*level)) {
        Some(level) => kernels::utf8_valid::up_to(level, octets),
        None => encoding_rs::Encoding::utf8_valid_up_to(octets),
    };
    octets.get(..end).and_then(valid).unwrap_or_default()
}

/// The maximum length in octets of a character in UTF-8.
const LONGEST: usize = 4;

/// What stands at the start of some octets: a character, or an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    /// A character, and its length in octets.
    Character(usize),
    /// The start of a character that is cut off by the end of the slice.
    Prefix,
    /// A maximal subpart of an ill-formed sequence, and its length in octets.
    IllFormed(usize, MalformedKind),
}

/// The sequence at the start of `octets` (RFC 3629 section 4, the ABNF).
pub(crate) fn sequence(octets: &[u8]) -> Sequence {
    use MalformedKind::{BadContinuation, OutOfRange, Overlong, Surrogate, UnexpectedContinuation};
    let Some((&lead, rest)) = octets.split_first() else { return Sequence::Prefix };
    // The number of octets that must follow, the range of the first of them, and the error if the first of them is
    // a continuation octet outside this range.
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

/// The decoder of UTF-8. It holds back an unfinished character.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utf8 {
    held: [u8; LONGEST],
    len: usize,
    recovery: Recovery,
}

impl Utf8 {
    pub(crate) fn new(recovery: Recovery) -> Self {
        Self { recovery, ..Self::default() }
    }

    /// Completes the held character with the first octets of `input`. Returns the number of octets of `input` that
    /// were decoded.
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
                // The held octets are the prefix of a character. Therefore only the new octet does not fit. The new
                // octet is decoded again, by itself.
                Sequence::IllFormed(length, kind) => {
                    self.ill_formed(held.get(..length).unwrap_or_default(), start, kind, output);
                    self.len = 0;
                    return taken;
                }
            }
        }
        input.len()
    }

    /// Records the ill-formed sequence `octets` at offset `at`, and appends its replacement.
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
            let text = valid_prefix(rest);
            output.text.push_str(text);
            at += text.len();
            let ill_formed = rest.get(text.len()..).unwrap_or_default();
            match sequence(ill_formed) {
                Sequence::IllFormed(length, kind) => {
                    let (octets, after) = ill_formed.split_at_checked(length).unwrap_or_default();
                    self.ill_formed(octets, at, kind, output);
                    (at, rest) = (at + length, after);
                }
                // `ill_formed` is empty, or it is the start of an unfinished character, which is held back.
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

/// The encoder of UTF-8. It copies the text, because a `str` is already UTF-8.
pub(crate) struct Writer;

impl RawEncoder for Writer {
    fn write(&mut self, text: &str, octets: &mut Vec<u8>) -> Result<(), Unmappable> {
        octets.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::charset::Charset;
    use crate::kernels::test::same_at_each_level;
    use proptest::prelude::*;

    /// Compares the decoder with `std`.
    fn is_the_same(octets: &[u8]) {
        let expected = String::from_utf8_lossy(octets);
        let errors = octets.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        let first = std::str::from_utf8(octets).err().map(|error| error.valid_up_to());
        same_at_each_level(|| {
            let decoded = Charset::UTF_8.decode(octets);
            assert_eq!(decoded.text, expected);
            assert_eq!((decoded.errors, decoded.first_error.map(|error| error.offset)), (errors, first));
        });
    }

    /// The octets at the bounds of the ranges in RFC 3629 section 4.
    const EDGES: [u8; 21] = [
        0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xF0, 0xF1, 0xF4, 0xF5,
    ];

    #[test]
    fn each_short_sequence_at_the_end_of_a_block() {
        for first in EDGES {
            for second in EDGES {
                for third in [b'a', 0x80, 0xBF, 0xC3] {
                    for fourth in [b'a', 0x80] {
                        for before in [61, 62, 63, 64] {
                            let sequence = [first, second, third, fourth];
                            is_the_same(&[&b"a".repeat(before), &sequence[..], &b"b".repeat(70)].concat());
                            is_the_same(&[&b"a".repeat(before), &sequence[..]].concat());
                        }
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn vector_instructions_change_no_spoilt_text(
            words in prop::collection::vec(
                prop::sample::select(vec!["ascii and ", "Съешь же ещё ", "日本語", "😀👨‍👩‍👧", "d’un cœur "]), 0..60),
            spoilt in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(EDGES.to_vec())), 0..12),
            cut in any::<prop::sample::Index>(),
        ) {
            let mut octets = words.concat().into_bytes();
            for (at, octet) in spoilt.into_iter().filter(|_| !words.is_empty()) {
                let at = at.index(octets.len());
                octets[at] = octet;
            }
            octets.truncate(cut.index(octets.len() + 1));
            is_the_same(&octets);
        }
    }
}
