//! Headers inside a text: of a message whose separator a mailbox lost, of one in a digest (RFC 1153, RFC
//! 934), of a part whose boundary is unknown, or of a quoted message.
//!
//! Linear time.

use super::content_type::parameterized;
use super::header_block::{header_block, starts_field};
use super::rfc2231;
use crate::span::Span;
use memchr::memmem;
use std::borrow::Cow;

/// A header inside a text that names the charset of the text below it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Embedded<'a> {
    /// From the first octet of the header to the next such header, or to the end of the text.
    pub span: Span,
    /// The charset label, as written.
    pub label: Cow<'a, [u8]>,
}

const CONTENT_TYPE: &[u8] = b"Content-Type";

/// Most parameters of a Content-Type that are read.
const PARAMETERS: usize = 100;

/// The headers inside `text` that name a charset: consecutive fields, one of them a Content-Type with a
/// `charset` parameter, followed by a blank line.
///
/// ```
/// use mailutf::syntax::embedded::embedded;
/// let text = b"Hello\nSubject: x\nContent-Type: text/plain;\n charset=koi8-r\n\n\xEB\xCF\xC4\n";
/// let found = embedded(text);
/// assert_eq!((found[0].span.start, &*found[0].label), (6, &b"koi8-r"[..]));
/// assert_eq!(embedded(b"Content-Type: text/plain; charset=koi8-r\nprose\n\n"), []);
/// ```
pub fn embedded(text: &[u8]) -> Vec<Embedded<'_>> {
    if !has_content_type(text) {
        return Vec::new();
    }
    let mut found: Vec<Embedded<'_>> = Vec::new();
    // The start of the current header, and whether it has a Content-Type.
    let (mut header, mut is_typed) = (None, false);
    let mut at = 0;
    for line in text.split_inclusive(|&octet| octet == b'\n') {
        let is_blank = line.trim_ascii().is_empty();
        let is_fold = header.is_some() && !is_blank && matches!(line.first(), Some(b' ' | b'\t'));
        if is_blank || !is_fold && !starts_field(line) {
            let whole = header.take().filter(|_| is_blank && is_typed).map(|start| Span::new(start, at));
            if let Some((start, label)) = whole.and_then(|header| Some((header.start, label(text, header)?)))
            {
                if let Some(last) = found.last_mut() {
                    last.span.end = start;
                }
                found.push(Embedded { span: Span::new(start, text.len()), label });
            }
        } else if !is_fold {
            is_typed &= header.is_some();
            is_typed |= is_content_type(line);
            header = header.or(Some(at));
        }
        at += line.len();
    }
    found
}

fn is_content_type(line: &[u8]) -> bool {
    line.get(..CONTENT_TYPE.len()).is_some_and(|name| name.eq_ignore_ascii_case(CONTENT_TYPE))
}

/// Whether a line of `text` is a Content-Type. Most texts have none and cost only these searches.
fn has_content_type(text: &[u8]) -> bool {
    let below = |initial: &[u8; 2]| {
        memmem::find_iter(text, initial).any(|end| text.get(end + 1..).is_some_and(is_content_type))
    };
    is_content_type(text) || below(b"\nC") || below(b"\nc")
}

/// The charset label in the Content-Type of the header at `span`.
fn label(text: &[u8], span: Span) -> Option<Cow<'_, [u8]>> {
    let header = header_block(text, span);
    let content_type = parameterized(text, header.field(text, "Content-Type")?.body, PARAMETERS);
    rfc2231::octets(text, &content_type.parameters, "charset").filter(|label| !label.trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> Vec<(usize, String)> {
        let found = embedded(text.as_bytes());
        assert!(found.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
        let label = |found: &Embedded<'_>| String::from_utf8_lossy(&found.label).into_owned();
        found.iter().map(|found| (found.span.start, label(found))).collect()
    }

    #[test]
    fn headers_are_found_anywhere_in_a_text() {
        for end in ["\n", "\r\n", "\r\r\n"] {
            let text = "x|Content-Type: text/plain;| charset=\"a\"||1|Subject: y|CONTENT-TYPE: text/html; charset=b||2|";
            let text = text.replace('|', end);
            let expected = [("Content-Type", "a"), ("Subject", "b")];
            let expected = expected.map(|(start, label)| (text.find(start).unwrap(), label.to_owned()));
            assert_eq!(labels(&text), expected, "{end:?}");
        }
        assert_eq!(labels("Content-Type: text/plain; charset=a\n\n"), [(0, "a".to_owned())]);
        assert_eq!(labels("--b\nContent-Type: text/plain; charset=a\n\n"), [(4, "a".to_owned())]);
    }

    #[test]
    fn other_lines_are_not_such_headers() {
        for text in [
            "",
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
    fn hostile_input_takes_linear_time() {
        for unit in
            ["Content-Type: a; charset=b\n", "Content-Type: a; charset=b\n\n", "a:\n", " \n", "a: b\n \n"]
        {
            // Would not finish in reasonable time if it were quadratic.
            embedded(unit.repeat((1 << 18) / unit.len()).as_bytes());
        }
    }
}
