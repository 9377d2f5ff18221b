//! The label: what Content-Type must say once a body is written anew, its charset (RFC 2045 section 5, RFC 2046
//! section 4.1.2), and for flowed text its format (RFC 3676 section 4). Only the value changes; what else
//! stands in the field stays.
//!
//! Of two Content-Type fields the first one is obeyed, as Python and most programs do; the other is reported
//! when the message is read. Some programs obey the last one, so that where it names a text and a charset it
//! says the new one too; what it does not say is not added, and one that names another type stays.

use crate::charset::Charset;
use crate::edit::{self, Edit, Reason};
use crate::limits::Limits;
use crate::span::Span;
use crate::structure::{Part, PartKind};
use crate::syntax::content_type::{Parameterized, parameterized};
use crate::syntax::header_block::Field;
use crate::syntax::parameter::{Parameter, unquoted};
use crate::text::MessageTexts;

/// Columns of a line that a parameter is not appended to (RFC 5322 section 2.1.1).
const COLUMNS: usize = 78;

/// A parameter to be said: its name and value, both tokens.
pub(in crate::rewrite) type Said<'v> = (&'static str, &'v str);

/// The edits that make the Content-Type of a part name what its new body needs. The texts in the fields that they
/// change, names of files say, are planned [on top of them](super::field), so that each field is planned once.
#[derive(Debug, Default)]
pub(in crate::rewrite) struct Label {
    /// Edits inside the fields that are there, sorted.
    in_fields: Vec<Edit>,
    /// The field, where there is none.
    pub(super) added: Option<Edit>,
}

impl Label {
    /// The edits of one field.
    pub(super) fn of(&self, field: &Field) -> &[Edit] {
        edit::within(&self.in_fields, field.body)
    }

    /// All of the edits.
    pub(super) fn into_edits(self) -> impl Iterator<Item = Edit> {
        self.in_fields.into_iter().chain(self.added)
    }
}

/// What makes `part` have `parameters`: nothing where it has them already, a charset by any of its names; `None` where
/// the field is too broken to hold them.
pub(in crate::rewrite) fn label(
    message: &MessageTexts<'_>,
    part: &Part,
    parameters: &[Said<'_>],
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
    for &said in parameters.iter().filter(|said| !says(input, content_type, said)) {
        let changes = set(input, content_type, said);
        if changes.is_empty() {
            missing.push(said);
        }
        edits.extend(changes);
    }
    if !missing.is_empty() && content_type.value.is_empty() {
        edits.push(append(input, field.body.start, " text/plain", &missing, line_end));
    } else if !missing.is_empty() {
        edits.push(append(input, content_type.value.end, "", &missing, line_end));
    }
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

/// The edits that make a Content-Type that is not obeyed say the same, as far as it says anything of it.
fn edits_of_other(input: &[u8], field: &Field, parameters: &[Said<'_>]) -> Vec<Edit> {
    let limit = Limits::default().parameters;
    let content_type = parameterized(input, field.body, limit);
    if !content_type.main.slice(input).eq_ignore_ascii_case(b"text") {
        return Vec::new();
    }
    let has =
        |said: &&Said<'_>| content_type.parameters.iter().any(|parameter| is_named(input, parameter, said.0));
    let said: Vec<Said<'_>> = parameters.iter().filter(has).copied().collect();
    let wrong = said.iter().filter(|said| !says(input, &content_type, said));
    let mut edits: Vec<Edit> = wrong.flat_map(|said| set(input, &content_type, *said)).collect();
    edits.sort_by_key(|edit| edit.span);
    let sound = reads(input, field, &edits, &said, limit + said.len());
    if sound { edits } else { Vec::new() }
}

/// Whether the field reads as meant once `edits` are made: in what is no Content-Type any more, quotes and
/// comments may swallow them.
fn reads(input: &[u8], field: &Field, edits: &[Edit], parameters: &[Said<'_>], limit: usize) -> bool {
    let edited = edit::apply(input, field.body, edits);
    let read = parameterized(&edited, Span::new(0, edited.len()), limit);
    parameters.iter().all(|said| says(&edited, &read, said))
}

/// Whether the field says so plainly, and in no other form beside it.
fn says(input: &[u8], content_type: &Parameterized, &(name, value): &Said<'_>) -> bool {
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

/// Every plain parameter of the name gets the value: programs differ in which of two they believe. Those in the form of
/// RFC 2231 go; where none is plain, the first of them is replaced.
fn set(input: &[u8], content_type: &Parameterized, (name, value): Said<'_>) -> Vec<Edit> {
    let (mut edits, mut before) = (Vec::new(), content_type.value.end);
    let mut said = content_type.parameter(input, name).is_some();
    for parameter in &content_type.parameters {
        if is_named(input, parameter, name) {
            let plain = is_plain(parameter);
            edits.push(match (plain, said) {
                (true, _) if parameter.quoted && !parameter.malformed => edit(parameter.content, value),
                (true, _) => edit(parameter.value, format!("{value}{}", apart(input, parameter.value.end))),
                (false, false) => edit(parameter.span, format!("{name}={value}")),
                (false, true) => edit(Span::new(before, parameter.span.end), ""),
            });
            said = true;
        }
        before = parameter.span.end;
    }
    edits
}

/// The parameters behind the media type, which ends at `at` or is missing, on its line if there is room.
fn append(input: &[u8], at: usize, media_type: &str, parameters: &[Said<'_>], line_end: &str) -> Edit {
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
    edit(Span::at(at), text + apart(input, at))
}

/// What keeps a value that ends at `end` apart from what follows on its line. Looks no further than the blanks
/// behind it, so that it may be asked of every parameter.
fn apart(input: &[u8], end: usize) -> &'static str {
    let behind = input.get(end..).unwrap_or_default();
    let next = behind.iter().position(|octet| !matches!(octet, b' ' | b'\t' | b'\r'));
    let next = next.and_then(|at| Some((at, *behind.get(at)?)));
    match next {
        None | Some((_, b'\n' | b';')) => "",
        Some((0, b'(')) => " ",
        Some((_, b'(')) => "",
        _ => ";",
    }
}

/// A Content-Type for a part without one, and what makes the message that it belongs to a MIME message.
fn insert_field(message: &MessageTexts<'_>, part: &Part, parameters: &[Said<'_>], line_end: &str) -> Edit {
    let is_message = part.parent.and_then(|parent| message.parts().get(parent));
    let is_message = is_message.is_none_or(|parent| parent.kind == PartKind::Message);
    let version = if is_message && part.header.field(message.input(), "MIME-Version").is_none() {
        format!("MIME-Version: 1.0{line_end}")
    } else {
        String::new()
    };
    let parameters: String = parameters.iter().map(|(name, value)| format!("; {name}={value}")).collect();
    let field = format!("{version}Content-Type: {}{parameters}{line_end}", part.media_type);
    edit(Span::at(part.header.end_of_fields()), field)
}
