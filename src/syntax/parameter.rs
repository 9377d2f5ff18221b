//! Parameters (RFC 2045 section 5.1, RFC 2231 sections 3 and 4), as written: sections are not joined, and percent
//! escapes are not decoded.
//!
//! RFC 2045 requires a bare value (a value without quotes) to be a token. In mail, a bare value contains anything up
//! to the next `;`: specials, 8-bit octets, encoded words. A bare value of `name`, `filename` or `boundary` can
//! contain white space. It ends before white space only if another parameter or a final comment follows. Any other
//! bare value ends at the first white space.
//!
//! A quoted value ends at the first quote that can be the closing quote: only white space may stand between this quote
//! and a `;`, a comma, a comment, another parameter, or the end of the field. An escaped quote closes the value only if
//! no other quote does. This has three consequences:
//!
//! - Unescaped quotes within a value belong to the value.
//! - A backslash that is half of a Shift_JIS character does not hide the closing quote.
//! - If the closing quote is missing, the value ends before the `;` of the next parameter, or at the end of the
//!   field.
//!
//! Single quotes are token characters (RFC 2045) and belong to the value. Linear time.

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

/// The spans of one `name*section*=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// From the first octet of the name to the last octet of the value.
    pub span: Span,
    /// The name, without section and `*`.
    pub name: Span,
    /// The section number of a continuation (`*0`, `*1` …).
    pub section: Option<u32>,
    /// Whether the name ends with `*`, which announces percent escapes.
    pub extended: bool,
    /// The value as written, including quotes.
    pub value: Span,
    /// The value without its quotes; quoted pairs are not decoded.
    pub content: Span,
    /// Whether the value is a quoted string.
    pub quoted: bool,
    /// Whether the parameter violates RFC 2045, for example by specials in a bare value or a missing quote.
    pub malformed: bool,
}

/// The octets of the value of a parameter, without its quotes and without the line ends of folds. In a quoted value,
/// `\"` and `\\` are decoded.
///
/// All other backslashes are kept: mailers escape only quotes and backslashes, and do not escape the backslashes in
/// `C:\dir` and in Shift_JIS characters. The result is borrowed if the value contains neither backslash nor fold.
/// Linear time.
///
/// ```
/// use mailutf::{Span, internal::{parameterized, unquoted}};
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
            [b'\\', octet @ (b'"' | b'\\'), after @ ..] if parameter.quoted => {
                done.extend_from_slice(before);
                done.push(*octet);
                after
            }
            [b'\n', after @ ..] => {
                done.extend_from_slice(before.strip_suffix(b"\r").unwrap_or(before));
                after
            }
            [octet, after @ ..] => {
                done.extend_from_slice(before);
                done.push(*octet);
                after
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

/// Parses the parameter at the start of `from` (RFC 2231 section 7, RFC 2045 section 5.1). `from` is a tail of
/// `region`, and `words` are the encoded words in `region`. The grammar below has `extended-initial-value` where
/// RFC 2231 has `extended-value`, a name that it does not define.
///
/// ```abnf
/// parameter          := regular-parameter / extended-parameter
/// regular-parameter  := regular-parameter-name "=" value
/// extended-parameter := (extended-initial-name "=" extended-initial-value) /
///                       (extended-other-names "=" extended-other-values)
/// value              := token / quoted-string
/// ```
pub(super) fn parameter<'a>(
    region: Region<'a>,
    words: &[EncodedWord],
    from: &'a [u8],
) -> Parsed<'a, Parameter> {
    let (rest, attribute) = attribute(from)?;
    let blanks_within = attribute.may_hold_blanks();
    let (after, value) =
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
    Ok((after, parameter))
}

/// The part of a parameter before its value.
pub(super) struct Attribute<'a> {
    name: &'a [u8],
    section: Option<u32>,
    extended: bool,
    malformed: bool,
}

/// Parses the part of a parameter before its value, including the `=`. White space and comments can surround the `=`.
///
/// ```abnf
/// regular-parameter-name := attribute [section]
/// extended-initial-name  := attribute [initial-section] "*"
/// extended-other-names   := attribute other-sections "*"
/// ```
pub(super) fn attribute(input: &[u8]) -> Parsed<'_, Attribute<'_>> {
    // Parentheses after the `=` are a comment only if white space or a quote follows. In `name=(1).pdf`, they belong
    // to the value.
    let remark = (simple_comment, peek(one_of(" \t\r\n\"")), blanks);
    terminated(take_while1(is_attribute), (comments_and_blanks, char('='), blanks, opt(remark)))
        .map(Attribute::new)
        .parse(input)
}

