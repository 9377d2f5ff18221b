//! Fields that depend on a changed body: Content-Transfer-Encoding (RFC 2045 section 6), Content-MD5 (RFC 1864),
//! Lines and Content-Length.
//!
//! A body with octets above 127 is never labelled `7bit`. Neither is a multipart or message that contains such a
//! body (RFC 2045 section 6.4). The code passes once over the edits and once over the parts, innermost parts first.
//! The time is linear, apart from the sort of the edits.

use super::encoded_body::EncodedBody;
use crate::edit::{Edit, Reason};
use crate::limits::Limits;
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::syntax::header_block::Field;
use crate::syntax::token::{TokenKind, tokens};
use crate::text::MessageTexts;
use crate::transfer::TransferEncoding;
use md5::Context as Md5;

fn edit(span: Span, replacement: impl Into<Vec<u8>>) -> Edit {
    Edit { span, replacement: replacement.into(), reason: Reason::Following }
}

/// The first word of the field body, without blanks and comments.
fn word(input: &[u8], field: &Field) -> Span {
    let octets = field.body.slice(input);
    let start = octets.len() - octets.trim_ascii_start().len();
    let rest = octets.get(start..).unwrap_or_default();
    let length = rest.iter().position(|octet| octet.is_ascii_whitespace() || *octet == b'(');
    Span::new(start, start + length.unwrap_or(rest.len())).shift(field.body.start)
}

/// Sets the Content-Transfer-Encoding of `part` to `transfer`. If there are several such fields, all are set,
/// because programs do not agree on which of the fields counts. Comments in the fields stay.
pub(in crate::rewrite) fn set_transfer(
    message: &MessageTexts<'_>,
    part: &Part,
    transfer: TransferEncoding,
    line_end: &str,
    edits: &mut Vec<Edit>,
) {
    let (input, name) = (message.input(), transfer.name());
    let fields = part.header.fields.iter();
    let mut fields = fields.filter(|field| field.is(input, "Content-Transfer-Encoding")).peekable();
    if fields.peek().is_none() && transfer != TransferEncoding::SevenBit && may_add_fields(message, part) {
        let field = format!("Content-Transfer-Encoding: {name}{line_end}");
        edits.push(edit(Span::at(part.header.end_of_fields()), field));
    }
    for field in fields {
        // Fast path: the field already names the transfer encoding, in the form in which most programs
        // write the field.
        let body = field.body.slice(input);
        if body.strip_prefix(b" ").unwrap_or(body).eq_ignore_ascii_case(name.as_bytes()) {
            continue;
        }
        // `8 bit` is two words, which are both replaced; in `8bit; x` the second word stays.
        let tokens = tokens(input, field.body, Limits::default().comments);
        let words = tokens.iter().take_while(|token| token.kind != TokenKind::Special(b';'));
        let words = words.filter(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Blank));
        let mut words = words.map(|token| token.span).peekable();
        if words.peek().is_none() {
            edits.push(edit(Span::at(field.body.start), format!(" {name}")));
        }
        let mut first = Some(name);
        for word in words {
            let name = first.take().unwrap_or_default();
            if !word.slice(input).eq_ignore_ascii_case(name.as_bytes()) {
                edits.push(edit(word, name));
            }
        }
    }
}

/// Whether a field can be added to the header of `part` so that other lines keep their meaning. A field cannot be
/// added in two cases: the header has only lines that are not fields, or `part` is an enclosed message, and the
/// header of the part around it does not end with a blank line. In these cases, an added field could turn lines
/// that are not fields into a part of a header.
pub(in crate::rewrite) fn may_add_fields(message: &MessageTexts<'_>, part: &Part) -> bool {
    let begins = message
        .structure()
        .parent(part)
        .is_none_or(|parent| parent.kind != PartKind::Message || parent.header.terminated);
    begins && (!part.header.fields.is_empty() || part.header.malformed.is_empty())
}

/// Sets the transfer encoding of `part` to `8bit` if the transfer encoding is `7bit`, is unknown, or was inferred
/// from the body. `part` must have a body with raw octets above 127.
pub(in crate::rewrite) fn raise(
    message: &MessageTexts<'_>,
    part: &Part,
    line_end: &str,
    edits: &mut Vec<Edit>,
) {
    if part.transfer_inferred || part.transfer.is_none_or(|transfer| transfer == TransferEncoding::SevenBit) {
        set_transfer(message, part, TransferEncoding::EightBit, line_end, edits);
    }
}

