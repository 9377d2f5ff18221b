//! UTF-8 as it occurs in mail. This module also counts sequences to find out whether octets are UTF-8.
//!
//! MySQL and Java write characters above U+FFFF as surrogate pairs, as in CESU-8 (Unicode Technical Report 26).
//! This module decodes such pairs as these characters, whereas [`utf8`] and [`Charset::UTF_8`] are strict (RFC 3629
//! section 3). A lone surrogate is ill-formed in this module too. Linear time.

use super::utf8::{self, Sequence, sequence};
use super::utf8_forms::pair;
use crate::charset::codec::{Decoded, Malformed};
use crate::charset::identity::Charset;
use crate::kernels;
use crate::kernels::utf8_starts::{self, BLOCK};
use std::borrow::Cow;
use std::iter;

/// Text that was decoded from UTF-8, and the surrogate pairs in it.
#[derive(Debug)]
#[non_exhaustive]
pub struct InMail<'a> {
    /// The text, with U+FFFD for ill-formed sequences.
    pub decoded: Decoded<'a>,
    /// The number of surrogate pairs.
    pub pairs: usize,
    /// The offset of the first surrogate pair.
    pub first_pair: usize,
}

/// Decodes `octets`. The text is borrowed if the octets are valid by RFC 3629. Linear time.
///
/// ```
/// use mailutf_codecs::internal::utf8_in_mail::decode;
/// let read = decode(b"\xED\xA0\xBD\xED\xB8\x80 caf\xC3");
/// assert_eq!((&*read.decoded.text, read.decoded.errors, read.pairs), ("😀 caf\u{FFFD}", 1, 1));
/// ```
pub fn decode(octets: &[u8]) -> InMail<'_> {
    if let Some(text) = utf8::valid(octets) {
        let decoded = Decoded::from(Cow::Borrowed(text));
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
    let decoded = match utf8::valid(&joined) {
        Some(_) => {
            let text = String::from_utf8(joined).unwrap_or_default();
            Decoded::from(Cow::Owned(text))
        }
        None => {
            let Decoded { text, errors, first_error } = Charset::UTF_8.decode(&joined);
            let first_error =
                first_error.map(|first| Malformed { offset: original_offset(octets, first.offset), ..first });
            Decoded { text: Cow::Owned(text.into_owned()), errors, first_error }
        }
    };
    InMail { decoded, pairs: count, first_pair }
}

/// Whether all of `octets` are UTF-8 or surrogate pairs. The caller has already found that `octets` are not valid
/// by RFC 3629.
fn has_only_pairs(octets: &[u8]) -> bool {
    pairs(octets).next().is_some()
        && matches!(Tally::of(octets), Tally { foreign: 0, overlong: 0, outdated: 0, cut: false, .. })
}

/// Returns the text of `octets`, if all of them are UTF-8 or surrogate pairs. If they are not, this function often
/// returns early: in text in another charset, the first octets after US-ASCII are rarely a lead octet and a
/// continuation octet.
///
/// ```
/// use mailutf_codecs::internal::utf8_in_mail::text;
/// assert_eq!(text(b"\xED\xA0\xBD\xED\xB8\x80").as_deref(), Some("😀"));
/// assert_eq!(text(b"caf\xE9"), None);
/// ```
pub fn text(octets: &[u8]) -> Option<Cow<'_, str>> {
    let beyond = octets.get(encoding_rs::Encoding::ascii_valid_up_to(octets)..).unwrap_or_default();
    if !matches!(beyond, [] | [0xC2..=0xF4, 0x80..=0xBF, ..]) {
        return None;
    }
    match utf8::valid(octets) {
        Some(text) => Some(Cow::Borrowed(text)),
        None => has_only_pairs(octets).then(|| decode(octets).decoded.text),
    }
}

/// Whether all `octets` are UTF-8 or surrogate pairs.
pub fn is_valid(octets: &[u8]) -> bool {
    text(octets).is_some()
}

/// The characters of `octets`, with U+FFFD for each ill-formed sequence.
pub fn characters(octets: &[u8]) -> impl Iterator<Item = char> {
    let mut rest = octets;
    iter::from_fn(move || {
        let (character, length) = match (rest, first(rest)) {
            ([], _) => return None,
            ([ascii @ ..=0x7F, ..], _) => (Some(char::from(*ascii)), 1),
            (_, (Sequence::Character(length), Some(pair))) => (Some(pair), length),
            (_, (Sequence::Character(length), None)) => {
                let text = rest.get(..length).and_then(|character| std::str::from_utf8(character).ok());
                (text.and_then(|text| text.chars().next()), length)
            }
            (_, (Sequence::IllFormed(length, _), _)) => (None, length),
            (_, (Sequence::Prefix, _)) => (None, rest.len()),
        };
        rest = rest.get(length..).unwrap_or_default();
        Some(character.unwrap_or(char::REPLACEMENT_CHARACTER))
    })
}

