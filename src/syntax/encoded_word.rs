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
//! Text that is only part of a word is a [damaged](WordDamage) word, if its label names a charset. The label tells such
//! a word from text that is about encoded words. Damaged words are found by [`words_and_damaged`] only.
//!
//! This module decodes nothing. It takes linear time: each octet is read a bounded number of times, even if many
//! words begin and none of them ends.

use super::region::{Parsed, Region};
use super::shifted::mask_iso2022;
use crate::charset::Charset;
use crate::span::Span;
use memchr::memchr_iter;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::char;
use nom::combinator::{map_opt, opt, value, verify};
use nom::sequence::{delimited, preceded, terminated};
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
    /// The damage, if the word is so damaged that strict and tolerant readers show it as it is written.
    pub damage: Option<WordDamage>,
}

/// Damage that leaves only part of an encoded word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WordDamage {
    /// The word is cut short: it has no `?=`. It ends where a new word begins, or before the first octet that cannot
    /// belong to it: white space, a quote, or, in base64, any octet that is no symbol.
    End,
    /// The part before the encoded text has blanks, or lacks the `?` between charset and encoding.
    Opening,
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
    let mut words = words_and_damaged(input, span);
    words.retain(|word| word.damage.is_none());
    words
}

/// The encoded words in `span`, in order, and the [damaged](WordDamage) words between them. Linear time.
pub(crate) fn words_and_damaged(input: &[u8], span: Span) -> Vec<EncodedWord> {
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

/// Like [`words_and_damaged`], for octets that have no raw ISO-2022-JP text, or in which [`mask_iso2022`] replaced it.
fn plain_words(input: &[u8], span: Span) -> Vec<EncodedWord> {
    let region = Region::new(input, span);
    let mut words = Vec::new();
    let mut rest = region.octets();
    while let Some(start) = beginning(rest) {
        rest = rest.get(start..).unwrap_or_default();
        let Ok((text, opening)) = opening(rest).or_else(|_| damaged_opening(rest)) else {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        match ending(text, opening.encoding) {
            Ending::At(end, after) => {
                words.push(opening.word(region, rest, text, end, after));
                rest = after;
            }
            Ending::NewWord(new) => {
                words.extend(opening.cut_word(region, rest, text, new));
                rest = new;
            }
            Ending::Never => {
                words.extend(opening.cut_word(region, rest, text, &[]));
                break;
            }
        }
    }
    words
}

/// The offset of the next `=?`. This function searches for `?`, because `?` is rarer than `=` in header fields.
fn beginning(octets: &[u8]) -> Option<usize> {
    let mut before = memchr_iter(b'?', octets).filter_map(|mark| mark.checked_sub(1));
    before.find(|&before| octets.get(before) == Some(&b'='))
}

/// The maximum length of a label in octets.
const LABEL: usize = 64;

/// The part of a word before its text.
struct Opening<'a> {
    charset: &'a [u8],
    language: Option<&'a [u8]>,
    encoding: WordEncoding,
    /// The number of octets before the charset.
    before: usize,
    damage: Option<WordDamage>,
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
    let charset = take_while_m_n(0, LABEL, |octet| is_label(octet) && octet != b'*');
    let language = opt(preceded(char('*'), take_while_m_n(0, LABEL, is_label)));
    (tag("=?"), charset, language, char('?'), encoding, char('?'))
        .map(|(_, charset, language, _, encoding, _)| Opening {
            charset,
            language,
            encoding,
            before: 2,
            damage: None,
        })
        .parse(input)
}

fn encoding(input: &[u8]) -> Parsed<'_, WordEncoding> {
    let b = value(WordEncoding::B, alt((char('B'), char('b'))));
    let q = value(WordEncoding::Q, alt((char('Q'), char('q'))));
    alt((b, q)).parse(input)
}

