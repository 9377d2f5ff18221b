//! Headers inside a text. Such a header can belong to a message in a digest (RFC 1153, RFC 934), to a quoted message,
//! to a message that the mailbox does not separate from the previous message, or to a part of a multipart whose
//! boundary is unknown.
//!
//! Linear time.

use super::content_type::parameterized;
use super::header_block::{header_block, starts_field};
use super::rfc2231;
use crate::span::Span;
use mailutf_codecs::internal::LineStarts;
use std::borrow::Cow;

/// A header inside a text. It is the header of a message, or it names a charset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Embedded<'a> {
    /// The span from the first octet of this header to the next header in the text, or to the end of the text.
    pub span: Span,
    /// The charset label, as written; `None` if the header names no charset.
    pub label: Option<Cow<'a, [u8]>>,
}

/// The maximum number of parameters that are read in a Content-Type.
const PARAMETERS: usize = 100;

/// The headers inside `text`. A header consists of consecutive fields and a blank line after them. It has a
/// Content-Type with a `charset` parameter, or both a From and a Date.
pub(crate) fn embedded(text: &[u8]) -> Vec<Embedded<'_>> {
    if !may_have_header(text) {
        return Vec::new();
    }
    let mut found: Vec<Embedded<'_>> = Vec::new();
    // The start of the current header.
    let mut header = None;
    let mut at = 0;
    for line in text.split_inclusive(|&octet| octet == b'\n') {
        let is_blank = line.trim_ascii().is_empty();
        let is_fold = header.is_some() && !is_blank && matches!(line.first(), Some(b' ' | b'\t'));
        if is_blank || !is_fold && !starts_field(line) {
            let whole = header.take().filter(|_| is_blank).map(|start| Span::new(start, at));
            if let Some((start, label)) = whole.and_then(|header| Some((header.start, label(text, header)?)))
            {
                if let Some(last) = found.last_mut() {
                    last.span.end = start;
                }
                found.push(Embedded { span: Span::new(start, text.len()), label });
            }
        } else if !is_fold {
            header = header.or(Some(at));
        }
        at += line.len();
    }
    found
}

/// Whether lines of `text` begin with the names of the fields that a header inside a text must have. This check is
/// cheap, and most texts do not pass it.
fn may_have_header(text: &[u8]) -> bool {
    const INITIALS: LineStarts = LineStarts::new(b'\n', b"CcDdFf");
    let (mut from, mut date) = (false, false);
    let mut line = Some(0);
    while let Some(start) = line {
        let rest = text.get(start..).unwrap_or_default();
        let starts =
            |name: &[u8]| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        from |= starts(b"From:");
        date |= starts(b"Date:");
        if starts(b"Content-Type") || from && date {
            return true;
        }
        line = INITIALS.find(text, start);
    }
    false
}

/// The charset label in the header at `span`. If the fields are the header of a message, but name no charset, the
/// result is `Some(None)`. If they are not the header of a message and name no charset, the result is `None`.
fn label(text: &[u8], span: Span) -> Option<Option<Cow<'_, [u8]>>> {
    let header = header_block(text, span);
    let charset = header.field(text, "Content-Type").and_then(|field| {
        let content_type = parameterized(text, field.body, PARAMETERS);
        rfc2231::octets(text, &content_type.parameters, "charset")
    });
    let label = charset.filter(|label| !label.trim_ascii().is_empty());
    let is_message = || header.field(text, "From").is_some() && header.field(text, "Date").is_some();
    (label.is_some() || is_message()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_a_blank_line_are_a_header() {
        let text = b"Hello\nSubject: x\nContent-Type: text/plain;\n charset=koi8-r\n\n\xEB\xCF\xC4\n";
        let found = embedded(text);
        assert_eq!((found[0].span.start, found[0].label.as_deref()), (6, Some(&b"koi8-r"[..])));
        assert_eq!(embedded(b"From: a@example.org\nDate: today\n\ntext\n")[0].label, None);
        assert_eq!(embedded(b"Content-Type: text/plain; charset=koi8-r\nprose\n\n"), []);
    }

    fn labels(text: &str) -> Vec<(usize, String)> {
        let found = embedded(text.as_bytes());
        assert!(found.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
        let label = |found: &Embedded<'_>| {
            String::from_utf8_lossy(found.label.as_deref().unwrap_or(b"-")).into_owned()
        };
        found.iter().map(|found| (found.span.start, label(found))).collect()
    }

    #[test]
    fn headers_wherever_they_stand() {
        for end in ["\n", "\r\n", "\r\r\n"] {
            let text = "x|Content-Type: text/plain;| charset=\"a\"||1|Subject: y|CONTENT-TYPE: text/html; charset=b||2|";
            let text = text.replace('|', end);
            let expected = [("Content-Type", "a"), ("Subject", "b")];
            let expected = expected.map(|(start, label)| (text.find(start).unwrap(), label.to_owned()));
            assert_eq!(labels(&text), expected, "{end:?}");
        }
        assert_eq!(labels("Content-Type: text/plain; charset=a\n\n"), [(0, "a".to_owned())]);
        let message = "x\n\nFrom: a\nSubject: b\nDate: c\n\n";
        assert_eq!(labels(message), [(3, "-".to_owned())]);
        assert_eq!(labels("--b\nContent-Type: text/plain; charset=a\n\n"), [(4, "a".to_owned())]);
    }

    #[test]
    fn other_lines_are_not_such_headers() {
        for text in [
            "",
            "From: a\nDate: b\n",
            "From: a\nDate: b\ntext\n\n",
            "From: a\n\nDate: b\n\n",
            "> From: a\n> Date: b\n>\n",
            "Content-Type: text/plain; charset=a",
            "Content-Type: text/plain; charset=a\ntext\n\n",
            "Content-Type: text/plain; charset=\n\n",
            "Content-Type: text/plain\n\ncharset=a\n\n",
            "> Content-Type: text/plain; charset=a\n\n",
            " Content-Type: text/plain; charset=a\n\n",
        ] {
            assert_eq!(labels(text), [], "{text}");
        }
    }

    #[test]
    fn adversaries_do_not_make_it_quadratic() {
        for unit in
            ["Content-Type: a; charset=b\n", "Content-Type: a; charset=b\n\n", "a:\n", " \n", "a: b\n \n"]
        {
            // The test would not finish in reasonable time if the code were quadratic.
            embedded(unit.repeat((1 << 18) / unit.len()).as_bytes());
        }
    }
}