/// Returns the sequence at the start of `octets`. If the sequence is a surrogate pair, then its character is
/// returned too.
fn first(octets: &[u8]) -> (Sequence, Option<char>) {
    let pair = octets.starts_with(&[0xED]).then(|| pair(octets));
    pair.filter(|(_, character)| character.is_some()).unwrap_or_else(|| (sequence(octets), None))
}

/// Whether `octets` contain a character of UTF-8 beyond US-ASCII. The search stops at the first such character.
/// Most text in single-octet charsets contains none. Text in double-octet charsets soon contains one by chance.
pub fn has_character(octets: &[u8]) -> bool {
    let is_character = |at| matches!(octets.get(at..).map(first), Some((Sequence::Character(_), _)));
    starts::<false>(octets).any(is_character)
}

/// Whether `octets` are UTF-8, even if damaged. They are, if characters beyond US-ASCII outnumber ill-formed
/// sequences, or if all sequences beyond US-ASCII are forms that older or other variants of UTF-8 allow
/// ([`Tally::outdated`]). A sequence that is cut off at the end shows nothing by itself.
///
/// The search stops when there are as many ill-formed sequences as there can be characters. It stops early in text
/// in another charset, because such text has few lead octets that are followed by a continuation octet.
///
/// ```
/// use mailutf_codecs::internal::utf8_in_mail::is_sound;
/// assert!(is_sound(b"gr\xC3\xB6\xC3\x9Fe, caf\xE9.")); // damaged UTF-8, not another charset
/// assert!(!is_sound(b"caf\xE9"));
/// ```
pub fn is_sound(octets: &[u8]) -> bool {
    let most = starts::<false>(octets).count().max(1);
    Tally::until(octets, |tally| tally.ill_formed() >= most).is_sound()
}

/// Returns the offsets of the runs of octets above 127 that consist only of UTF-8 and surrogate pairs. Text in
/// another charset rarely has such a run. Therefore this function usually looks only at the first octets of a run.
///
/// ```
/// use mailutf_codecs::internal::utf8_in_mail::runs;
/// let found: Vec<usize> = runs(b"caf\xC3\xA9 caf\xE9 na\xC3\xAFve").collect();
/// assert_eq!(found, [3, 13]);
/// ```
pub fn runs(octets: &[u8]) -> impl Iterator<Item = usize> {
    let is_run = |at: &usize| {
        let mut rest = octets.get(*at..).unwrap_or_default();
        while let [0x80..=0xFF, ..] = rest {
            let (Sequence::Character(length), _) = first(rest) else { return false };
            rest = rest.get(length..).unwrap_or_default();
        }
        true
    };
    starts::<true>(octets).filter(is_run)
}

/// Returns the offsets of the lead octets that are followed by a continuation octet. With `AFTER_ASCII`, only lead
/// octets at the start or after US-ASCII are returned.
fn starts<const AFTER_ASCII: bool>(octets: &[u8]) -> impl Iterator<Item = usize> {
    let mut next = 0;
    let blocks = iter::from_fn(move || {
        let rest = octets.get(next..)?;
        let (before, found) = match kernels::level() {
            Some(level) => utf8_starts::find::<AFTER_ASCII>(level, rest),
            None => find_start::<AFTER_ASCII>(rest),
        };
        let at = next + before + 1;
        next += before + BLOCK;
        (found > 0).then_some((at, found))
    });
    let within = blocks.flat_map(|(at, found)| {
        let after = |found: &u64| Some(found & (found - 1)).filter(|after| *after > 0);
        iter::successors(Some(found), after).map(move |found| at + found.trailing_zeros() as usize)
    });
    let first = matches!(octets, [0xC2..=0xF4, 0x80..=0xBF, ..]).then_some(0);
    first.into_iter().chain(within)
}