/// Updates the Content-MD5 of `part` for the `written` body. The digest is computed from the canonical form of the
/// body, in which lines of text end with CRLF.
pub(in crate::rewrite) fn set_md5(
    message: &MessageTexts<'_>,
    part: &Part,
    written: &EncodedBody,
    edits: &mut Vec<Edit>,
) {
    let Some(field) = part.header.field(message.input(), "Content-MD5") else { return };
    let decoded = written.transfer.decode(&written.octets).octets;
    let mut digest = Md5::new();
    if written.transfer == TransferEncoding::Base64 {
        digest.consume(&decoded);
    } else {
        for line in decoded.split_inclusive(|octet| *octet == b'\n') {
            match line.strip_suffix(b"\n") {
                Some(line) => {
                    digest.consume(line.strip_suffix(b"\r").unwrap_or(line));
                    digest.consume(b"\r\n");
                }
                None => digest.consume(line),
            }
        }
    }
    let value = crate::transfer::base64::encode_word(&*digest.finalize());
    edits.push(edit(word(message.input(), field), value));
}

/// The total effect of some edits on a part of the message.
#[derive(Clone, Copy, Default)]
struct Change {
    octets: isize,
    /// The number of lines added; 0 if no field counts lines.
    lines: isize,
    /// Whether octets above 127 were added.
    eight_bit: bool,
}

impl Change {
    fn of(edit: &Edit, input: &[u8], counts_lines: bool) -> Self {
        let (old, new) = (edit.span.slice(input), edit.replacement.as_slice());
        let lines = |octets: &[u8]| match counts_lines {
            true => memchr::memchr_iter(b'\n', octets).count() as isize,
            false => 0,
        };
        Self {
            octets: new.len() as isize - old.len() as isize,
            lines: lines(new) - lines(old),
            eight_bit: !new.is_ascii(),
        }
    }

    fn add(&mut self, other: Self) {
        self.octets += other.octets;
        self.lines += other.lines;
        self.eight_bit |= other.eight_bit;
    }
}

/// Adds edits for the fields that depend on changed bodies: the counts of octets and lines, and the transfer
/// encodings of parts that enclose octets above 127. At first, `edits` has the edits of the bodies.
pub(in crate::rewrite) fn plan(message: &MessageTexts<'_>, line_end: &str, edits: &mut Vec<Edit>) {
    if edits.is_empty() {
        return;
    }
    let input = message.input();
    let has = |name: &str| message.parts().iter().any(|part| part.header.field(input, name).is_some());
    let counts_lines = has("Lines");
    let encloses = |part: &Part| !matches!(part.kind, PartKind::Text | PartKind::Other);
    if !counts_lines && !has("Content-Length") && !message.parts().iter().any(encloses) {
        return;
    }
    let mut header = vec![Change::default(); message.parts().len()];
    let mut body = header.clone();
    for (part, edit) in innermost(message, edits) {
        let inside = message.parts().get(part).is_some_and(|part| edit.span.end > part.header.span.end);
        let changes = if inside { &mut body } else { &mut header };
        if let Some(change) = changes.get_mut(part) {
            change.add(Change::of(edit, input, counts_lines));
        }
    }
    for (index, part) in message.parts().iter().enumerate().rev() {
        let (Some(mut above), Some(&inside)) = (header.get(index).copied(), body.get(index)) else {
            continue;
        };
        let before = edits.len();
        if inside.eight_bit && matches!(part.kind, PartKind::Multipart | PartKind::Message | PartKind::Fields)
        {
            raise(message, part, line_end, edits);
        }
        for (name, by) in [("Lines", inside.lines), ("Content-Length", inside.octets)] {
            if by != 0 {
                count(input, part, name, by, edits);
            }
        }
        for edit in edits.iter().skip(before) {
            above.add(Change::of(edit, input, counts_lines));
        }
        above.add(inside);
        if let Some(parent) = part.parent.and_then(|parent| body.get_mut(parent)) {
            parent.add(above);
        }
    }
}

/// Adds `by` to the number in the field `name`, if there is such a number and a blank line ends the header. Without
/// the blank line, programs differ in where the body starts.
fn count(input: &[u8], part: &Part, name: &str, by: isize, edits: &mut Vec<Edit>) {
    let Some(field) = part.header.field(input, name).filter(|_| part.header.terminated) else { return };
    let span = word(input, field);
    let number = std::str::from_utf8(span.slice(input)).ok().and_then(|digits| digits.parse::<usize>().ok());
    if let Some(number) = number.and_then(|number| number.checked_add_signed(by)) {
        edits.push(edit(span, number.to_string()));
    }
}

/// Each edit with the innermost part that contains it.
fn innermost<'e>(message: &MessageTexts<'_>, edits: &'e [Edit]) -> Vec<(usize, &'e Edit)> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let (mut open, mut next) = (Vec::new(), 0);
    let span = |part: &usize| message.parts().get(*part).map_or(Span::at(0), |part| part.span);
    sorted
        .into_iter()
        .map(|edit| {
            while message.parts().get(next).is_some_and(|part| part.span.start <= edit.span.start) {
                open.push(next);
                next += 1;
            }
            while open.len() > 1 && open.last().is_some_and(|part| span(part).end < edit.span.end) {
                open.pop();
            }
            (open.last().copied().unwrap_or(0), edit)
        })
        .collect()
}
