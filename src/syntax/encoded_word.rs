//! Encoded words (RFC 2047 section 2), including the malformed words that mailers write.
//!
//! Encoded words are found everywhere, even where RFC 2047 section 5 forbids them: in quoted strings, or directly
//! next to text or to another word. The text of a word can be empty, and can contain raw white space, folds, 8-bit
//! octets or an unescaped `?`. The word can be longer than 75 characters, and its charset can be empty or not a
//! token. Any such word is [`malformed`](EncodedWord::malformed).
//!
//! - A word ends at the first `?=`. But in Q encoding, a `?=` before two hexadecimal digits can be an unescaped `?`
//!   and the `=` of an escape. The parser assumes such an escape if another `?=` follows before any white space.
//! - If a new word begins before the old one has ended, the old one is not a word.
//! - Nothing within raw double-octet text (ISO-2022-JP) is a word, even if its octets look like one.
//! - Without `?=` there is no word, with one exception: the end of the region can cut a word between `?` and `=`.
//!
//! This module decodes nothing. It takes linear time: each octet is read a bounded number of times, even if many
//! words begin and none of them ends.

use super::region::{Parsed, Region};
use super::shifted::mask_iso2022;
use crate::span::Span;
use memchr::memchr_iter;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::char;
use nom::combinator::{opt, value};
use nom::sequence::preceded;
use std::borrow::Cow;

/// The spans of an encoded word: `=?charset*language?encoding?text?=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodedWord {
    /// The whole word, from `=?` to `?=`.
    pub span: Span,
    /// The charset label; at most 64 octets.
    pub charset: Span,
    /// The language after `*` (RFC 2231 section 5).
    pub language: Option<Span>,
    /// The encoding, B or Q.
    pub encoding: WordEncoding,
    /// The encoded text.
    pub text: Span,
    /// Whether the word violates RFC 2047, for example by raw white space, an unescaped `?` or a missing final `=`.
    pub malformed: bool,
}

impl EncodedWord {
    /// The same word, with all its spans moved `by` octets towards the end of the input.
    fn shift(self, by: usize) -> Self {
        Self {
            span: self.span.shift(by),
            charset: self.charset.shift(by),
            language: self.language.map(|language| language.shift(by)),
            text: self.text.shift(by),
            ..self
        }
    }
}

/// The encoding of an encoded word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordEncoding {
    /// Base64.
    B,
    /// An encoding that is nearly quoted-printable.
    Q,
}

/// The encoded words in `span`, in order, including words in places where RFC 2047 forbids them. Linear time.
///
/// ```
/// use mailutf::{Span, internal::encoded_words};
/// let input = b"K=?utf-8*de?B?w7Y=?=nig";
/// let words = encoded_words(input, Span::new(0, input.len()));
/// assert_eq!(words[0].charset.slice(input), b"utf-8");
/// assert_eq!(words[0].text.slice(input), b"w7Y=");
/// ```
pub fn encoded_words(input: &[u8], span: Span) -> Vec<EncodedWord> {
    #[cfg(test)]
    tests::SEARCHES.with(|searches| searches.set(searches.get() + 1));
    match mask_iso2022(span.slice(input)) {
        Cow::Borrowed(_) => plain_words(input, span),
        Cow::Owned(octets) => {
            let words = plain_words(&octets, Span::new(0, octets.len()));
            words.into_iter().map(|word| word.shift(span.start)).collect()
        }
    }
}

/// Like [`encoded_words`], for octets that have no raw ISO-2022-JP text, or in which [`mask_iso2022`] replaced it.
fn plain_words(input: &[u8], span: Span) -> Vec<EncodedWord> {
    let region = Region::new(input, span);
    let mut words = Vec::new();
    let mut rest = region.octets();
    while let Some(start) = beginning(rest) {
        rest = rest.get(start..).unwrap_or_default();
        let Ok((text, opening)) = opening(rest) else {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        match ending(text, opening.encoding) {
            Ending::At(end, after) => {
                words.push(opening.word(region, rest, end, after));
                rest = after;
            }
            Ending::NewWord(new) => rest = new,
            Ending::Never => break,
        }
    }
    words
}

/// The offset of the next `=?`. This function searches for `?`, because `?` is rarer than `=` in header fields.
fn beginning(octets: &[u8]) -> Option<usize> {
    let mut before = memchr_iter(b'?', octets).filter_map(|mark| mark.checked_sub(1));
    before.find(|&before| octets.get(before) == Some(&b'='))
}

/// The part of a word before its text.
struct Opening<'a> {
    charset: &'a [u8],
    language: Option<&'a [u8]>,
    encoding: WordEncoding,
}

