//! Content-Length, the field that gives the length of a message body in the mbox variants mboxcl and mboxcl2.

use crate::limits::Limits;
use crate::span::Span;
use crate::syntax::from_line::BOM;
use crate::syntax::header_block::{header_block, header_block_within};
use mailutf_codecs::internal::LineStarts;

/// The Content-Length field of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mailbox) struct ContentLength {
    /// The span of the digits in the field body.
    pub(in crate::mailbox) digits: Span,
    /// The value of the digits: the number of octets in the body as it is stored.
    pub(in crate::mailbox) length: usize,
    /// The offset of the message body.
    pub(in crate::mailbox) body: usize,
}

impl ContentLength {
    /// Whether the length is correct for a body of `octets` octets. A difference of at most two octets is
    /// accepted: some programs also count the blank line after the message, and some do not count the last line
    /// end of the message.
    pub(in crate::mailbox) fn is_right(&self, octets: usize) -> bool {
        self.length.abs_diff(octets) <= 2
    }
}

/// The first Content-Length of the message at `span`. `None` if there is none, if the field body is not a
/// number, if the header does not end with a blank line, or if its lines end with CR alone.
pub(super) fn content_length(input: &[u8], span: Span) -> Option<ContentLength> {
    if !may_have(span.slice(input)) {
        return None;
    }
    // At most `Limits::FIELDS` fields are parsed. A message with more fields is never changed.
    let header = header_block_within(input, span, Limits::FIELDS);
    let value = header.field(input, NAME).filter(|_| header.terminated && !header.bare_cr)?.body;
    let octets = value.slice(input);
    let digits = octets.trim_ascii();
    let start = value.start + (octets.len() - octets.trim_ascii_start().len());
    let length = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(ContentLength { digits: Span::new(start, start + digits.len()), length, body: header.body })
}

const NAME: &str = "content-length";

/// Whether a line before the first blank line starts with `Content-Length`. This is a quick test, done before
/// the header is parsed.
fn may_have(message: &[u8]) -> bool {
    const LINES: LineStarts = LineStarts::new(b'\n', b"Cc\r\n");
    let message = message.strip_prefix(BOM).unwrap_or(message);
    let mut line = Some(0);
    while let Some(rest) = line.and_then(|start| message.get(start..)) {
        if rest.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME.as_bytes())) {
            return true;
        }
        if rest.iter().find(|octet| **octet != b'\r') == Some(&b'\n') {
            return false;
        }
        line = line.and_then(|start| LINES.find(message, start));
    }
    false
}

/// Updates the Content-Length of `message` if the Content-Length of the old message `stored` counts as
/// [right](ContentLength::is_right), that is, if it differs from the length of the old body by at most two octets.
/// The new Content-Length then differs from the length of the new body by the same number. Any other
/// Content-Length stays unchanged.
pub(in crate::mailbox) fn update(stored: &[u8], message: &mut Vec<u8>) {
    let Some((before, after)) = of_message(stored).zip(of_message(message)) else { return };
    let (old, new) = (stored.len() - before.body, message.len() - after.body);
    if before.is_right(old) {
        let length = (before.length + new).saturating_sub(old);
        message.splice(after.digits.range(), length.to_string().into_bytes());
    }
}

/// Whether the header ends with a blank line, and its lines do not end with CR alone. If so, the message has a
/// body whose octets can be counted, and a field can be added to the header.
pub(super) fn has_body(message: &[u8]) -> bool {
    let header = header_block(message, Span::new(0, message.len()));
    header.terminated && !header.bare_cr
}

/// Sets the Content-Length of `message` to the length of its body. Adds the field if it is missing.
pub(super) fn count(message: &mut Vec<u8>, line_end: &[u8]) {
    let header = header_block(message, Span::new(0, message.len()));
    let length = (message.len() - header.body).to_string();
    match of_message(message) {
        Some(field) => message.splice(field.digits.range(), length.into_bytes()),
        None => {
            let field = [b"Content-Length: ", length.as_bytes(), line_end].concat();
            message.splice(Span::at(header.end_of_fields()).range(), field)
        }
    };
}

/// The Content-Length of a message that is not part of an mbox buffer.
pub(in crate::mailbox) fn of_message(message: &[u8]) -> Option<ContentLength> {
    content_length(message, Span::new(0, message.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::proptest_config::proptest_config(512))]

        /// Checks that the quick test finds each Content-Length that the header parser finds.
        #[test]
        fn the_quick_test_passes_no_field_over(
            message in "\u{feff}?(Content-Length: [0-9]{1,3}|content-length :1|C: d|cc:|From x|\\x00|[ \t]x|\r?|junk|--x|:\n?|\r?\n){0,12}",
        ) {
            let message = message.as_bytes();
            let header = header_block(message, Span::new(0, message.len()));
            if header.field(message, NAME).is_some() && !header.bare_cr {
                prop_assert!(may_have(message));
            }
        }
    }

    #[test]
    fn a_right_length_is_updated_and_a_wrong_one_kept() {
        let old = b"Content-length:  4 \nX: y\n\nabc\n";
        let mut new = b"Content-length:  4 \nX: y\n\nabcdefghij\n".to_vec();
        update(old, &mut new);
        assert_eq!(new, b"Content-length:  11 \nX: y\n\nabcdefghij\n");
        let mut new = b"Content-Length: 99\n\nabcdef\n".to_vec();
        update(b"Content-Length: 99\n\nabc\n", &mut new);
        assert_eq!(new, b"Content-Length: 99\n\nabcdef\n");
    }
}
