//! Header blocks: fields with their folds (RFC 5322 sections 2.2 and 3.6, obsolete syntax included).
//!
//! A block is read line by line; LF and CRLF end a line, a bare CR does not. What real blocks hold besides
//! fields is taken so that most is kept (RFC 5322 has no word on it, so this is what mail parsers do):
//!
//! - A line that begins with a space or tab continues what stands before it, even if nothing else is on it.
//! - Blanks between name and colon are the obsolete syntax of RFC 5322 section 4.5.
//! - A `From ` or `>From ` line, a line without a name before its colon, and a fold with nothing before it
//!   are [`malformed`](HeaderBlock::malformed); the block goes on.
//! - Any other line is the body where the blank line is missing, as Python has it; but if a well-known field
//!   follows soon (a fold that lost its indentation), the lines before it are malformed and the block goes
//!   on, as mail-parser, MimeKit and JavaMail have it. `Soon` is 2,000 octets, so that a caller who reads many
//!   headers out of one input stays linear.
//! - A line that begins with `--` ends the block: it delimits a multipart (RFC 2046 section 5.1.1).
//! - A byte order mark before the first field is passed over.
//!
//! Linear time. Refuses to know what a field means, but for [`field_kind`].

use super::field_kind::is_known;
use super::region::{Parsed, Region};
use crate::span::Span;
use memchr::memchr;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::verify;
use nom::sequence::terminated;

pub use super::field_kind::{FieldKind, field_kind};

/// A header block: the fields, and where the body starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderBlock {
    /// The fields in order.
    pub fields: Vec<Field>,
    /// From the first octet of the first line to the end of the last, without the blank line.
    pub span: Span,
    /// Offset of the body: behind the blank line, or the end of the input, or the line that is no field.
    pub body: usize,
    /// Lines within the block that are neither field nor continuation (a stray `From ` line, a line without
    /// a colon), with their folds and line ends.
    pub malformed: Vec<Span>,
    /// Whether a blank line ends the block.
    pub terminated: bool,
}

/// One field as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// All of it, the final line end included.
    pub span: Span,
    /// The name, without blanks before the colon.
    pub name: Span,
    /// The field body: behind the colon up to, not including, the final line end; folds included.
    pub body: Span,
}

impl Field {
    /// Whether this is the field `name`, in any case.
    pub fn is(&self, input: &[u8], name: &str) -> bool {
        self.name.slice(input).eq_ignore_ascii_case(name.as_bytes())
    }
}

impl HeaderBlock {
    /// The first field of that name.
    pub fn field(&self, input: &[u8], name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is(input, name))
    }
}

/// The header block that starts at `span.start`. Linear in the length of the block.
///
/// ```
/// use mailutf::{Span, syntax::header::header_block};
/// let input = b"Subject: a\n folded one\nTo : b@c\n\nbody";
/// let block = header_block(input, Span::new(0, input.len()));
/// assert_eq!(block.fields[0].body.slice(input), b" a\n folded one");
/// assert!(block.fields[1].is(input, "to"));
/// assert_eq!(&input[block.body..], b"body");
/// ```
pub fn header_block(input: &[u8], span: Span) -> HeaderBlock {
    let region = Region::new(input, span);
    let mut rest = region.octets();
    rest = rest.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(rest);
    let mut block = HeaderBlock { span: Span::at(region.at(rest)), ..HeaderBlock::default() };
    while !rest.is_empty() {
        let (line, behind) = split_line(rest);
        if is_blank_line(line) {
            block.terminated = true;
            rest = behind;
            break;
        }
        let next = skip_folds(behind);
        let whole = region.between(rest, next);
        match field_start(rest) {
            Ok((body, name)) => block.fields.push(Field {
                span: whole,
                name: Span::new(whole.start, whole.start + name.len()),
                body: Span::new(region.at(body), whole.end - line_end(whole.slice(input))),
            }),
            Err(_) if is_malformed(rest) || leads_to_field(rest) => block.malformed.push(whole),
            Err(_) => break,
        }
        block.span.end = whole.end;
        rest = next;
    }
    block.body = region.at(rest);
    block
}

/// The name of a field; behind it lies the field body (RFC 5322 sections 2.2 and 4.5).
fn field_start(line: &[u8]) -> Parsed<'_, &[u8]> {
    let name = verify(take_while1(|octet| matches!(octet, 33..=126) && octet != b':'), |name: &[u8]| {
        !name.starts_with(b"--")
    });
    terminated(name, (take_while(is_blank), tag(":"))).parse(line)
}

/// Whether a line that is no field stands in many a block all the same.
fn is_malformed(line: &[u8]) -> bool {
    let from_line: Parsed<'_, _> = alt((tag("From "), tag(">From "))).parse(line);
    from_line.is_ok() || line.first().is_some_and(|&octet| is_blank(octet) || octet == b':')
}

/// Whether a well-known field follows soon behind a line that is no field, before a blank or delimiter line.
fn leads_to_field(lines: &[u8]) -> bool {
    const SOON: usize = 2_000;
    let mut lines = lines.get(..SOON).unwrap_or(lines).split(|&octet| octet == b'\n');
    lines
        .by_ref()
        .take_while(|line| !is_blank_line(line) && !line.starts_with(b"--"))
        .any(|line| field_start(line).is_ok_and(|(_, name)| is_known(name)))
}

/// The first line without its LF, and what is behind it.
fn split_line(octets: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr(b'\n', octets).unwrap_or(octets.len());
    let (line, behind) = octets.split_at_checked(end).unwrap_or((octets, &[]));
    (line, behind.get(1..).unwrap_or_default())
}

/// What is behind the lines that begin with a blank.
fn skip_folds(mut lines: &[u8]) -> &[u8] {
    while lines.first().copied().is_some_and(is_blank) {
        lines = split_line(lines).1;
    }
    lines
}

/// Number of octets of the line end that `field` ends with.
fn line_end(field: &[u8]) -> usize {
    match field {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n'] => 1,
        _ => 0,
    }
}

/// Nothing but a line end; its CR may have been doubled on the way.
fn is_blank_line(line: &[u8]) -> bool {
    line.iter().all(|&octet| octet == b'\r')
}

const fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}
