//! Values of parameters: where one ends, as far as mailers let it be seen.
//!
//! The rules are told in [`parameter`](super::parameter). Linear time: what is looked at ahead of its turn is
//! looked at from one place only.

use super::encoded_word::EncodedWord;
use super::parameter::{is_attribute, simple_comment};
use super::region::{Parsed, Region};
use super::token::{blanks, is_blank};
use memchr::memchr3;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::{char, one_of};
use nom::combinator::eof;
use nom::sequence::preceded;

/// A value as tails of its region: where each piece starts is told by what is behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// From the first octet without a quote.
    pub(super) content: &'a [u8],
    /// Behind the last octet without a quote.
    pub(super) content_end: &'a [u8],
    /// Behind the value.
    pub(super) end: &'a [u8],
    /// Whether it is a quoted string.
    pub(super) quoted: bool,
    /// Whether the letter of RFC 2045 is broken.
    pub(super) malformed: bool,
}

/// A quoted value. Fails without an opening quote, and for nothing else.
pub(super) fn quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
    let (content, _) = char('"').parse(input)?;
    let mut rest = content;
    let mut inside = true;
    // The last quote that seemed to close, the first escaped one that may, the `;` before the next parameter.
    let (mut closing, mut escaped, mut next) = (None, None, None);
    // How much is left where the value of that parameter begins.
    let mut next_value = usize::MAX;
    while let Some(at) = memchr3(b'"', b'\\', b';', rest) {
        let here = rest.get(at..).unwrap_or_default();
        let (mark, behind) = here.split_first().unwrap_or((&b';', &[]));
        rest = behind;
        match mark {
            b'"' if inside && ends_quoted(behind) => {
                return Ok(Value::closed(content, here, closing.is_some()));
            }
            b'"' if inside && (escaped.is_some() || here.len() == next_value) => break,
            b'"' => {
                inside = !inside;
                closing = Some(here);
            }
            b'\\' => {
                if behind.strip_prefix(b"\"").is_some_and(ends_escaped) {
                    escaped = escaped.or(Some(behind));
                }
                rest = behind.get(1..).unwrap_or_default();
            }
            _ if !inside => break,
            _ => {
                if let Ok((value, _)) = (blanks, next_parameter).parse(behind) {
                    next = next.or(Some(here));
                    next_value = value.len();
                }
            }
        }
    }
    match closing.filter(|_| !inside).or(escaped) {
        Some(quote) => Ok(Value::closed(content, quote, true)),
        None => Ok(Value::open(content, next.unwrap_or_default())),
    }
}

/// A value whose quotes are escaped themselves, as by a program that escaped the field once too often:
/// `charset=\"utf-8\"`.
pub(super) fn twice_quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
    let quote = || tag(r#"\""#);
    let (content, _) = quote().parse(input)?;
    let (content_end, _) = take_while(|octet| !b"\\\";\r\n".contains(&octet)).parse(content)?;
    let (end, _) = quote().parse(content_end)?;
    Ok((end, Value { content, content_end, end, quoted: false, malformed: true }))
}

/// A bare value; `blanks_within` tells whether it may hold blanks. Never fails: a value may be empty.
pub(super) fn bare<'a>(
    region: Region<'a>,
    words: &[EncodedWord],
    input: &'a [u8],
    blanks_within: bool,
) -> Parsed<'a, Value<'a>> {
    let (mut rest, mut end) = (input, input);
    while let Some((&octet, behind)) = rest.split_first().filter(|&(&octet, _)| octet != b';') {
        if is_blank(octet) {
            (rest, _) = blanks(rest)?;
            if !blanks_within || ends_bare(rest) {
                break;
            }
        } else {
            rest = word_at(region, words, rest).unwrap_or(behind);
            end = rest;
        }
    }
    let octets = until(input, end);
    let malformed = octets.is_empty() || !octets.iter().copied().all(|o| o.is_ascii() && is_attribute(o));
    Ok((end, Value { content: input, content_end: end, end, quoted: false, malformed }))
}

impl<'a> Value<'a> {
    /// Ended by the quote that `closing` starts with.
    fn closed(content: &'a [u8], closing: &'a [u8], malformed: bool) -> (&'a [u8], Self) {
        let end = closing.get(1..).unwrap_or_default();
        (end, Self { content, content_end: closing, end, quoted: true, malformed })
    }

    /// Ended without a quote before `end`, blanks left out.
    fn open(content: &'a [u8], end: &'a [u8]) -> (&'a [u8], Self) {
        let octets = until(content, end).trim_ascii_end();
        let end = content.get(octets.len()..).unwrap_or_default();
        (end, Self { content, content_end: end, end, quoted: true, malformed: true })
    }
}

/// Whether a field goes on as it should behind a closing quote.
fn ends_quoted(behind: &[u8]) -> bool {
    preceded(blanks, alt((eof.map(drop), one_of(";,(").map(drop), next_parameter))).parse(behind).is_ok()
}

/// Whether a field goes on behind an escaped quote as if it were a closing one.
fn ends_escaped(behind: &[u8]) -> bool {
    let separator = (char(';'), blanks, alt((eof.map(drop), next_parameter))).map(drop);
    preceded(blanks, alt((eof.map(drop), separator))).parse(behind).is_ok()
}

/// Whether what stands behind blanks belongs no more to the bare value before them.
fn ends_bare(behind: &[u8]) -> bool {
    let end = || alt((eof.map(drop), tag(";").map(drop), next_parameter));
    alt((end(), (simple_comment, blanks, end()).map(drop))).parse(behind).is_ok()
}

/// What looks like the beginning of a parameter.
fn next_parameter(input: &[u8]) -> Parsed<'_, ()> {
    (take_while1(is_attribute), char('=')).map(drop).parse(input)
}

/// What is behind the encoded word that `rest` starts with.
fn word_at<'a>(region: Region<'a>, words: &[EncodedWord], rest: &'a [u8]) -> Option<&'a [u8]> {
    let word = rest.starts_with(b"=?").then(|| {
        let start = region.at(rest);
        words.binary_search_by_key(&start, |word| word.span.start).ok().and_then(|found| words.get(found))
    })??;
    rest.get(word.span.len()..)
}

/// The octets from one tail to the next.
fn until<'a>(from: &'a [u8], to: &[u8]) -> &'a [u8] {
    from.get(..from.len().saturating_sub(to.len())).unwrap_or_default()
}