/// Parses the start of a word in which blanks are beside the delimiters, or in which the `?` between charset and
/// encoding is missing. The label must name a charset.
fn damaged_opening(input: &[u8]) -> Parsed<'_, Opening<'_>> {
    let blank = || take_while_m_n(0, 3, is_blank);
    let mark = || delimited(blank(), char('?'), blank());
    let label = || take_while_m_n(1, LABEL, is_label);
    let apart = (terminated(label(), mark()), terminated(encoding, mark()));
    let joined = map_opt(terminated(label(), mark()), |label: &[u8]| {
        let (letter, charset) = label.split_last()?;
        let (_, encoding) = encoding(std::slice::from_ref(letter)).ok()?;
        Some((charset, encoding))
    });
    let names_charset = |(charset, _): &(&[u8], WordEncoding)| Charset::for_label(charset).is_some();
    let opening = alt((verify(apart, names_charset), verify(joined, names_charset)));
    (preceded(tag("=?"), blank()), opening)
        .map(|(blank, (charset, encoding)): (&[u8], _)| Opening {
            charset,
            language: None,
            encoding,
            before: 2 + blank.len(),
            damage: Some(WordDamage::Opening),
        })
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
    /// Returns the spans of a word. All slices reach to the end of the region. The word begins where `start` begins,
    /// its encoded text reaches from the start of `text` to the start of `end`, and the word ends where `after` begins.
    fn word(&self, region: Region<'_>, start: &[u8], text: &[u8], end: &[u8], after: &[u8]) -> EncodedWord {
        let span = region.between(start, after);
        let from = |at: usize, octets: &[u8]| Span::new(at, at + octets.len());
        let charset = from(span.start + self.before, self.charset);
        let language = self.language.map(|language| from(charset.end + 1, language));
        let mut octets = text.get(..text.len().saturating_sub(end.len())).unwrap_or_default();
        if self.damage.is_some() {
            octets = octets.trim_ascii_end();
        }
        let text = from(region.at(text), octets);
        let malformed = span.len() > 75
            || span.end < text.end + 2
            || text.is_empty()
            || !is_token(self.charset)
            || self.language.is_some_and(|language| !is_token(language))
            || !is_all_encoded_text(octets);
        EncodedWord { span, charset, language, encoding: self.encoding, text, malformed, damage: self.damage }
    }

    /// Returns a word without `?=`, if its label names a charset. The slices are those of [`word`](Self::word); `next`
    /// is the first place that cannot belong to the word.
    fn cut_word(&self, region: Region<'_>, start: &[u8], text: &[u8], next: &[u8]) -> Option<EncodedWord> {
        if self.damage.is_some() || Charset::for_label(self.charset).is_none() {
            return None;
        }
        let octets = text.get(..text.len().saturating_sub(next.len())).unwrap_or_default();
        let ends = |octet: &u8| match self.encoding {
            WordEncoding::B => !octet.is_ascii_alphanumeric() && !b"+/=?".contains(octet),
            WordEncoding::Q => is_blank(*octet) || *octet == b'"',
        };
        let len = octets.iter().position(ends).unwrap_or(octets.len());
        let whole = octets.get(..len).unwrap_or_default();
        let encoded = whole.strip_suffix(b"?").unwrap_or(whole);
        let tail = |len: usize| text.get(len..).unwrap_or_default();
        let word = self.word(region, start, text, tail(encoded.len()), tail(len));
        Some(EncodedWord { malformed: true, damage: Some(WordDamage::End), ..word })
    }
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t' | b'\r' | b'\n')
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

    /// The octets of each damaged word, and its text.
    fn damaged(input: &str) -> Vec<(&str, &str)> {
        let words = words_and_damaged(input.as_bytes(), Span::new(0, input.len()));
        let damaged = words.iter().filter(|word| word.damage.is_some());
        damaged.map(|word| (&input[word.span.range()], &input[word.text.range()])).collect()
    }

    #[test]
    fn damaged_words() {
        for (input, word, text) in [
            ("=?utf-8?B?w7Y", "=?utf-8?B?w7Y", "w7Y"),
            ("a =?utf-8?Q?b c", "=?utf-8?Q?b", "b"),
            ("=?utf-8?Q?lost =?utf-8?Q?kept?=", "=?utf-8?Q?lost", "lost"),
            ("=?utf-8?Q?lost=?utf-8?Q?kept?=", "=?utf-8?Q?lost", "lost"),
            ("=?utf-8?Q?so? =?utf-8?Q?kept?=", "=?utf-8?Q?so?", "so"),
            ("=?utf-8*de?Q?", "=?utf-8*de?Q?", ""),
            ("=?utf-8?B?w7Y<a@b>", "=?utf-8?B?w7Y", "w7Y"),
            ("=?utf-8?Q?a\"; b", "=?utf-8?Q?a", "a"),
            ("=? utf-8 ? B ? w7Y= ?=", "=? utf-8 ? B ? w7Y= ?=", "w7Y="),
            ("=?utf-8B?w7Y=?= x", "=?utf-8B?w7Y=?=", "w7Y="),
            ("=?utf-8B?QWxsZXM=?=", "=?utf-8B?QWxsZXM=?=", "QWxsZXM="),
            ("=?utf-8 ?q?\r\n a?=", "=?utf-8 ?q?\r\n a?=", "a"),
        ] {
            assert_eq!(damaged(input), [(word, text)], "{input}");
        }
    }

    #[test]
    fn text_about_words_is_not_damaged() {
        for input in [
            "a =?b:c",
            "x =? 1 : 2",
            "(?<==?)x?b?",
            "=?charset?Q?text",
            "=?utf-8",
            "=?utf-8?",
            "=?utf-8?Q",
            "=?utf-8?X?a",
            "=?utf-8?really so?",
            "=?x-unknown?Q?a",
            "=? utf-8 ? B ? w7Y=",
            "a=?utf-8:b",
            "http://a.example/?ie=?utf-8&q=b?",
        ] {
            assert_eq!(damaged(input), [], "{input}");
        }
    }

    #[test]
    fn beginnings_without_an_end_take_linear_time() {
        for unit in [
            "=?",
            "=?a",
            "=?a?Q",
            "=?a?Q?",
            "=?a?Q?b ",
            "?=20",
            "=?a?Q?b?=20",
            "=?a*",
            "=?aaaaaaaa",
            "=?utf-8?Q?",
            "=? utf-8 ? Q ?",
            "=?utf-8Q?",
        ] {
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
            for word in words_and_damaged(input, span) {
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