/// How the text of a word ends.
enum Ending<'a> {
    /// The word ends in this region. The first slice starts at the end of the text, and the second slice starts after
    /// the word. Both slices reach to the end of the region.
    At(&'a [u8], &'a [u8]),
    /// A new word begins before this word ends. The slice is the rest of the region from the new word on.
    NewWord(&'a [u8]),
    /// Neither this word nor any later word ends in this region.
    Never,
}

/// Parses the start of a word, up to its text (RFC 2047 section 2). RFC 2231 section 5 adds the language, but its
/// grammar omits the encoding.
///
/// ```abnf
/// encoded-word := "=?" charset ["*" language] "?" encoding "?" encoded-text "?="
/// charset      := token
/// encoding     := token
/// ```
fn opening(input: &[u8]) -> Parsed<'_, Opening<'_>> {
    const LABEL: usize = 64;
    let charset = take_while_m_n(0, LABEL, |octet| is_label(octet) && octet != b'*');
    let language = opt(preceded(char('*'), take_while_m_n(0, LABEL, is_label)));
    let b = value(WordEncoding::B, alt((char('B'), char('b'))));
    let q = value(WordEncoding::Q, alt((char('Q'), char('q'))));
    (tag("=?"), charset, language, char('?'), alt((b, q)), char('?'))
        .map(|(_, charset, language, _, encoding, _)| Opening { charset, language, encoding })
        .parse(input)
}

/// Finds the end of a word whose text begins at the start of `text`. If the text has another `=?`, checks whether a
/// new word begins there. The label of a word cannot contain `=`, so such a check never reads beyond the next `=?`.
/// Therefore the checks take linear time.
fn ending(text: &[u8], encoding: WordEncoding) -> Ending<'_> {
    let tail = |at: usize| text.get(at..).unwrap_or_default();
    for mark in memchr_iter(b'?', text) {
        if let Some(after) = tail(mark).strip_prefix(b"?=") {
            if encoding == WordEncoding::B || !goes_on(after) {
                return Ending::At(tail(mark), after);
            }
        } else if let Some(before) = mark.checked_sub(1)
            && opening(tail(before)).is_ok()
        {
            return Ending::NewWord(tail(before));
        }
    }
    match text.strip_suffix(b"?") {
        Some(cut) if is_all_encoded_text(cut) => Ending::At(tail(cut.len()), &[]),
        _ => Ending::Never,
    }
}

/// Whether Q text continues after a `?=`. It continues if the `=` begins an escape and another `?=` ends the word.
/// `after` starts after the first `?=`.
fn goes_on(after: &[u8]) -> bool {
    let [high, low, more @ ..] = after else { return false };
    let hexadecimal = |octet: &u8| matches!(octet, b'0'..=b'9' | b'A'..=b'F');
    let stop = |octet: &u8| matches!(octet, b'?' | b' ' | b'\t' | b'\r' | b'\n');
    hexadecimal(high)
        && hexadecimal(low)
        && more.iter().position(stop).is_some_and(|at| more.get(at..).is_some_and(|m| m.starts_with(b"?=")))
}

