//! The label: what Content-Type must say once a body is written anew, its charset (RFC 2045 section 5, RFC 2046
//! section 4.1.2), and for flowed text its format (RFC 3676 section 4). Only the value changes; what else
//! stands in the field stays.

use super::plan::{Edit, Reason};
use crate::body;
use crate::charset::Charset;
use crate::message::{Message, Part, PartKind};
use crate::span::Span;
use crate::syntax::content_type::Parameterized;

/// Columns of a line that a parameter is not appended to (RFC 5322 section 2.1.1).
const COLUMNS: usize = 78;

/// A parameter to be said: its name and value, both tokens.
pub(super) type Said<'v> = (&'static str, &'v str);

/// The edits that make `part` say `parameters`; none where it says so already, a charset by any of its names.
pub(super) fn edits(
    message: &Message<'_>,
    part: &Part,
    parameters: &[Said<'_>],
    line_end: &str,
) -> Vec<Edit> {
    let Some(content_type) = &part.content_type else {
        return vec![insert_field(message, part, parameters, line_end)];
    };
    let mut edits = Vec::new();
    let mut missing = Vec::new();
    for &(name, value) in parameters.iter().filter(|said| !says(message, part, said)) {
        let changes = set(message.input, content_type, (name, value));
        if changes.is_empty() {
            missing.push((name, value));
        }
        edits.extend(changes);
    }
    if !missing.is_empty() {
        edits.push(append(message.input, content_type.value, &missing, line_end));
    }
    edits
}

fn says(message: &Message<'_>, part: &Part, &(name, value): &Said<'_>) -> bool {
    if name == "charset" {
        let charset = |label: &[u8]| Charset::for_label(label);
        let label = body::label(message, part).and_then(|label| charset(&label));
        return label.is_some() && label == charset(value.as_bytes());
    }
    let parameter = part.content_type.as_ref().and_then(|field| field.parameter(message.input, name));
    parameter.is_some_and(|p| p.content.slice(message.input).eq_ignore_ascii_case(value.as_bytes()))
}

fn edit(span: Span, replacement: impl Into<Vec<u8>>) -> Edit {
    Edit { span, replacement: replacement.into(), reason: Reason::Label }
}

/// Every parameter of the name gets the value: programs differ in which of two they believe. Of a value in
/// sections (RFC 2231 section 3) the first is replaced by a plain parameter and the rest goes.
fn set(input: &[u8], content_type: &Parameterized, (name, value): Said<'_>) -> Vec<Edit> {
    let (mut edits, mut before, mut sectioned) = (Vec::new(), content_type.value.end, false);
    for parameter in &content_type.parameters {
        if parameter.name.slice(input).eq_ignore_ascii_case(name.as_bytes()) {
            let plain = parameter.section.is_none() && !parameter.extended;
            edits.push(match (plain, sectioned) {
                (true, _) if parameter.quoted && !parameter.malformed => edit(parameter.content, value),
                (true, _) => edit(parameter.value, value),
                (false, false) => edit(parameter.span, format!("{name}={value}")),
                (false, true) => edit(Span::new(before, parameter.span.end), ""),
            });
            sectioned |= !plain;
        }
        before = parameter.span.end;
    }
    edits
}

/// The parameters, behind the media type `value`, on its line if there is room; what follows is kept apart.
fn append(input: &[u8], value: Span, parameters: &[Said<'_>], line_end: &str) -> Edit {
    let (before, behind) = input.split_at_checked(value.end).unwrap_or_default();
    let mut column = value.end - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let mut text = String::from(if value.is_empty() { "text/plain" } else { "" });
    column += text.len();
    for (name, value) in parameters {
        let parameter = format!(" {name}={value}");
        let room = column + ";".len() + parameter.len() < COLUMNS;
        column = if room { column + ";".len() } else { 0 } + parameter.len();
        text.push(';');
        text.push_str(if room { "" } else { line_end });
        text.push_str(&parameter);
    }
    let line = behind.split(|octet| *octet == b'\n').next().unwrap_or_default().trim_ascii();
    let apart = if matches!(line.first(), None | Some(b';' | b'(')) { "" } else { ";" };
    edit(Span::at(value.end), text + apart)
}

/// A Content-Type for a part without one, and what makes the message that it belongs to a MIME message.
fn insert_field(message: &Message<'_>, part: &Part, parameters: &[Said<'_>], line_end: &str) -> Edit {
    let is_message = part.parent.and_then(|parent| message.parts.get(parent));
    let is_message = is_message.is_none_or(|parent| parent.kind == PartKind::Message);
    let version = if is_message && part.header.field(message.input, "MIME-Version").is_none() {
        format!("MIME-Version: 1.0{line_end}")
    } else {
        String::new()
    };
    let parameters: String = parameters.iter().map(|(name, value)| format!("; {name}={value}")).collect();
    let field = format!("{version}Content-Type: {}{parameters}{line_end}", part.media_type);
    edit(Span::at(part.header.span.end), field)
}
