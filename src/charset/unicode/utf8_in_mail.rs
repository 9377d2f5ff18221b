//! UTF-8 as mail has it: with surrogate pairs of CESU-8 (Unicode Technical Report 26), which MySQL and Java write
//! for characters above U+FFFF, read as these characters; and how much of some octets is UTF-8.
//!
//! [`utf8`] itself stays strict (RFC 3629 section 3), and so does every caller who names UTF-8 to the codecs.
//! A lone surrogate is ill-formed here, too. Linear time.

use super::utf8::{self, Sequence, sequence};
use super::utf8_forms::pair;
use crate::charset::codec::{Decoded, Malformed};
use crate::charset::identity::Charset;
use std::borrow::Cow;

/// Text in UTF-8, and what of it is in surrogate pairs.
#[derive(Debug)]
pub(crate) struct InMail<'a> {
    /// The text; what is ill-formed is U+FFFD.
    pub(crate) decoded: Decoded<'a>,
    /// Number of surrogate pairs.
    pub(crate) pairs: usize,
    /// Offset of the first pair.
    pub(crate) first_pair: usize,
}

/// The text of `octets`; borrowed where it is UTF-8 by RFC 3629.
pub(crate) fn decode(octets: &[u8]) -> InMail<'_> {
    if let Some(text) = utf8::valid(octets) {
        let decoded = Decoded { text: Cow::Borrowed(text), errors: 0, first_error: None };
        return InMail { decoded, pairs: 0, first_pair: 0 };
    }
    let Some((first_pair, _)) = pairs(octets).next() else {
        return InMail { decoded: Charset::UTF_8.decode(octets), pairs: 0, first_pair: 0 };
    };
    let (mut joined, mut at, mut count) = (Vec::with_capacity(octets.len()), 0, 0);
    for (start, character) in pairs(octets) {
        joined.extend_from_slice(octets.get(at..start).unwrap_or_default());
        joined.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        at = start + PAIR;
        count += 1;
    }
    joined.extend_from_slice(octets.get(at..).unwrap_or_default());
    let Decoded { text, errors, first_error } = Charset::UTF_8.decode(&joined);
    let first_error = first_error.map(|first| Malformed { offset: before(octets, first.offset), ..first });
    let decoded = Decoded { text: Cow::Owned(text.into_owned()), errors, first_error };
    InMail { decoded, pairs: count, first_pair }
}

/// The text of `octets` where all of them are UTF-8, surrogate pairs included. Gives up early where they are not.
pub(crate) fn text(octets: &[u8]) -> Option<Cow<'_, str>> {
    if let Some(text) = utf8::valid(octets) {
        return Some(Cow::Borrowed(text));
    }
    pairs(octets).next()?;
    let decoded = decode(octets).decoded;
    (decoded.errors == 0).then_some(decoded.text)
}

/// Whether `octets` are UTF-8, surrogate pairs included.
pub(crate) fn is_valid(octets: &[u8]) -> bool {
    text(octets).is_some()
}

/// Octets of a surrogate pair.
const PAIR: usize = 6;
/// Octets that a pair has more than the UTF-8 of its character.
const SAVED: usize = 2;

/// The surrogate pairs: offset and character. An octet ED is never within a character, so that each is one
/// wherever it stands.
fn pairs(octets: &[u8]) -> impl Iterator<Item = (usize, char)> {
    memchr::memchr_iter(0xED, octets).filter_map(|at| match pair(octets.get(at..)?) {
        (Sequence::Character(PAIR), Some(character)) => Some((at, character)),
        _ => None,
    })
}

/// The offset in `octets` of what is at `offset` once the pairs are joined.
fn before(octets: &[u8], offset: usize) -> usize {
    let counted = pairs(octets).zip(0..).take_while(|((at, _), nth)| at - nth * SAVED < offset);
    offset + counted.count() * SAVED
}

/// How much of some octets is UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Characters beyond ASCII.
    pub(crate) valid: usize,
    /// Ill-formed sequences that no form of UTF-8 has ever had.
    pub(crate) foreign: usize,
    /// Ill-formed sequences of forms that were once UTF-8 or are mistaken for it: five or six octets (RFC 2279),
    /// C0 80 for NUL (Java), lone surrogates.
    pub(crate) outdated: usize,
    /// Whether the octets end within a character.
    pub(crate) cut: bool,
}

impl Tally {
    pub(crate) fn of(octets: &[u8]) -> Self {
        let mut tally = Self::default();
        let mut rest = octets;
        loop {
            let ascii = encoding_rs::Encoding::ascii_valid_up_to(rest);
            rest = rest.get(ascii..).unwrap_or_default();
            if rest.is_empty() {
                return tally;
            }
            let length = tally.count(rest);
            rest = rest.get(length..).unwrap_or_default();
        }
    }