impl Opening<'_> {
    /// Returns the spans of a word. The slices `start`, `end` and `after` reach to the end of the region. The word
    /// begins where `start` begins, its encoded text ends where `end` begins, and the word ends where `after` begins.
    fn word(&self, region: Region<'_>, start: &[u8], end: &[u8], after: &[u8]) -> EncodedWord {
        let span = region.between(start, after);
        let charset = Span::new(span.start + 2, span.start + 2 + self.charset.len());
        let language = self.language.map(|l| Span::new(charset.end + 1, charset.end + 1 + l.len()));
        let text = Span::new(language.unwrap_or(charset).end + 3, region.at(end));
        let text_octets = start.get(text.start - span.start..text.end - span.start).unwrap_or_default();
        let malformed = span.len() > 75
            || span.end < text.end + 2
            || text.is_empty()
            || !is_token(self.charset)
            || self.language.is_some_and(|language| !is_token(language))
            || !is_all_encoded_text(text_octets);
        EncodedWord { span, charset, language, encoding: self.encoding, text, malformed }
    }
}

/// Whether an octet is accepted in a label: it is printable ASCII, but neither `?` nor `=`.
const fn is_label(octet: u8) -> bool {
    matches!(octet, b'!'..=b'~') && !matches!(octet, b'?' | b'=')
}

/// Whether `label` is a `token` by RFC 2047 section 2: it is not empty, and has no spaces, controls or `especials`. A
/// `*` is not accepted either, because it separates the charset from the language (RFC 2231 section 5).
fn is_token(label: &[u8]) -> bool {
    let is_allowed = |octet: &u8| {
        octet.is_ascii_graphic()
            && !matches!(
                octet,
                b'(' | b')'
                    | b'<'
                    | b'>'
                    | b'@'
                    | b','
                    | b';'
                    | b':'
                    | b'"'
                    | b'/'
                    | b'['
                    | b']'
                    | b'?'
                    | b'.'
                    | b'='
                    | b'*'
            )
    };
    !label.is_empty() && label.iter().all(is_allowed)
}

