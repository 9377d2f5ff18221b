//! Variants of UTF-8 that strict UTF-8 refuses: CESU-8 (Unicode Technical Report 26), the modified UTF-8 of Java
//! class files, and UTF-8 with the structure of RFC 2279, in which a character can have six octets. A variant is
//! used only if the charset names it.
//!
//! In CESU-8 a character above U+FFFF is a surrogate pair, in which each surrogate has three octets. A lone
//! surrogate is one ill-formed sequence. The four-octet form of UTF-8 is an error, but it is decoded as its
//! character, because real text mixes both forms.
//!
//! Modified UTF-8 is CESU-8 with U+0000 as C0 80.
//!
//! By RFC 2279 section 2, up to five octets follow a lead octet. A sequence of this structure that RFC 3629 forbids
//! (of five or six octets, overlong, or a surrogate) is one error here, whereas strict UTF-8 counts each of its
//! octets. Linear time.

use super::utf8::{self, Sequence, sequence};
use crate::charset::codec::{MalformedKind, Output, RawDecoder};

/// A variant of UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Cesu8,
    Modified,
    Rfc2279,
}

impl Form {
    /// Returns text at the start of `octets` that this variant encodes as UTF-8 does. The result can be only a
    /// part of this text, and can be empty.
    fn plain(self, octets: &[u8]) -> &str {
        // Only 256 octets are searched, because the next call may have to search the octets after the result again.
        let octets = octets.get(..256).unwrap_or(octets);
        let beyond = |octet: &u8| match self {
            Self::Rfc2279 => false,
            Self::Cesu8 | Self::Modified => *octet >= 0xED,
        };
        let run = octets.iter().position(beyond).unwrap_or(octets.len());
        utf8::valid_prefix(octets.get(..run).unwrap_or_default())
    }

    /// Returns the sequence at the start of `octets`. If the sequence is a character, but is not the UTF-8 of this
    /// character, then the character is returned too.
    fn sequence(self, octets: &[u8]) -> (Sequence, Option<char>) {
        match (self, octets) {
            (Self::Rfc2279, _) => (structure(octets), None),
            (Self::Modified, [0xC0]) => (Sequence::Prefix, None),
            (Self::Modified, [0xC0, 0x80, ..]) => (Sequence::Character(2), Some('\0')),
            (_, [0xED] | [0xED, 0xA0..=0xBF]) => (Sequence::Prefix, None),
            (_, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]) => pair(octets),
            _ => (sequence(octets), None),
        }
    }
}

/// Returns the sequence at the start of `octets`, which begin like an encoded surrogate. If the sequence is a
/// surrogate pair, then its character is returned too.
pub(crate) fn pair(octets: &[u8]) -> (Sequence, Option<char>) {
    let lone = (Sequence::IllFormed(3, MalformedKind::LoneSurrogate), None);
    let bits = |octet: &u8| u32::from(octet & 0x3F);
    match octets {
        [_, _, 0..=0x7F | 0xC0.., ..] => (sequence(octets), None),
        [_, 0xA0..=0xAF, _] | [_, 0xA0..=0xAF, _, 0xED] | [_, 0xA0..=0xAF, _, 0xED, 0xB0..=0xBF] => {
            (Sequence::Prefix, None)
        }
        [_, a @ 0xA0..=0xAF, b, 0xED, c @ 0xB0..=0xBF, d @ 0x80..=0xBF, ..] => {
            let (high, low) = ((bits(a) & 0x0F) << 6 | bits(b), (bits(c) & 0x0F) << 6 | bits(d));
            char::from_u32(0x1_0000 + (high << 10 | low))
                .map_or(lone, |pair| (Sequence::Character(6), Some(pair)))
        }
        _ => lone,
    }
}

/// The sequence at the start of `octets` by the structure of RFC 2279 section 2.
fn structure(octets: &[u8]) -> Sequence {
    let Some(&lead) = octets.first() else { return Sequence::Prefix };
    let announced = match lead.leading_ones() {
        0 => return Sequence::Character(1),
        ones @ 2..=6 => ones as usize,
        _ => return sequence(octets),
    };
    let is_continuation = |octet: &&u8| matches!(octet, 0x80..=0xBF);
    let length = 1 + octets.iter().skip(1).take(announced - 1).take_while(is_continuation).count();
    let form = octets.get(..length).unwrap_or_default();
    match sequence(form) {
        _ if length < announced && length == octets.len() => Sequence::Prefix,
        Sequence::Character(_) => Sequence::Character(length),
        Sequence::IllFormed(_, kind) => Sequence::IllFormed(length, kind),
        Sequence::Prefix => Sequence::IllFormed(length, MalformedKind::BadContinuation),
    }
}