/// Does what [`utf8_starts::find`] does, without vector instructions.
fn find_start<const AFTER_ASCII: bool>(octets: &[u8]) -> (usize, u64) {
    let is_start = |((before, lead), next): ((&u8, &u8), &u8)| {
        (!AFTER_ASCII | before.is_ascii()) & matches!(lead, 0xC2..=0xF4) & matches!(next, 0x80..=0xBF)
    };
    let [leads, next] = [1, 2].map(|from| octets.get(from..).unwrap_or_default());
    let mut blocks = octets.chunks(BLOCK).zip(leads.chunks(BLOCK)).zip(next.chunks(BLOCK));
    let block = blocks.by_ref().zip((0..).step_by(BLOCK)).find(|(((before, leads), next), _)| {
        // The loop over a block has no early exit. Therefore the compiler uses vector instructions.
        before.iter().zip(*leads).zip(*next).fold(false, |found, octets| found | is_start(octets))
    });
    let Some((((before, leads), next), at)) = block else { return (octets.len(), 0) };
    let octets = before.iter().zip(leads).zip(next).zip(0..);
    (at, octets.fold(0, |found, (octets, nth)| found | u64::from(is_start(octets)) << nth))
}

/// The length of a surrogate pair, in octets.
const PAIR: usize = 6;
/// The number of octets by which a surrogate pair is longer than the UTF-8 of its character.
const SAVED: usize = 2;

/// Returns the offset and the character of each surrogate pair. The octet ED occurs only at the start of a
/// sequence. Therefore a search for this octet finds each pair.
fn pairs(octets: &[u8]) -> impl Iterator<Item = (usize, char)> {
    memchr::memchr_iter(0xED, octets).filter_map(|at| match pair(octets.get(at..)?) {
        (Sequence::Character(PAIR), Some(character)) => Some((at, character)),
        _ => None,
    })
}

/// Converts an offset to an offset in `octets`. The given offset counts each surrogate pair as the four octets that
/// its character has in UTF-8, instead of as six octets.
fn original_offset(octets: &[u8], offset: usize) -> usize {
    let counted = pairs(octets).zip(0..).take_while(|((at, _), nth)| at - nth * SAVED < offset);
    offset + counted.count() * SAVED
}

/// The numbers of sequences of each kind in some octets. They show whether the octets are UTF-8.
///
/// ```
/// use mailutf_codecs::internal::utf8_in_mail::Tally;
/// let tally = Tally::of(b"gr\xC3\xB6\xC3\x9Fe, caf\xE9.");
/// assert_eq!((tally.valid, tally.foreign), (2, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of characters beyond US-ASCII.
    pub valid: usize,
    /// The number of ill-formed sequences that no variant of UTF-8 allows. A sequence counts once, however many
    /// octets it has, although a decoder can replace it by several characters U+FFFD.
    pub foreign: usize,
    /// The number of overlong forms. They are not valid UTF-8, but a program that writes UTF-8 can have made them.
    /// An overlong form of two octets can also be a character of an East Asian charset.
    pub overlong: usize,
    /// The number of ill-formed sequences that older or other variants of UTF-8 allow: forms of five or six octets
    /// (RFC 2279), C0 80 for NUL (Java), and lone surrogates.
    pub outdated: usize,
    /// Whether the octets end within a character.
    pub cut: bool,
}

impl Tally {
    /// Counts the sequences in all of `octets`.
    pub fn of(octets: &[u8]) -> Self {
        Self::until(octets, |_| false)
    }

    /// Counts sequences until `enough` returns true for the counts. `enough` is called before each run of US-ASCII.
    #[inline]
    fn until(octets: &[u8], enough: impl Fn(&Self) -> bool) -> Self {
        let mut tally = Self::default();
        let mut rest = octets;
        while let [lead, after @ ..] = rest {
            rest = match (lead, after) {
                // Fast path for sequences of two octets, and for most sequences in text of other charsets.
                (0xC1, [0x80..=0xBF, others @ ..]) => {
                    tally.overlong += 1;
                    others
                }
                (0x80..=0xBF | 0xC1, _) => {
                    tally.foreign += 1;
                    after
                }
                (0xC2..=0xDF, [next, others @ ..]) => {
                    let is_valid = matches!(next, 0x80..=0xBF);
                    tally.valid += usize::from(is_valid);
                    tally.foreign += usize::from(!is_valid);
                    if is_valid { others } else { after }
                }
                (0..=0x7F, _) if enough(&tally) => return tally,
                (0..=0x7F, [0x80..=0xFF, ..]) => after,
                (0..=0x7F, _) => {
                    let run = encoding_rs::Encoding::ascii_valid_up_to(after);
                    after.get(run..).unwrap_or_default()
                }
                _ => rest.get(tally.count(rest)..).unwrap_or_default(),
            };
        }
        tally
    }

