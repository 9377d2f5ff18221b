//! The label of a rewritten body: its charset (RFC 2045 section 5, RFC 2046 section 4.1.2), and for flowed text its
//! format (RFC 3676 section 4). Only the values of these parameters change, and missing semicolons before
//! parameters are added. The rest of Content-Type stays.
//!
//! If there are two Content-Type fields, the first field counts, as in Python and most programs, and the
//! last field is reported. Some programs use the last field. So if the last field has a text type and a
//! charset, its charset is updated too. A body that would be a different text in the charset of the last
//! field is [not rewritten](crate::text::body). No parameter is added to the last field, and a last field
//! with another type stays unchanged.

use crate::charset::Charset;
use crate::edit::{self, Edit, Reason};
use crate::field_form::separator::{missing, missing_in};
use crate::limits::Limits;
use crate::span::Span;
use crate::structure::Part;
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::header_block::Field;
use crate::syntax::parameter::{Parameter, unquoted};
use crate::text::MessageTexts;
use std::collections::HashMap;

/// The maximum number of columns of a line to which a parameter is appended (RFC 5322 section 2.1.1). If a line
/// would become longer, the parameter gets a new line.
const COLUMNS: usize = 78;

/// A parameter to be set: its name and value, both tokens.
pub(in crate::rewrite) type NewParameter<'v> = (&'static str, &'v str);

/// The edits that set the parameters of Content-Type for a new body. The code that plans the header fields gets these
/// edits, and adds the edits of other texts in the same fields, such as file names. So each field is planned once.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct Label {
    /// The edits in existing fields, sorted.
    in_fields: Vec<Edit>,
    /// The edit that adds a Content-Type if there is none.
    pub(super) added: Option<Edit>,
}

impl Label {
    /// The edits in existing fields within `span`.
    pub(in crate::rewrite) fn of(&self, span: Span) -> &[Edit] {
        edit::within(&self.in_fields, span)
    }

    /// All edits.
    pub(in crate::rewrite) fn into_edits(self) -> impl Iterator<Item = Edit> {
        self.in_fields.into_iter().chain(self.added)
    }
}