/// The maximum length in octets of a sequence in one of the variants.
const LONGEST: usize = 6;

/// The decoder of the variants of UTF-8 in [`Form`]. It holds back an unfinished sequence.
#[derive(Debug)]
pub(crate) struct Utf8Form {
    form: Form,
    held: [u8; LONGEST],
    len: usize,
}

impl Utf8Form {
    pub(crate) fn new(form: Form) -> Self {
        Self { form, held: [0; LONGEST], len: 0 }
    }

    /// Decodes the sequences in the held octets, which end at offset `end`. `last` means that the input ends at
    /// this offset.
    fn drain(&mut self, end: usize, last: bool, output: &mut Output<'_>) {
        while let Some(octets) = self.held.get(..self.len).filter(|octets| !octets.is_empty()) {
            let at = end.saturating_sub(octets.len());
            let taken = match self.form.sequence(octets) {
                (Sequence::Prefix, _) if !last => return,
                // The input ends within a surrogate pair. Therefore the first surrogate of the pair is unpaired.
                (Sequence::Prefix, _)
                    if octets.len() >= 3 && self.form != Form::Rfc2279 && octets.starts_with(&[0xED]) =>
                {
                    output.replace(at, MalformedKind::LoneSurrogate);
                    3
                }
                (Sequence::Prefix, _) => {
                    output.replace(at, MalformedKind::Truncated);
                    octets.len()
                }
                (Sequence::IllFormed(length, kind), _) => {
                    output.replace(at, kind);
                    length
                }
                (Sequence::Character(length), Some(character)) => {
                    output.text.push(character);
                    length
                }
                (Sequence::Character(length), None) => {
                    if length == 4 && self.form != Form::Rfc2279 {
                        output.error(at, MalformedKind::OutOfRange);
                    }
                    let octets = octets.get(..length).unwrap_or_default();
                    output.text.push_str(std::str::from_utf8(octets).unwrap_or_default());
                    length
                }
            };
            self.held.rotate_left(taken.min(LONGEST));
            self.len -= taken.min(self.len);
        }
    }
}

impl RawDecoder for Utf8Form {
    fn feed(&mut self, input: &[u8], at: usize, output: &mut Output<'_>) {
        let mut taken = 0;
        while let Some(rest @ [octet, ..]) = input.get(taken..) {
            let run = if self.len == 0 { self.form.plain(rest) } else { "" };
            output.text.push_str(run);
            taken += run.len();
            if run.is_empty() {
                if let Some(place) = self.held.get_mut(self.len) {
                    *place = *octet;
                    self.len += 1;
                }
                taken += 1;
                self.drain(at + taken, false, output);
            }
        }
    }

    fn finish(&mut self, at: usize, output: &mut Output<'_>) {
        self.drain(at, true, output);
    }
}