/// Whether `text` is `encoded-text` by RFC 2047 section 2: printable ASCII without `?` and spaces. The loop does not
/// stop at an octet that is not allowed, so that the processor can test many octets in parallel. Nearly all words pass
/// anyway.
fn is_all_encoded_text(text: &[u8]) -> bool {
    text.iter().fold(true, |all, octet| all & octet.is_ascii_graphic() & (*octet != b'?'))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;

    thread_local! {
        /// The number of searches for encoded words in this thread.
        pub(crate) static SEARCHES: Cell<usize> = const { Cell::new(0) };
    }

    /// The octets of each word, and whether it is malformed.
    fn found(input: &[u8]) -> Vec<(&[u8], bool)> {
        let words = encoded_words(input, Span::new(0, input.len()));
        words.iter().map(|word| (word.span.slice(input), word.malformed)).collect()
    }

    fn texts(input: &[u8]) -> Vec<&[u8]> {
        encoded_words(input, Span::new(0, input.len())).iter().map(|word| word.text.slice(input)).collect()
    }

    const NONE: Vec<&[u8]> = Vec::new();

    #[test]
    fn rfc_2047_section_8_examples() {
        let input =
            b"=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu> (=?ISO-8859-1?Q?a?= =?ISO-8859-2?b?YQ==?=)";
        assert_eq!(
            found(input),
            [
                (&b"=?US-ASCII?Q?Keith_Moore?="[..], false),
                (b"=?ISO-8859-1?Q?a?=", false),
                (b"=?ISO-8859-2?b?YQ==?=", false)
            ]
        );
    }

    #[test]
    fn the_parts_of_a_word() {
        let input = b"x =?us-ascii*en-US?q?Keith?= y";
        let word = encoded_words(input, Span::new(1, input.len()))[0];
        assert_eq!(word.charset.slice(input), b"us-ascii");
        assert_eq!(word.language.unwrap().slice(input), b"en-US");
        assert_eq!((word.encoding, word.malformed), (WordEncoding::Q, false));
        assert_eq!(word.text.slice(input), b"Keith");
    }

    #[test]
    fn malformed_words_as_mailers_write_them() {
        for input in [
            &b"=?utf-8?Q??="[..],
            b"=??q?a?=",
            b"=?iso_8859-1:1987?Q?a?=",
            b"=?utf-8*?Q?a?=",
            b"=?iso-8859-1?Q?Hello World?_-_How are you??=",
            b"=?utf-8?Q?a\xc3\xa9?=",
            b"=?utf-8?B?YWJj\r\n YWJj?=",
            b"=?utf-8?B?YWJj?",
        ] {
            assert_eq!(found(input), [(input, true)], "{}", input.escape_ascii());
        }
        for (len, malformed) in [(75, false), (76, true)] {
            let word = format!("=?utf-8?Q?{}?=", "a".repeat(len - 12));
            assert_eq!(found(word.as_bytes()), [(word.as_bytes(), malformed)]);
        }
    }

    #[test]
    fn equals_and_question_marks_in_the_text() {
        assert_eq!(texts(b"=?utf-8?Q?=E2=82=AC?="), [b"=E2=82=AC"]);
        assert_eq!(texts(b"=?utf-8?Q?a=?="), [b"a="]);
        assert_eq!(texts(b"=?utf-8?B?w7Y=?=?="), [b"w7Y="]);
        assert_eq!(texts(b"=?utf-8?Q?=C3=A5???="), [b"=C3=A5??"]);
        assert_eq!(texts(b"=?utf-8?Q?who?=3D=3F?="), [b"who?=3D=3F"]);
        assert_eq!(texts(b"=?utf-8?Q?who?=3D =3F?="), [b"who"]);
        assert_eq!(texts(b"=?utf-8?B?YWJj?=3D=3F?="), [b"YWJj"]);
        assert_eq!(texts(b"=?utf-8?Q?a?==?utf-8?Q?b?=2=?utf-8?Q?c?="), [b"a", b"b", b"c"]);
    }

    #[test]
    fn what_is_not_a_word() {
        for input in [
            &b"=?utf8?q?hello"[..],
            b"=?utf8?qhello?=",
            b"=?a?b?=",
            b"=?a??c?=",
            b"=?utf-8?X?a?=",
            b"=?ut f?Q?a?=",
            b"=?utf-8?Q?really so?",
            b"=?=?=?",
            b"=????=",
        ] {
            assert_eq!(texts(input), NONE, "{}", input.escape_ascii());
        }
        let label = [b'x'; 65];
        assert_eq!(texts(&[b"=?", &label[..], b"?Q?a?="].concat()), NONE);
    }

    #[test]
    fn a_new_word_ends_an_unfinished_one() {
        assert_eq!(texts(b"=?utf-8?Q?lost =?utf-8?Q?kept?="), [b"kept"]);
        assert_eq!(texts(b"=?=?utf8?q?hello?="), [b"hello"]);
    }

    #[test]
    fn beginnings_without_an_end_take_linear_time() {
        for unit in ["=?", "=?a", "=?a?Q", "=?a?Q?", "=?a?Q?b ", "?=20", "=?a?Q?b?=20", "=?a*", "=?aaaaaaaa"]
        {
            // The test would not finish in reasonable time if the code were quadratic.
            let input = unit.repeat((1 << 18) / unit.len());
            let words = encoded_words(input.as_bytes(), Span::new(0, input.len()));
            assert!(words.len() < input.len() / 8, "{unit}");
        }
    }

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(256))]

        #[test]
        fn words_are_inside_ordered_and_disjoint(input in "[=?aBQq*_ \r\n\\x80-\\xff-]{0,80}") {
            let input = input.as_bytes();
            let span = Span::new(3, input.len().saturating_sub(2));
            let mut done = span.start;
            for word in encoded_words(input, span) {
                prop_assert!(word.span.start >= done && span.contains(word.span));
                prop_assert!(word.span.contains(word.charset) && word.span.contains(word.text));
                prop_assert!(word.span.slice(input).starts_with(b"=?"));
                done = word.span.end;
            }
        }

        #[test]
        fn a_valid_word_is_found_whole(
            charset in "[a-zA-Z0-9_-]{1,20}", q in any::<bool>(), text in "[!-<>@-~]{1,40}", glue in "[ a-z(,\"]{0,5}"
        ) {
            let encoding = if q { 'q' } else { 'B' };
            let word = format!("=?{charset}?{encoding}?{text}?=");
            let input = format!("{glue}{word}{glue}{word}");
            let expected = (word.as_bytes(), false);
            prop_assert_eq!(found(input.as_bytes()), [expected, expected]);
        }
    }
}