impl<'a> Attribute<'a> {
    /// Splits an attribute of the form `name*section*` (RFC 2231 section 7). If the attribute has any other form, all
    /// of it is the name.
    ///
    /// ```abnf
    /// attribute       := 1*attribute-char
    /// section         := initial-section / other-sections
    /// initial-section := "*0"
    /// other-sections  := "*" ("1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9") *DIGIT
    /// ```
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

    /// Whether white space in a bare value belongs to the value. For example, it belongs to a file name.
    fn may_hold_blanks(&self) -> bool {
        ["name", "filename", "boundary"].iter().any(|name| self.name.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// A comment that contains neither another comment nor a `;`.
///
/// ```abnf
/// comment = "(" *([FWS] ccontent) [FWS] ")"   ; RFC 5322 section 3.2.2
/// ```
fn simple_comment(input: &[u8]) -> Parsed<'_, ()> {
    delimited(char('('), take_till(|octet| matches!(octet, b'(' | b')' | b';')), char(')'))
        .map(drop)
        .parse(input)
}

/// Whether an octet can be part of an attribute, or of a bare value by RFC 2045. Octets above 127 are accepted, too.
pub(super) fn is_attribute(octet: u8) -> bool {
    let is_special = matches!(
        octet,
        b'(' | b')'
            | b'<'
            | b'>'
            | b'@'
            | b','
            | b';'
            | b':'
            | b'\\'
            | b'"'
            | b'/'
            | b'['
            | b']'
            | b'?'
            | b'='
    );
    octet > b' ' && octet != 0x7F && !is_special
}

/// The position of a value. A place in the region is stored as a tail: all octets of the region from this place on.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    /// The tail that starts with the content, after the opening quote if there is one.
    content: &'a [u8],
    /// The tail that starts where the content ends, before the closing quote if there is one.
    content_end: &'a [u8],
    /// The tail that starts where the value ends, after the closing quote if there is one.
    end: &'a [u8],
    /// Whether the value is a quoted string.
    quoted: bool,
    /// Whether the value violates RFC 2045.
    malformed: bool,
}

/// Parses a quoted value (RFC 2045 section 5.1, RFC 5322 section 3.2.4). Fails only if there is no opening quote.
///
/// ```abnf
/// quoted-string = [CFWS] DQUOTE *([FWS] qcontent) [FWS] DQUOTE [CFWS]
/// qcontent      = qtext / quoted-pair
/// ```
fn quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
    let (content, _) = char('"').parse(input)?;
    let mut rest = content;
    let mut inside = true;
    // `closing` is the last of the unescaped quotes so far, none of which ended the value. `escaped` is the first
    // escaped quote that might end it. `next` is the first `;` that another parameter seems to follow.
    let (mut closing, mut escaped, mut next) = (None, None, None);
    // After a `;`, there can be text that looks like a further parameter. This is the place where the value of the
    // last such parameter starts, as the number of octets from there to the end of the field.
    let mut next_value = usize::MAX;
    while let Some(at) = memchr3(b'"', b'\\', b';', rest) {
        let here = rest.get(at..).unwrap_or_default();
        let (mark, after) = here.split_first().unwrap_or((&b';', &[]));
        rest = after;
        match mark {
            b'"' if inside && ends_quoted(after) => {
                return Ok(Value::closed(content, here, closing.is_some()));
            }
            b'"' if inside && (escaped.is_some() || here.len() == next_value) => break,
            b'"' => {
                inside = !inside;
                closing = Some(here);
            }
            b'\\' => {
                if after.strip_prefix(b"\"").is_some_and(ends_escaped) {
                    escaped = escaped.or(Some(after));
                }
                rest = after.get(1..).unwrap_or_default();
            }
            _ if !inside => break,
            _ => {
                if let Ok((value, _)) = (blanks, next_parameter).parse(after) {
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

/// Parses a value whose quotes are escaped, because a program escaped the field twice: `charset=\"utf-8\"`. No RFC
/// allows this form.
fn twice_quoted(input: &[u8]) -> Parsed<'_, Value<'_>> {
    let quote = || tag(r#"\""#);
    let (content, _) = quote().parse(input)?;
    let (content_end, _) =
        take_while(|octet| !matches!(octet, b'\\' | b'"' | b';' | b'\r' | b'\n')).parse(content)?;
    let (end, _) = quote().parse(content_end)?;
    Ok((end, Value { content, content_end, end, quoted: false, malformed: true }))
}

/// Parses a bare value (RFC 2045 section 5.1). `blanks_within` says whether the value can contain white space. This
/// parser never fails, because a value can be empty.
///
/// ```abnf
/// token := 1*<any (US-ASCII) CHAR except SPACE, CTLs, or tspecials>
/// ```
fn bare<'a>(
    region: Region<'a>,
    words: &[EncodedWord],
    input: &'a [u8],
    blanks_within: bool,
) -> Parsed<'a, Value<'a>> {
    let (mut rest, mut end) = (input, input);
    while let Some((&octet, after)) = rest.split_first().filter(|&(&octet, _)| octet != b';') {
        if is_blank(octet) {
            (rest, _) = blanks(rest)?;
            if !blanks_within || ends_bare(rest) {
                break;
            }
        } else {
            rest = word_at(region, words, rest).unwrap_or(after);
            end = rest;
        }
    }
    let octets = until(input, end);
    let malformed = octets.is_empty() || !octets.iter().copied().all(|o| o.is_ascii() && is_attribute(o));
    Ok((end, Value { content: input, content_end: end, end, quoted: false, malformed }))
}

impl<'a> Value<'a> {
    /// Builds a quoted value. `closing` starts with its closing quote.
    fn closed(content: &'a [u8], closing: &'a [u8], malformed: bool) -> (&'a [u8], Self) {
        let end = closing.get(1..).unwrap_or_default();
        (end, Self { content, content_end: closing, end, quoted: true, malformed })
    }

    /// Builds a quoted value without a closing quote. It ends where `end` starts, but does not include the white
    /// space before `end`.
    fn open(content: &'a [u8], end: &'a [u8]) -> (&'a [u8], Self) {
        let octets = until(content, end).trim_ascii_end();
        let end = content.get(octets.len()..).unwrap_or_default();
        (end, Self { content, content_end: end, end, quoted: true, malformed: true })
    }
}

/// Whether a quote closes the value: only white space may stand between the quote and a `;`, a comma, a comment,
/// another parameter, or the end of the field. `after` starts after the quote.
fn ends_quoted(after: &[u8]) -> bool {
    preceded(blanks, alt((eof.map(drop), one_of(";,(").map(drop), next_parameter))).parse(after).is_ok()
}

/// Whether an escaped quote can close the value: only white space may stand between the quote and the end of the
/// field, or between the quote and a `;` that another parameter or the end of the field follows. `after` starts after
/// the quote.
fn ends_escaped(after: &[u8]) -> bool {
    let separator = (char(';'), blanks, alt((eof.map(drop), next_parameter))).map(drop);
    preceded(blanks, alt((eof.map(drop), separator))).parse(after).is_ok()
}

/// Whether a bare value ends before the white space that precedes `after`.
fn ends_bare(after: &[u8]) -> bool {
    let end = || alt((eof.map(drop), tag(";").map(drop), next_parameter));
    alt((end(), (simple_comment, blanks, end()).map(drop))).parse(after).is_ok()
}

/// Accepts what looks like the start of a parameter: `attribute "="`.
fn next_parameter(input: &[u8]) -> Parsed<'_, ()> {
    (take_while1(is_attribute), char('=')).map(drop).parse(input)
}

/// The rest after the encoded word at the start of `rest`; `None` if there is no encoded word.
fn word_at<'a>(region: Region<'a>, words: &[EncodedWord], rest: &'a [u8]) -> Option<&'a [u8]> {
    let word = rest.starts_with(b"=?").then(|| {
        let start = region.at(rest);
        words.binary_search_by_key(&start, |word| word.span.start).ok().and_then(|found| words.get(found))
    })??;
    rest.get(word.span.len()..)
}

/// The octets from the start of the tail `from` to the start of the tail `to`.
fn until<'a>(from: &'a [u8], to: &[u8]) -> &'a [u8] {
    from.get(..from.len().saturating_sub(to.len())).unwrap_or_default()
}
