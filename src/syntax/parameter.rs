//! Parameters (RFC 2045 section 5.1, RFC 2231 sections 3 and 4), as they stand: nothing is joined or decoded.
//!
//! A bare value is a token by RFC 2045. Found in mail, it holds anything up to the `;`: specials, 8-bit
//! octets, encoded words. Blanks belong to it in `name`, `filename` and `boundary`, unless another
//! parameter or a last comment follows them; any other value ends at a blank.
//!
//! A quoted value ends at the quote behind which the field goes on as it should. So quotes that nobody
//! escaped are part of it; a backslash that is half of a Shift_JIS character does not hide the last quote; and
//! where the last quote is missing, the value ends before the `;` of the next parameter, or else with the field.
//!
//! Single quotes are token characters (RFC 2045) and stay in the value. Linear time.

use super::encoded_word::EncodedWord;
use super::region::{Parsed, Region};
use super::token::{blanks, comments_and_blanks, is_blank};
use crate::span::Span;
use memchr::{memchr2, memchr3};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1, take_while, take_while1};
use nom::character::complete::{char, one_of, u32};
use nom::combinator::{all_consuming, eof, opt, peek};
use nom::sequence::{delimited, preceded, terminated};
use std::borrow::Cow;

/// One `name*section*=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// From the first octet of the name to the last of the value.
    pub span: Span,
    /// The name, without section and `*`.
    pub name: Span,
    /// The section number of a continuation (`*0`, `*1` …).
    pub section: Option<u32>,
    /// Whether a final `*` announces percent escapes.
    pub extended: bool,
    /// The value as it stands, quotes included.
    pub value: Span,
    /// The value without its quotes (quoted pairs still in it).
    pub content: Span,
    /// Whether the value is a quoted string.
    pub quoted: bool,
    /// Whether the letter of RFC 2045 is broken (specials in a bare value, a missing quote …).
    pub malformed: bool,
}

/// The octets of a value: quotes gone, `\"` and `\\` undone, the line ends of folds gone.
///
/// Any other backslash stays: mailers escape nothing else, and leave those of `C:\dir` and of Shift_JIS bare.
/// Borrowed where the value holds neither backslash nor fold. Linear time.
///
/// ```
/// use mailutf::{Span, syntax::{content_type::parameterized, parameter::unquoted}};
/// let input = br#"attachment; filename="a \"b\" C:\c""#;
/// let field = parameterized(input, Span::new(0, input.len()), 10);
/// assert_eq!(&*unquoted(input, &field.parameters[0]), br#"a "b" C:\c"#);
/// ```
pub fn unquoted<'a>(input: &'a [u8], parameter: &Parameter) -> Cow<'a, [u8]> {
    let mut rest = parameter.content.slice(input);
    let mut done = Vec::new();
    while let Some(at) = memchr2(b'\\', b'\n', rest) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        rest = match from {
            [b'\\', octet @ (b'"' | b'\\'), behind @ ..] if parameter.quoted => {
                done.extend_from_slice(before);
                done.push(*octet);
                behind
            }
            [b'\n', behind @ ..] => {
                done.extend_from_slice(before.strip_suffix(b"\r").unwrap_or(before));
                behind
            }
            [octet, behind @ ..] => {
                done.extend_from_slice(before);
                done.push(*octet);
                behind
            }
            [] => break,
        };
    }
    if done.is_empty() {
        return Cow::Borrowed(rest);
    }
    done.extend_from_slice(rest);
    Cow::Owned(done)
}

/// The parameter at the head of `from`, a tail of `region`; `words` are the encoded words of the region.
pub(super) fn parameter<'a>(
    region: Region<'a>,
    words: &[EncodedWord],
    from: &'a [u8],
) -> Parsed<'a, Parameter> {
    let (rest, attribute) = attribute(from)?;
    let blanks_within = attribute.may_hold_blanks();
    let (behind, value) =
        alt((quoted, twice_quoted, |rest| bare(region, words, rest, blanks_within))).parse(rest)?;
    let span = region.between(from, value.end);
    let parameter = Parameter {
        span,
        name: Span::new(span.start, span.start + attribute.name.len()),
        section: attribute.section,
        extended: attribute.extended,
        value: region.between(rest, value.end),
        content: region.between(value.content, value.content_end),
        quoted: value.quoted,
        malformed: attribute.malformed || value.malformed || attribute.extended && value.quoted,
    };
    Ok((behind, parameter))
}

/// What stands before a value.
pub(super) struct Attribute<'a> {
    name: &'a [u8],
    section: Option<u32>,
    extended: bool,
    malformed: bool,
}

/// `name*section*=`, with the blanks and comments that may stand around the `=`.
pub(super) fn attribute(input: &[u8]) -> Parsed<'_, Attribute<'_>> {
    // A comment here is followed by something: `name=(1).pdf` has none.
    let remark = (simple_comment, peek(one_of(" \t\r\n\"")), blanks);
    terminated(take_while1(is_attribute), (comments_and_blanks, char('='), blanks, opt(remark)))
        .map(Attribute::new)
        .parse(input)
}

impl<'a> Attribute<'a> {
    /// Splits `name*section*` (RFC 2231 section 7); what is not of that form is all name.
    fn new(attribute: &'a [u8]) -> Self {
        let name = take_till1::<_, _, ()>(|octet| octet == b'*');
        let section = opt(preceded(char('*'), u32));
        let parts: Parsed<'_, _> = all_consuming((name, section, opt(char('*')))).parse(attribute);
        match parts {
            Ok((_, (name, section, star))) => {
                Self { name, section, extended: star.is_some(), malformed: false }
            }
            Err(_) => Self { name: attribute, section: None, extended: false, malformed: true },
        }
    }

    /// Whether blanks in a bare value are part of it: nobody means anything else by them in a file name.
    fn may_hold_blanks(&self) -> bool {
        ["name", "filename", "boundary"].iter().any(|name| self.name.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// A comment without another one in it and without what separates parameters.
fn simple_comment(input: &[u8]) -> Parsed<'_, ()> {
    delimited(char('('), take_till(|octet| matches!(octet, b'(' | b')' | b';')), char(')'))
        .map(drop)
        .parse(input)
}

/// What an attribute, or a bare value by RFC 2045, is made of; and 8-bit octets.
pub(super) fn is_attribute(octet: u8) -> bool {
    octet > b' ' && octet != 0x7F && !b"()<>@,;:\\\"/[]?=".contains(&octet)
}

/// A value as tails of its region: where each piece starts is told by what is behind it.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    /// From the first octet without a quote.
    content: &'a [u8],
    /// Behind the last octet without a quote.
    content_end: &'a [u8],
    /// Behind the value.
    end: &'a [u8],
    /// Whether it is a quoted string.
    quoted: bool,
    /// Whether the letter of RFC 2045 is broken.
    malformed: bool,
}

/// A quoted value. Fails without an opening quote, and for nothing else.
fn quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
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
fn twice_quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
    let quote = || tag(r#"\""#);
    let (content, _) = quote().parse(input)?;
    let (content_end, _) = take_while(|octet| !b"\\\";\r\n".contains(&octet)).parse(content)?;
    let (end, _) = quote().parse(content_end)?;
    Ok((end, Value { content, content_end, end, quoted: false, malformed: true }))
}

/// A bare value; `blanks_within` tells whether it may hold blanks. Never fails: a value may be empty.
fn bare<'a>(
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