    /// Counts the sequence at the start of `octets`. Returns its length.
    fn count(&mut self, octets: &[u8]) -> usize {
        if let Some(length) = outdated(octets) {
            self.outdated += 1;
            return length;
        }
        if let Some(length) = overlong(octets) {
            self.overlong += 1;
            return length;
        }
        match first(octets).0 {
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

    /// Whether the counted octets are [sound](is_sound).
    const fn is_sound(self) -> bool {
        let ill_formed = self.ill_formed();
        self.valid > ill_formed || self.valid == 0 && ill_formed == 0 && !self.cut && self.outdated > 0
    }

    /// The number of ill-formed sequences that do not count as outdated.
    const fn ill_formed(self) -> usize {
        self.foreign + self.overlong
    }

    /// Whether octets that are labelled as UTF-8 can be damaged UTF-8. They can be, if they have exactly one
    /// ill-formed sequence. They can also be, if they have at least as many characters beyond US-ASCII as
    /// ill-formed sequences that no variant of UTF-8 allows (`foreign`).
    pub fn is_damage(self) -> bool {
        let Self { valid, foreign, overlong, outdated, cut } = self;
        foreign <= valid || foreign + overlong + outdated + usize::from(cut) == 1
    }
}

/// Returns `length`, if the first octet of `octets` is followed by `length - 1` continuation octets.
fn continued(octets: &[u8], length: usize) -> Option<usize> {
    let is_continuation = |octet: &&u8| matches!(octet, 0x80..=0xBF);
    let follow = octets.iter().skip(1).take(length - 1);
    (follow.take_while(is_continuation).count() == length - 1).then_some(length)
}

/// The length of an overlong form at the start of `octets`.
fn overlong(octets: &[u8]) -> Option<usize> {
    let length = match octets {
        [0xC0 | 0xC1, ..] => 2,
        [0xE0, 0x80..=0x9F, ..] => 3,
        [0xF0, 0x80..=0x8F, ..] => 4,
        [0xF8, 0x80..=0x87, ..] => 5,
        [0xFC, 0x80..=0x83, ..] => 6,
        _ => return None,
    };
    continued(octets, length)
}

/// The length of a form at the start of `octets` that only older or other variants of UTF-8 allow
/// ([`Tally::outdated`]).
fn outdated(octets: &[u8]) -> Option<usize> {
    let continued = |length| continued(octets, length);
    match octets {
        [0xC0, 0x80, ..] => Some(2),
        [0xED, 0xA0..=0xBF, ..] if !matches!(pair(octets), (Sequence::Character(_), _)) => continued(3),
        // Overlong forms of five and six octets do not count as outdated.
        [0xF8, 0x88..=0xBF, ..] | [0xF9..=0xFB, ..] => continued(5),
        [0xFC, 0x84..=0xBF, ..] | [0xFD, ..] => continued(6),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::MalformedKind;
    use crate::kernels::test::{each_stretch, same_at_each_level};
    use proptest::prelude::*;

    const EMOJI: &[u8] = b"\xED\xA0\xBD\xED\xB8\x80";
    /// The pieces of surrogate pairs, whole and damaged, and a line end.
    const HALVES: [&[u8]; 6] = [b"\xED\xA0\xBD", b"\xED\xB8\x80", b"\xED\xA0", b"\xED", b"\xBD", b"\n"];

    /// Characters, blanks, and all kinds of ill-formed sequences.
    const SEQUENCES: [&[u8]; 10] = [
        "é".as_bytes(),
        "€".as_bytes(),
        EMOJI,
        b"a",
        b" ",
        b"\xFF",
        b"\xC3 ",
        b"\xC0\xAF",
        b"\xC0\x80",
        b"\xE2\x82",
    ];

    #[test]
    fn pairs_are_characters() {
        let octets = [b"a\xC3\xA9 ", EMOJI, b" z ", EMOJI].concat();
        let read = decode(&octets);
        assert_eq!((read.decoded.text.as_ref(), read.decoded.errors), ("aé 😀 z 😀", 0));
        assert_eq!((read.pairs, read.first_pair), (2, 4));
        assert!(is_valid(&octets) && !is_valid(b"\xED\xA0\xBD"));
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(1024))]

        /// Checks that decoding never takes a line end for a part of a surrogate pair, not even after half a pair.
        #[test]
        fn ascii_is_never_part_of_a_pair(
            pieces in proptest::collection::vec(proptest::sample::select(HALVES.to_vec()), 0..12),
        ) {
            let octets = pieces.concat();
            let lines = |octets: &[u8]| octets.iter().filter(|octet| **octet == b'\n').count();
            let read = decode(&octets).decoded.text;
            prop_assert_eq!(lines(&octets), lines(read.as_bytes()));
        }
    }

    /// A decoder replaces each octet of an overlong form by a U+FFFD, but [`Tally`] counts the whole form
    /// as one error.
    #[test]
    fn an_overlong_form_counts_once() {
        for form in [
            &b"\xC0\xAF"[..],
            b"\xC1\xBF",
            b"\xE0\x80\xAF",
            b"\xF0\x80\x80\xAF",
            b"\xF8\x80\x80\x80\xAF",
            b"\xFC\x80\x80\x80\x80\xAF",
        ] {
            let octets = [b"a", form, b"/", form, "é".as_bytes()].concat();
            let tally = Tally { valid: 1, overlong: 2, ..Tally::default() };
            assert_eq!(Tally::of(&octets), tally, "{}", form.escape_ascii());
            assert!(tally.is_damage() && !is_sound(&octets));
        }
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
    fn sound_and_unsound_octets() {
        for sound in [
            &b"\xED\xA0\xBD\xED\xB8\x80"[..],
            b"gr\xC3\xB6\xC3\x9Fer \xFF",
            b"\xF8\x88\x80\x80\x80",
            b"x\xC0\x80y",
            b"\xC3\xA9 \xFC\x84\x80\x80\x80\x80",
            b"\xED\xA0\xBD",
            b"\xC3\xA9 cut \xE2\x82",
        ] {
            assert!(is_sound(sound), "{}", sound.escape_ascii());
        }
        for other in [&b"J\xF8rn"[..], b"caf\xE9", b"\xC3\xA9 \xE9 ", b"plain", b"\xC0\xB4", b"\xF8\x88\x80"]
        {
            assert!(!is_sound(other), "{}", other.escape_ascii());
        }
    }

    #[test]
    fn starts_are_found_wherever_they_are() {
        let octets =
            b"plain text, \xC3\xA9 \xC2\x80\xC1\xBF\xE2\xF4\xBF\xF5\x80\xC2\xC0\xC2\x7F\xFF\xDF\x80 "
                .repeat(16);
        each_stretch(&octets, |octets| {
            same_at_each_level(|| {
                (starts::<false>(octets).collect::<Vec<_>>(), starts::<true>(octets).collect::<Vec<_>>())
            });
        });
        assert_eq!(starts::<false>(&octets).take(6).collect::<Vec<_>>(), [12, 15, 20, 29, 44, 47]);
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
        fn what_is_counted_is_enough(
            pieces in proptest::collection::vec(proptest::sample::select(SEQUENCES.to_vec()), 0..12),
        ) {
            let octets = pieces.concat();
            prop_assert_eq!(is_sound(&octets), Tally::of(&octets).is_sound());
        }

        #[test]
        fn sequences_that_are_counted_quickly_are_counted_alike(
            octets in proptest::collection::vec(
                prop_oneof![
                    any::<u8>(),
                    0xC0..0xF5_u8,
                    0x80..0xC0_u8,
                    proptest::sample::select(&[0x80, 0xC0, 0xED, 0xA0, 0xFC][..]),
                ],
                0..40,
            ),
        ) {
            let (mut slow, mut rest) = (Tally::default(), &octets[..]);
            while !rest.is_empty() {
                let length = if rest[0].is_ascii() { 1 } else { slow.count(rest) };
                rest = &rest[length..];
            }
            prop_assert_eq!(Tally::of(&octets), slow);
        }

        #[test]
        fn characters_are_found_anywhere(
            octets in proptest::collection::vec(
                prop_oneof![
                    4 => proptest::collection::vec(0..0x80_u8, 1..40),
                    2 => proptest::collection::vec(0x80_u8.., 1..5),
                    1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
                    1 => Just(EMOJI.to_vec()),
                ],
                0..8,
            ),
        ) {
            let octets = octets.concat();
            prop_assert_eq!(has_character(&octets), Tally::of(&octets).valid > 0);
            same_at_each_level(|| starts::<false>(&octets).collect::<Vec<_>>());
            let is_high = |at: usize| octets.get(at).is_some_and(|octet| !octet.is_ascii());
            let is_run = |at: &usize| {
                let run = octets[*at..].split(u8::is_ascii).next().unwrap();
                is_high(*at) && !at.checked_sub(1).is_some_and(is_high) && is_valid(run)
            };
            let expected: Vec<_> = (0..octets.len()).filter(is_run).collect();
            same_at_each_level(|| runs(&octets).collect::<Vec<_>>());
            prop_assert_eq!(runs(&octets).collect::<Vec<_>>(), expected);
            prop_assert_eq!(characters(&octets).collect::<String>(), decode(&octets).decoded.text);
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
