//! The charset label: what Content-Type must say once a body is UTF-8 (RFC 2045 section 5, RFC 2046 section
//! 4.1.2). Only the value changes; what else stands in the field stays.

use super::plan::{Edit, Reason};
use crate::body;
use crate::charset::Charset;
use crate::message::{Message, Part, PartKind};
use crate::span::Span;
use crate::syntax::content_type::Parameterized;

/// Columns of a line that a parameter is not appended to (RFC 5322 section 2.1.1).
const COLUMNS: usize = 78;
const PARAMETER: &str = "charset=utf-8";

/// The edits that make `part` say `charset=utf-8`; none where it says so already, in any spelling.
pub(super) fn edits(message: &Message<'_>, part: &Part, line_end: &str) -> Vec<Edit> {
    let label = body::label(message, part);
    if label.is_some_and(|label| Charset::for_label(&label) == Some(Charset::UTF_8)) {
        return Vec::new();
    }
    match &part.content_type {
        Some(content_type) => set(message.input, content_type, line_end),
        None => vec![insert_field(message, part, line_end)],
    }
}

fn edit(span: Span, replacement: impl Into<Vec<u8>>) -> Edit {
    Edit { span, replacement: replacement.into(), reason: Reason::Label }
}

/// Every parameter `charset` becomes UTF-8: programs differ in which of two they believe. Of a value in
/// sections (RFC 2231 section 3) the first is replaced by a plain parameter and the rest goes.
fn set(input: &[u8], content_type: &Parameterized, line_end: &str) -> Vec<Edit> {
    let (mut edits, mut before, mut sectioned) = (Vec::new(), content_type.value.end, false);
    for parameter in &content_type.parameters {
        if parameter.name.slice(input).eq_ignore_ascii_case(b"charset") {
            let plain = parameter.section.is_none() && !parameter.extended;
            edits.push(match (plain, sectioned) {
                (true, _) if parameter.quoted && !parameter.malformed => edit(parameter.content, "utf-8"),
                (true, _) => edit(parameter.value, "utf-8"),
                (false, false) => edit(parameter.span, PARAMETER),
                (false, true) => edit(Span::new(before, parameter.span.end), ""),
            });
            sectioned |= !plain;
        }
        before = parameter.span.end;
    }
    if edits.is_empty() {
        edits.push(append(input, content_type.value, line_end));
    }
    edits
}

/// The parameter, behind the media type `value`, on its line if there is room; what follows is kept apart.
fn append(input: &[u8], value: Span, line_end: &str) -> Edit {
    let type_missing = if value.is_empty() { "text/plain" } else { "" };
    let (before, behind) = input.split_at_checked(value.end).unwrap_or_default();
    let column = value.end - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let room = column + type_missing.len() + "; ".len() + PARAMETER.len() < COLUMNS;
    let fold = if room { "" } else { line_end };
    let line = behind.split(|octet| *octet == b'\n').next().unwrap_or_default().trim_ascii();
    let apart = if matches!(line.first(), None | Some(b';' | b'(')) { "" } else { ";" };
    edit(Span::at(value.end), format!("{type_missing};{fold} {PARAMETER}{apart}"))
}

/// A Content-Type for a part without one, and what makes the message that it belongs to a MIME message.
fn insert_field(message: &Message<'_>, part: &Part, line_end: &str) -> Edit {
    let is_message = part.parent.and_then(|parent| message.parts.get(parent));
    let is_message = is_message.is_none_or(|parent| parent.kind == PartKind::Message);
    let version = if is_message && part.header.field(message.input, "MIME-Version").is_none() {
        format!("MIME-Version: 1.0{line_end}")
    } else {
        String::new()
    };
    let field = format!("{version}Content-Type: {}; {PARAMETER}{line_end}", part.media_type);
    edit(Span::at(part.header.span.end), field)
}