    /// Counts the sequence that `octets` start with; its length.
    fn count(&mut self, octets: &[u8]) -> usize {
        if let Some(length) = outdated(octets) {
            self.outdated += 1;
            return length;
        }
        let pair = octets.starts_with(&[0xED]).then(|| pair(octets).0);
        let pair = pair.filter(|pair| matches!(pair, Sequence::Character(_)));
        match pair.unwrap_or_else(|| sequence(octets)) {
            Sequence::Character(length) => {
                self.valid += 1;
                length
            }
            Sequence::Prefix => {
                self.cut = true;
                octets.len()
            }
            Sequence::IllFormed(length, _) => {
                self.foreign += 1;
                length.max(1)
            }
        }
    }

    /// Whether this is UTF-8, damaged where it is not valid: valid characters outnumber what is foreign to it,
    /// or there is nothing but forms that were once UTF-8. What a cut octet at the end is, nobody can tell.
    pub(crate) fn is_sound(self) -> bool {
        self.valid > self.foreign || self.valid == 0 && self.foreign == 0 && !self.cut && self.outdated > 0
    }
}

/// The length of the outdated form that `octets` start with.
fn outdated(octets: &[u8]) -> Option<usize> {
    let is_continuation = |octet: &&u8| matches!(octet, 0x80..=0xBF);
    let continued = |length: usize| {
        let follow = octets.iter().skip(1).take(length - 1);
        (follow.take_while(is_continuation).count() == length - 1).then_some(length)
    };
    match octets {
        [0xC0, 0x80, ..] => Some(2),
        [0xED, 0xA0..=0xBF, ..] if !matches!(pair(octets), (Sequence::Character(_), _)) => continued(3),
        // The shortest forms of these lengths.
        [0xF8, 0x88..=0xBF, ..] | [0xF9..=0xFB, ..] => continued(5),
        [0xFC, 0x84..=0xBF, ..] | [0xFD, ..] => continued(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::MalformedKind;
    use proptest::prelude::*;

    const EMOJI: &[u8] = b"\xED\xA0\xBD\xED\xB8\x80";

    #[test]
    fn pairs_are_characters() {
        let octets = [b"a\xC3\xA9 ", EMOJI, b" z ", EMOJI].concat();
        let read = decode(&octets);
        assert_eq!((read.decoded.text.as_ref(), read.decoded.errors), ("aé 😀 z 😀", 0));
        assert_eq!((read.pairs, read.first_pair), (2, 4));
        assert!(is_valid(&octets) && !is_valid(b"\xED\xA0\xBD"));
    }

    #[test]
    fn offsets_are_those_of_the_input() {
        for (octets, offset) in [
            ([EMOJI, b"\xFF"].concat(), 6),
            ([b"\xFF", EMOJI].concat(), 0),
            ([EMOJI, EMOJI, b"ab\xC3"].concat(), 14),
            ([EMOJI, b"\xED\xA0\xBD", EMOJI].concat(), 6),
        ] {
            assert_eq!(decode(&octets).decoded.first_error.unwrap().offset, offset);
        }
        let cut = decode(b"\xED\xA0\xBD\xED\xB8");
        assert_eq!(cut.decoded.first_error.unwrap().kind, MalformedKind::Surrogate);
    }

    #[test]
    fn what_is_sound() {
        for sound in [
            &b"\xED\xA0\xBD\xED\xB8\x80"[..],
            b"gr\xC3\xB6\xC3\x9Fer \xFF",
            b"\xF8\x88\x80\x80\x80",
            b"x\xC0\x80y",
            b"\xC3\xA9 \xFC\x84\x80\x80\x80\x80",
            b"\xED\xA0\xBD",
            b"\xC3\xA9 cut \xE2\x82",
        ] {
            assert!(Tally::of(sound).is_sound(), "{}", sound.escape_ascii());
        }
        for other in [&b"J\xF8rn"[..], b"caf\xE9", b"\xC3\xA9 \xE9 ", b"plain", b"\xC0\xB4", b"\xF8\x88\x80"]
        {
            assert!(!Tally::of(other).is_sound(), "{}", other.escape_ascii());
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn every_octet_is_counted_once(octets in proptest::collection::vec(any::<u8>(), 0..40)) {
            let (tally, read) = (Tally::of(&octets), decode(&octets));
            let wrong = tally.foreign + tally.outdated + usize::from(tally.cut);
            prop_assert_eq!(wrong == 0, read.decoded.errors == 0);
            prop_assert!(wrong <= read.decoded.errors);
        }

        #[test]
        fn cesu_8_is_read(text in any::<String>()) {
            let octets = crate::charset::Charset::CESU_8.encode(&text).unwrap();
            let read = decode(&octets);
            prop_assert_eq!(read.decoded.errors, 0);
            prop_assert_eq!(read.decoded.text.as_ref(), text.as_str());
        }
    }
}