/// Appends the octets of a character and returns `true`, because these charsets have every character. The UTF-8 of
/// RFC 2279 is written like that of RFC 3629.
pub(crate) fn encode(character: char, form: Form, octets: &mut Vec<u8>) -> bool {
    match (form, character) {
        (Form::Modified, '\0') => octets.extend_from_slice(&[0xC0, 0x80]),
        (Form::Cesu8 | Form::Modified, '\u{10000}'..) => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let [high, low] = unit.to_be_bytes();
                octets.extend_from_slice(&[0xED, 0x80 | (high & 0x0F) << 2 | low >> 6, 0x80 | low & 0x3F]);
            }
        }
        _ => octets.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;

    /// The octets, the text, the number of errors, and the first error.
    type Row<'a> = (&'a [u8], &'a str, usize, Option<(usize, MalformedKind)>);

    fn check(charset: Charset, rows: &[Row<'_>]) {
        for (octets, text, errors, first) in rows {
            let decoded = charset.decode(octets);
            let first_error = decoded.first_error.map(|error| (error.offset, error.kind));
            assert_eq!(
                (&*decoded.text, decoded.errors, first_error),
                (*text, *errors, *first),
                "{octets:x?}"
            );
            for split in 0..=octets.len() {
                let (mut decoder, mut pieces) = (charset.decoder(), String::new());
                decoder.push(&octets[..split], &mut pieces);
                decoder.push(&octets[split..], &mut pieces);
                let (errors, first) = decoder.finish(&mut pieces);
                assert_eq!((pieces.as_str(), errors, first), (*text, decoded.errors, decoded.first_error));
            }
        }
    }

    #[test]
    fn encoding_round_trips() {
        let text = "a\0é€\u{ffff}\u{10000}💩\u{10ffff}";
        for charset in [Charset::CESU_8, Charset::MODIFIED_UTF_8, Charset::UTF_8_RFC_2279] {
            let octets = charset.encode(text).unwrap();
            assert_eq!(charset.decode_strict(&octets).unwrap(), text, "{charset}");
        }
        let octets = Charset::MODIFIED_UTF_8.encode("\0💩").unwrap();
        assert_eq!(&*octets, b"\xc0\x80\xed\xa0\xbd\xed\xb2\xa9");
    }

    #[test]
    fn cesu_8_joins_pairs_and_keeps_four_octets() {
        use MalformedKind::{BadContinuation, LoneSurrogate, OutOfRange, Overlong, Truncated};
        let pair = b"\xed\xa0\xbd\xed\xb2\xa9";
        check(
            Charset::CESU_8,
            &[
                (b"abc\xc3\xa9\xed\x9f\xbf", "abcé\u{d7ff}", 0, None),
                (pair, "💩", 0, None),
                (&[&pair[..], pair].concat(), "💩💩", 0, None),
                (b"a\xed\xa0\xbdb", "a\u{fffd}b", 1, Some((1, LoneSurrogate))),
                (b"\xed\xb2\xa9", "\u{fffd}", 1, Some((0, LoneSurrogate))),
                (b"\xed\xa0\xbd\xed\xa0\xbd\xed\xb2\xa9", "\u{fffd}💩", 1, Some((0, LoneSurrogate))),
                (&pair[..5], "\u{fffd}\u{fffd}", 2, Some((0, LoneSurrogate))),
                (&pair[..3], "\u{fffd}", 1, Some((0, LoneSurrogate))),
                (&pair[..2], "\u{fffd}", 1, Some((0, Truncated))),
                ("💩".as_bytes(), "💩", 1, Some((0, OutOfRange))),
                (b"\xc0\x80", "\u{fffd}\u{fffd}", 2, Some((0, Overlong))),
                (b"\xe2\x82a", "\u{fffd}a", 1, Some((0, BadContinuation))),
            ],
        );
    }

    #[test]
    fn modified_utf_8_has_a_nul_of_two_octets() {
        use MalformedKind::{BadContinuation, Overlong, Truncated};
        check(
            Charset::MODIFIED_UTF_8,
            &[
                (b"a\xc0\x80b\0", "a\0b\0", 0, None),
                (b"\xed\xa0\xbd\xed\xb2\xa9", "💩", 0, None),
                (b"\xc0", "\u{fffd}", 1, Some((0, Truncated))),
                (b"\xc0\xaf", "\u{fffd}\u{fffd}", 2, Some((0, Overlong))),
                (b"\xc3a", "\u{fffd}a", 1, Some((0, BadContinuation))),
            ],
        );
    }

    #[test]
    fn rfc_2279_forms_are_one_sequence_each() {
        use MalformedKind::{BadContinuation, OutOfRange, Overlong, Surrogate, Truncated};
        check(
            Charset::UTF_8_RFC_2279,
            &[
                ("aé€💩".as_bytes(), "aé€💩", 0, None),
                (b"\xf8\x88\x80\x80\x80a", "\u{fffd}a", 1, Some((0, OutOfRange))),
                (b"\xfc\x84\x80\x80\x80\x80a", "\u{fffd}a", 1, Some((0, OutOfRange))),
                (b"\xf4\x90\x80\x80a", "\u{fffd}a", 1, Some((0, OutOfRange))),
                (b"\xe0\x80\xaf", "\u{fffd}", 1, Some((0, Overlong))),
                (b"\xed\xa0\x80", "\u{fffd}", 1, Some((0, Surrogate))),
                (b"\xf8\x88\x80a", "\u{fffd}a", 1, Some((0, OutOfRange))),
                (b"\xe2\x82a", "\u{fffd}a", 1, Some((0, BadContinuation))),
                (b"\xfc\x84\x80", "\u{fffd}", 1, Some((0, Truncated))),
                (b"\xfe\x80", "\u{fffd}\u{fffd}", 2, Some((0, OutOfRange))),
            ],
        );
    }
}