/// The edits that set the `parameters` of `part`. A parameter is not edited if the part already has it, even if its
/// value is another name of the same charset. Returns `None` if the field is too malformed for parameters.
pub(in crate::rewrite) fn label(
    message: &MessageTexts<'_>,
    part: &Part,
    parameters: &[NewParameter<'_>],
    line_end: &str,
) -> Option<Label> {
    let input = message.input();
    let content_type = part.content_type.as_ref().zip(part.header.field(input, "Content-Type"));
    let Some((content_type, field)) = content_type else {
        let added = Some(insert_field(message, part, parameters, line_end));
        return Some(Label { in_fields: Vec::new(), added });
    };
    let mut edits = Vec::new();
    let mut missing = Vec::new();
    for &wanted in parameters.iter().filter(|wanted| !has_parameter(input, content_type, wanted)) {
        let before = edits.len();
        set(input, content_type, wanted, &mut edits);
        if edits.len() == before {
            missing.push(wanted);
        }
    }
    if !missing.is_empty() && content_type.value.is_empty() {
        edits.push(append(input, content_type, field.body.start, " text/plain", &missing, line_end));
    } else if !missing.is_empty() {
        edits.push(append(input, content_type, content_type.value.end, "", &missing, line_end));
    }
    separate(input, content_type, &mut edits);
    edits.sort_by_key(|edit| edit.span);
    let limit = content_type.parameters.len() + parameters.len();
    if !reads(input, field, &edits, parameters, limit) {
        return None;
    }
    let others = part.header.fields.iter().filter(|other| other.is(input, "Content-Type") && *other != field);
    edits.extend(others.flat_map(|other| edits_of_other(input, other, parameters)));
    edits.sort_by_key(|edit| edit.span);
    Some(Label { in_fields: edits, added: None })
}

/// Whether a semicolon is missing before a parameter of `part`. If so, other programs do not find the parameter.
pub(in crate::rewrite) fn lacks_separator(message: &MessageTexts<'_>, part: &Part) -> bool {
    let parameters = part.content_type.iter().flat_map(|field| &field.parameters);
    missing(message.input(), parameters.map(|parameter| parameter.span)).next().is_some()
}

/// Adds the edits that write the missing semicolons, except before parameters that `edits` remove.
fn separate(input: &[u8], content_type: &Parameterized, edits: &mut Vec<Edit>) {
    let starts: HashMap<usize, usize> = edits.iter().map(|edit| (edit.span.end, edit.span.start)).collect();
    let parameters = content_type.parameters.iter().map(|parameter| parameter.span);
    let is_kept = |parameter: Span| starts.get(&parameter.end).is_none_or(|start| *start >= parameter.start);
    let missing = missing(input, parameters).filter(|(parameter, _)| is_kept(*parameter));
    edits.extend(missing.map(|(_, missing)| edit(missing, ";")));
}

/// The edits of a second Content-Type, `field`. They update only the `parameters` that `field` already has.
fn edits_of_other(input: &[u8], field: &Field, parameters: &[NewParameter<'_>]) -> Vec<Edit> {
    let limit = Limits::default().parameters;
    let content_type = parameterized(input, field.body, limit);
    if !content_type.main.slice(input).eq_ignore_ascii_case(b"text") {
        return Vec::new();
    }
    let has = |wanted: &&NewParameter<'_>| {
        content_type.parameters.iter().any(|parameter| is_named(input, parameter, wanted.0))
    };
    let wanted: Vec<NewParameter<'_>> = parameters.iter().filter(has).copied().collect();
    let wrong = wanted.iter().filter(|wanted| !has_parameter(input, &content_type, wanted));
    let mut edits = Vec::new();
    wrong.for_each(|wanted| set(input, &content_type, *wanted, &mut edits));
    if !edits.is_empty() {
        separate(input, &content_type, &mut edits);
    }
    edits.sort_by_key(|edit| edit.span);
    let sound = reads(input, field, &edits, &wanted, limit + wanted.len());
    if sound { edits } else { Vec::new() }
}

/// Whether the field has the `parameters` after `edits` are applied. In a malformed field, the parameters may be
/// inside an unclosed quoted string or comment.
fn reads(input: &[u8], field: &Field, edits: &[Edit], parameters: &[NewParameter<'_>], limit: usize) -> bool {
    let edited = edit::apply(input, field.body, edits);
    let read = parameterized(&edited, Span::new(0, edited.len()), limit);
    parameters.iter().all(|wanted| has_parameter(&edited, &read, wanted))
}

/// Whether the field has the parameter with this value, and has no parameter of the same name in the form
/// of RFC 2231.
fn has_parameter(input: &[u8], content_type: &Parameterized, &(name, value): &NewParameter<'_>) -> bool {
    let mut named = content_type.parameters.iter().filter(|p| is_named(input, p, name));
    let Some(parameter) = content_type.parameter(input, name).filter(|_| named.all(is_plain)) else {
        return false;
    };
    if name == "charset" {
        let charset = Charset::for_label(&unquoted(input, parameter));
        return charset.is_some() && charset == Charset::for_label(value.as_bytes());
    }
    parameter.content.slice(input).eq_ignore_ascii_case(value.as_bytes())
}

fn is_named(input: &[u8], parameter: &Parameter, name: &str) -> bool {
    parameter.name.slice(input).eq_ignore_ascii_case(name.as_bytes())
}

fn is_plain(parameter: &Parameter) -> bool {
    parameter.section.is_none() && !parameter.extended
}

fn edit(span: Span, replacement: impl Into<Vec<u8>>) -> Edit {
    Edit { span, replacement: replacement.into(), reason: Reason::Label }
}

/// Sets all plain parameters with this name, because programs do not agree on which of the parameters counts.
/// Parameters in the form of RFC 2231 are removed. If there is no plain parameter, the first parameter in the form
/// of RFC 2231 is replaced.
fn set(input: &[u8], content_type: &Parameterized, (name, value): NewParameter<'_>, edits: &mut Vec<Edit>) {
    let mut before = content_type.value.end;
    let mut wanted = content_type.parameter(input, name).is_some();
    for parameter in &content_type.parameters {
        if is_named(input, parameter, name) {
            let plain = is_plain(parameter);
            edits.push(match (plain, wanted) {
                (true, _) if parameter.quoted && !parameter.malformed => edit(parameter.content, value),
                (true, _) => edit(
                    parameter.value,
                    format!("{value}{}", separator(input, content_type, parameter.value.end)),
                ),
                (false, false) => edit(parameter.span, format!("{name}={value}")),
                (false, true) => edit(Span::new(before, parameter.span.end), ""),
            });
            wanted = true;
        }
        before = parameter.span.end;
    }
}

/// Adds parameters after the value of Content-Type, which ends at `at`. They are added on the same line if there is
/// room. If the value is missing, `media_type` is added too.
fn append(
    input: &[u8],
    content_type: &Parameterized,
    at: usize,
    media_type: &str,
    parameters: &[NewParameter<'_>],
    line_end: &str,
) -> Edit {
    let before = input.get(..at).unwrap_or_default();
    let mut column = at - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + media_type.len();
    let mut text = String::from(media_type);
    for (name, value) in parameters {
        let parameter = format!(" {name}={value}");
        let room = column + ";".len() + parameter.len() < COLUMNS;
        column = if room { column + ";".len() } else { 0 } + parameter.len();
        text.push(';');
        text.push_str(if room { "" } else { line_end });
        text.push_str(&parameter);
    }
    edit(Span::at(at), text + separator(input, content_type, at))
}

/// The separator between a value that ends at `end` and the text after the value on the same line. A parameter
/// after the value gets [its own separator](separate) instead. The time is linear in the blanks after the value, so
/// this function can be called for each parameter.
fn separator(input: &[u8], content_type: &Parameterized, end: usize) -> &'static str {
    if is_separated_later(input, content_type, end) {
        return "";
    }
    let after = input.get(end..).unwrap_or_default();
    let next = after.iter().position(|octet| !matches!(octet, b' ' | b'\t' | b'\r'));
    let next = next.and_then(|at| Some((at, *after.get(at)?)));
    match next {
        None | Some((_, b'\n' | b';')) => "",
        Some((0, b'(')) => " ",
        Some((_, b'(')) => "",
        _ => ";",
    }
}

/// Whether only blanks or a comma are between `end` and the next parameter, and [`separate`] adds the semicolon
/// that is missing there.
fn is_separated_later(input: &[u8], content_type: &Parameterized, end: usize) -> bool {
    let parameters = &content_type.parameters;
    let next = parameters.partition_point(|parameter| parameter.span.start < end);
    let Some(start) = parameters.get(next).map(|parameter| parameter.span.start) else { return false };
    // If the next parameter is the first one, the examined text includes the field name and its colon. If the field
    // has no value, the parameter directly follows this colon, and needs no semicolon (see `missing_in`).
    let previous = if next == 0 { 0 } else { end };
    let is_missing = missing_in(input, Span::new(previous, start)).is_some();
    is_missing && matches!(Span::new(end, start).slice(input).trim_ascii(), b"" | b",")
}

/// Adds a Content-Type to a part that has none, and a MIME-Version to a message that has none.
fn insert_field(
    message: &MessageTexts<'_>,
    part: &Part,
    parameters: &[NewParameter<'_>],
    line_end: &str,
) -> Edit {
    let is_message = message.structure().is_message(part);
    let version = if is_message && part.header.field(message.input(), "MIME-Version").is_none() {
        format!("MIME-Version: 1.0{line_end}")
    } else {
        String::new()
    };
    let parameters: String = parameters.iter().map(|(name, value)| format!("; {name}={value}")).collect();
    let field = format!("{version}Content-Type: {}{parameters}{line_end}", part.media_type);
    edit(Span::at(part.header.end_of_fields()), field)
}
